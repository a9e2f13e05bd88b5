-- Posts the mirror of a posting, last transfer first, so that chips go back the way they came.

create function ledger_reverse(
    reversed bigint, as_kind text, by_actor text, approved text, why text, in_scope text, under_key text, in_period date,
    effective timestamptz, noted jsonb
) returns table (id bigint, public_id uuid, recorded_at timestamptz)
    language plpgsql security definer rows 1 set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
    lines ledger_line[];
    earlier bigint;
begin
    lines := array(select row(1, giver.path, receiver.path, asset.code, t.amount)::ledger_line
                     from ledger_transfer t join ledger_account receiver on receiver.id = t.debit_id
                     join ledger_account giver on giver.id = t.credit_id join ledger_asset asset on asset.id = t.asset_id
                    where t.posting_id = reversed order by t.id desc);
    if cardinality(lines) = 0 then
        perform ledger_refuse('23H18', 'unknown_posting', format('There is no posting %s.', reversed),
                              jsonb_build_object('posting', reversed));
    end if;
    select posting.id into earlier from ledger_posting posting where posting.reverses_id = reversed;
    if found then
        perform ledger_refuse('23H14', 'already_reversed', format('Posting %s has been reversed already, by %s.', reversed, earlier),
                              jsonb_build_object('posting', reversed, 'reversal', earlier));
    end if;
    return query select * from ledger_post_lines(
        array[row(as_kind, by_actor, string_to_array(approved, ','), why, in_scope, under_key, in_period, effective, reversed,
                  null, noted)::ledger_event], lines);
end $$;
