-- Accounts: places that hold one asset, opened once. An account's place is its path and its asset's code.

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
    new.place := new.path || ' ' || (select code from ledger_asset where id = new.asset_id);
    return new;
end $$;
create trigger guard before insert or update of id, path, asset_id, place, floor on ledger_account
    for each row execute function ledger_guard_account();
alter table ledger_account enable always trigger guard;
create trigger kept before delete or truncate on ledger_account for each statement execute function ledger_refuse_change();
alter table ledger_account enable always trigger kept;

-- Opens what is not open yet. Two callers that open the same account at once get the same row: the second waits for the
-- first on the unique place. All open in the order of places, so two openers never deadlock.
create function ledger_open_places(places text[]) returns void
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    unknown text;
begin
    if places is distinct from array(select distinct place collate "C" from unnest(places) u(place) order by 1)
       or cardinality(places) = 0 
       or exists (select from unnest(places) u(place) where place !~ '^[^ ]+ [^ ]+$') then
        perform ledger_refuse('23H19', 'malformed', 'Name each place once, as its path and its asset, in ascending order.');
    end if;
    select split_part(place, ' ', 2) into unknown from unnest(places) place(place)
     where not exists (select from ledger_asset where place = split_part(place, ' ', 1) || ' ' || code) limit 1;
    if found then
        perform ledger_refuse('23H03', 'unknown_asset', format('There is no asset %s.', coalesce(nullif(unknown, ''), 'of no name')),
                              jsonb_build_object('asset', unknown));
    end if;
    insert into ledger_account (path, asset_id, balance, version, floor, opened_at, recorded_at)
    select split_part(named.place, ' ', 1), asset.id, 0, 0,
           case when ledger_may_go_below_zero(split_part(named.place, ' ', 1)) then null else 0 end, clock_timestamp(), '-infinity'
      from unnest(places) named(place) join ledger_asset asset on asset.code = split_part(named.place, ' ', 2)
     where not exists (select from ledger_account account where account.place = named.place)
     order by named.place collate "C"
        on conflict do nothing;
end $$;

-- Opens each (path, asset) that is not open yet; returns their ids in the order named.
create function ledger_open_accounts(paths text[], assets text[]) returns bigint[]
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    if cardinality(paths) is distinct from cardinality(assets) then
        perform ledger_refuse('23H19', 'malformed', 'Give one asset for each path.');
    end if;
    perform ledger_open_places(array(select distinct path || ' ' || asset collate "C" from unnest(paths, assets) u(path, asset) order by 1));
    return array(select account.id
                   from unnest(paths, assets) with ordinality named(path, asset, n)
                   join ledger_account account on account.place = named.path || ' ' || named.asset order by named.n);
end $$;
