-- An account's floor and ceiling change by writing down who changes them and why, and in no other way: the row is the act.

alter table ledger_bound_change
    alter column actor type ledger_actor, alter column approvers type ledger_approvers, alter column reason type ledger_word,
    alter column xact set default pg_current_xact_id(), alter column changed_at set default clock_timestamp();

create function ledger_apply_bounds() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    update ledger_account set floor = new.floor, ceiling = new.ceiling, recorded_at = new.changed_at where id = new.account_id;
    return null;
end $$;
create trigger apply after insert on ledger_bound_change for each row execute function ledger_apply_bounds();
alter table ledger_bound_change enable always trigger apply;

create function ledger_guard_bounds() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if not exists (select from ledger_bound_change c where c.account_id = new.id and c.xact = pg_current_xact_id()
                      and (c.floor, c.ceiling) is not distinct from (new.floor, new.ceiling)) then
        perform ledger_refuse('23H25', 'bounds_unsigned', format('The bounds of %s change only with who changes them and why: '
            'ask ledger_set_bounds.', new.path), jsonb_build_object('account', new.path));
    end if;
    return new;
end $$;
create trigger guard_bounds before update of floor, ceiling on ledger_account for each row
    when ((new.floor, new.ceiling) is distinct from (old.floor, old.ceiling)) execute function ledger_guard_bounds();
alter table ledger_account enable always trigger guard_bounds;

-- Sets both bounds (null: none). The row's lock waits for postings in flight. Returns the change's number, null when the
-- account has these bounds already. Who may go below zero at all is the path's (ledger_may_go_below_zero).
create function ledger_set_bounds(of_path text, of_asset text, new_floor bigint, new_ceiling bigint, by_actor text,
                                  approved text, why text) returns bigint
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    account ledger_account;
    made bigint;
begin
    select * into account from ledger_account where place = of_path || ' ' || of_asset for no key update;
    if not found then
        perform ledger_refuse('23H28', 'unknown_account', format('%s holds no %s: open the account first.', of_path, of_asset),
                              jsonb_build_object('account', of_path, 'asset', of_asset));
    elsif (account.floor, account.ceiling) is not distinct from (new_floor, new_ceiling) then
        return null;
    elsif new_floor > new_ceiling then
        perform ledger_refuse('23H19', 'malformed', 'The floor lies above the ceiling.');
    elsif account.balance < new_floor or account.balance > new_ceiling then
        perform ledger_refuse('23H26', 'outside_bounds',
            format('%s holds %s: move what lies outside the new bounds first.', of_path, account.balance),
            jsonb_build_object('account', of_path, 'asset', of_asset, 'has', account.balance::text,
                               'floor', new_floor::text, 'ceiling', new_ceiling::text));
    end if;
    -- Behind all that the account has seen, even if the clock went back: which bounds held when can be told for ever.
    insert into ledger_bound_change (account_id, floor, ceiling, actor, approvers, reason, changed_at)
    values (account.id, new_floor, new_ceiling, by_actor, string_to_array(approved, ','), why,
            greatest(clock_timestamp(), account.recorded_at + interval '1 microsecond'))
    returning id into made;
    return made;
end $$;

-- Which bounds an account had when: from its opening on, [since, until).
create view ledger_bounds as
select account_id, floor, ceiling, since, lead(since, 1, 'infinity') over (partition by account_id order by number) as until
  from (select id as account_id, 0 as number, '-infinity'::timestamptz as since, null::bigint as ceiling,
               case when ledger_may_go_below_zero(path) then null else 0 end::bigint as floor
          from ledger_account
        union all
        select account_id, id, changed_at, ceiling, floor from ledger_bound_change) had;

grant select on ledger_bound_change, ledger_bounds to house_web, house_worker, house_auditor;
grant execute on function ledger_may_go_below_zero(text) to house_web, house_worker, house_auditor;
grant execute on function ledger_set_bounds(text, text, bigint, bigint, text, text, text) to house_web, house_worker;
