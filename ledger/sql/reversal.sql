-- Posts the mirror of a posting, last transfer first, so that chips go back the way they came.

create function ledger_reverse(
    reversed bigint, as_kind text, by_actor text, approved text, why text, in_scope text, under_key text, in_period date,
    effective timestamptz, noted jsonb
) returns table (id bigint, public_id uuid, recorded_at timestamptz)
    language plpgsql security definer rows 1 set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
    mirror record;
begin
    select array_agg(1 order by t.id desc) as posting, array_agg(c.path order by t.id desc) as debit,
           array_agg(d.path order by t.id desc) as credit, array_agg(s.code order by t.id desc) as asset,
           array_agg(t.amount order by t.id desc) as amount
      into mirror
      from ledger_transfer t join ledger_account d on d.id = t.debit_id join ledger_account c on c.id = t.credit_id
      join ledger_asset s on s.id = t.asset_id
     where t.posting_id = reversed;
    if mirror.posting is null then
        perform ledger_refuse('23H18', 'unknown_posting', format('There is no posting %s.', reversed),
                              jsonb_build_object('posting', reversed));
    end if;
    return query select * from ledger_post(array[as_kind], array[by_actor], array[approved], array[why], array[in_scope],
        array[under_key], array[in_period], array[effective], array[reversed], array[null::bigint], array[noted],
        mirror.posting, mirror.debit, mirror.credit, mirror.asset, mirror.amount);
end $$;
