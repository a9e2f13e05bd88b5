-- Opening balances: each place receives what it held before the books began, from the world outside. The key is path
-- and asset, so a second run writes nothing; a second run with another amount is refused. Returns the postings written.

create function ledger_import_openings(
    by_actor text, approved text, in_period date, effective timestamptz, paths text[], assets text[], amounts bigint[]
) returns bigint
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    differs record;
    fresh record;
    written bigint;
begin
    perform pg_advisory_xact_lock(hashtextextended('ledger openings', 23));
    select given.path || ' ' || given.asset as place, t.amount as booked, given.amount into differs
      from unnest(paths, assets, amounts) given(path, asset, amount)
      join ledger_posting p on p.scope = 'opening' and p.key = given.path || ' ' || given.asset
      join ledger_transfer t on t.posting_id = p.id
     where t.amount <> given.amount limit 1;
    if found then
        perform ledger_refuse('23H22', 'opening_differs', format('%s was opened with %s, not with %s: book the difference as a posting.',
            differs.place, differs.booked, differs.amount),
            jsonb_build_object('place', differs.place, 'booked', differs.booked::text, 'given', differs.amount::text));
    end if;
    select array_agg(row('opening', by_actor, string_to_array(approved, ','), 'opening balance', 'opening', place, in_period,
                         effective, null, null, '{}')::ledger_event order by n) as events,
           array_agg(row(n, path, source, asset, amount)::ledger_line order by n) as lines
      into fresh
      from (select path, asset, amount, path || ' ' || asset as place, row_number() over (order by i)::int as n,
                   case split_part(asset, ':', 1) when 'chips' then 'outside:chips' when 'cash' then 'outside:bank'
                        else 'outside:claims' end as source
              from unnest(paths, assets, amounts) with ordinality given(path, asset, amount, i)
             where not exists (select from ledger_posting p where p.scope = 'opening' and p.key = given.path || ' ' || given.asset)
           ) line;
    if fresh.events is null then
        return 0;
    end if;
    select count(*) into written from ledger_post_lines(fresh.events, fresh.lines);
    return written;
end $$;
insert into ledger_kind (code, finishes) values ('opening', false), ('reversal', true);
