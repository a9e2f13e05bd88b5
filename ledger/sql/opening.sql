-- Opening balances: each place receives what it held before the books began, from the world outside. The key is path
-- and asset, so a second run writes nothing; a second run with another amount is refused. Returns the postings written.

create function ledger_import_openings(
    by_actor text, approved text, in_period date, effective timestamptz, paths text[], assets text[], amounts bigint[]
) returns bigint
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    differs record;
    line record;
    written bigint;
begin
    perform pg_advisory_xact_lock(hashtextextended('ledger openings', 23));
    select named.place, t.amount as booked, named.amount as given into differs
      from unnest(paths, assets, amounts) pair(path, asset, amount),
           lateral (select pair.path || ' ' || pair.asset as place, pair.amount) named
      join ledger_posting p on p.scope = 'opening' and p.key = named.place
      join ledger_transfer t on t.posting_id = p.id
     where t.amount <> named.amount limit 1;
    if found then
        perform ledger_refuse('23H22', 'opening_differs', format('%s was opened with %s, not with %s: book the difference as a posting.',
            differs.place, differs.booked, differs.given),
            jsonb_build_object('place', differs.place, 'booked', differs.booked::text, 'given', differs.given::text));
    end if;
    select array_agg(pair.path order by i) as path, array_agg(pair.asset order by i) as asset,
           array_agg(pair.amount order by i) as amount, array_agg(row_number order by i) as n,
           array_agg(case split_part(pair.asset, ':', 1) when 'chips' then 'outside:chips' when 'cash' then 'outside:bank'
                          else 'outside:claims' end order by i) as source,
           array_agg(pair.path || ' ' || pair.asset order by i) as key, count(*)::int as many
      into line
      from (select *, row_number() over (order by i)::int from unnest(paths, assets, amounts) with ordinality u(path, asset, amount, i)
             where not exists (select from ledger_posting p where p.scope = 'opening' and p.key = u.path || ' ' || u.asset)) pair;
    if line.many = 0 then
        return 0;
    end if;
    select count(*) into written from ledger_post(
        array_fill('opening'::text, array[line.many]), array_fill(by_actor, array[line.many]), array_fill(approved, array[line.many]),
        array_fill('opening balance'::text, array[line.many]), array_fill('opening'::text, array[line.many]), line.key,
        array_fill(in_period, array[line.many]), array_fill(effective, array[line.many]),
        array_fill(null::bigint, array[line.many]), array_fill(null::bigint, array[line.many]),
        array_fill('{}'::jsonb, array[line.many]), line.n, line.path, line.source, line.asset, line.amount);
    return written;
end $$;
insert into ledger_kind (code, finishes) values ('opening', false), ('reversal', true);
