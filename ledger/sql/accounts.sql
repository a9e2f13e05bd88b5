-- Accounts: found by path and asset, opened once.

-- The ids of the accounts named, in the order named; null where there is no such account yet.
create function ledger_find_accounts(paths text[], assets text[]) returns bigint[]
    language sql stable parallel safe as $$
    select array(
        select (select a.id from ledger_account a join ledger_asset s on s.id = a.asset_id
                 where a.path = named.path and s.code = named.asset)
          from unnest(paths, assets) as named(path, asset))
$$;

-- Opens what is not open yet and returns the ids in the order named. Two callers that open the same account at once
-- get the same row: the second waits for the first on the unique place. The order by keeps two openers from deadlock.
create function ledger_open_accounts(paths text[], assets text[]) returns bigint[]
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    unknown text;
begin
    if cardinality(paths) is distinct from cardinality(assets) then
        perform ledger_refuse('23H19', 'malformed', 'Give one asset for each path.');
    end if;
    select named.asset into unknown from unnest(assets) named(asset)
     where not exists (select from ledger_asset s where s.code = named.asset) limit 1;
    if found then
        perform ledger_refuse('23H03', 'unknown_asset', format('There is no asset %s.', coalesce(unknown, 'null')),
                              jsonb_build_object('asset', unknown));
    end if;
    insert into ledger_account (path, asset_id, balance, version, floor, opened_at, recorded_at)
    select named.path, s.id, 0, 0, case when ledger_may_go_below_zero(named.path) then null else 0 end,
           clock_timestamp(), '-infinity'
      from (select distinct path, asset from unnest(paths, assets) pair(path, asset)) named
      join ledger_asset s on s.code = named.asset
     where not exists (select from ledger_account a where a.path = named.path and a.asset_id = s.id)
     order by named.path, s.id
        on conflict (path, asset_id) do nothing;
    return ledger_find_accounts(paths, assets);
end $$;

-- An account stays what it was opened as, and has a floor of at least zero unless its path may go below it.
create function ledger_guard_account() returns trigger language plpgsql as $$
begin
    if tg_op = 'UPDATE' and (new.id, new.path, new.asset_id) is distinct from (old.id, old.path, old.asset_id) then
        perform ledger_refuse('23H23', 'account_fixed', format('%s stays the place and asset it was opened as.', old.path),
                              jsonb_build_object('account', old.path));
    end if;
    if coalesce(new.floor, -1) < 0 and not (new.floor is null and ledger_may_go_below_zero(new.path)) then
        perform ledger_refuse('23H24', 'bad_floor', format('%s may not go below zero.', new.path),
                              jsonb_build_object('account', new.path, 'floor', new.floor::text));
    end if;
    return new;
end $$;
create trigger guard before insert or update of id, path, asset_id, floor on ledger_account
    for each row execute function ledger_guard_account();
alter table ledger_account enable always trigger guard;
create trigger kept before delete or truncate on ledger_account for each statement execute function ledger_refuse_change();
alter table ledger_account enable always trigger kept;
