-- What Django's models can't say about the ledger's tables.

-- No function of the house is anyone's until it is granted by name, those of later migrations too.
alter default privileges revoke execute on functions from public;

-- Half-full pages let every balance update stay on its page (HOT) and leave the two indexes alone.
alter table ledger_account set (fillfactor = 50);

-- An account is a place: words of small letters, digits and dashes between colons.
alter table ledger_account add constraint ledger_account_path
    check (path ~ '^[a-z][a-z0-9-]*(:[a-z0-9-]+)*$' and length(path) <= 100);

-- Only what stands for the world outside, counting differences and unrated chips may go below zero, whoever asks.
create function ledger_may_go_below_zero(path text) returns boolean
    language sql immutable parallel safe
    return path like 'outside:%' or path like 'house:over-short:%' or path = 'floor:unrated';
alter table ledger_account add constraint ledger_account_bounds
    check ((floor >= 0) is true or (floor is null and ledger_may_go_below_zero(path)));

alter table ledger_posting add constraint ledger_posting_approvers
    check (array_to_string(approvers, ',') ~ '^([a-z]+(:[0-9]+)?(,|$))*$');
alter table ledger_posting add constraint ledger_posting_facts check (jsonb_typeof(facts) = 'object');
-- Foreign keys that are checked at once, not at COMMIT: what is refused is refused where it is asked for.
alter table ledger_posting
    add constraint ledger_posting_reverses foreign key (reverses_id) references ledger_posting (id),
    add constraint ledger_posting_void_of foreign key (void_of_id) references ledger_posting (id);
alter table ledger_posting alter column xact set default pg_current_xact_id();

-- Both sides of a transfer hold the transfer's asset: a transfer across assets can't be written down.
alter table ledger_transfer
    add constraint ledger_transfer_posting foreign key (posting_id) references ledger_posting (id),
    add constraint ledger_transfer_debit_asset foreign key (debit_id, asset_id) references ledger_account (id, asset_id),
    add constraint ledger_transfer_credit_asset foreign key (credit_id, asset_id) references ledger_account (id, asset_id);

alter table ledger_answer add constraint ledger_answer_shape
    check (jsonb_typeof(answer) = 'object' and octet_length(request_hash) = 32 and key <> '');
