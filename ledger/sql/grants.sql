-- Who may do what. The roles exist before the first migration; here they are only granted. Reading is for all who work
-- with the books; writing is the doors', and the doors are functions of the owner.

grant select on ledger_asset, ledger_account, ledger_kind, ledger_period, ledger_period_change, ledger_posting,
    ledger_transfer, ledger_answer to house_web, house_worker, house_auditor;
grant select on ledger_asset, ledger_account, ledger_kind, ledger_period, ledger_posting, ledger_transfer to house_sealer;

grant execute on function
    ledger_open_accounts(text[], text[]),
    ledger_post(ledger_event[], text[], ledger_move[], int),
    ledger_post_lines(ledger_event[], ledger_line[]),
    ledger_reverse(bigint, text, text, text, text, text, text, date, timestamptz, jsonb),
    ledger_import_openings(text, text, date, timestamptz, text[], text[], bigint[]),
    ledger_turn_period(date, text, text),
    ledger_claim(text, text, bytea),
    ledger_keep_answer(text, text, bytea, jsonb)
to house_web, house_worker;
