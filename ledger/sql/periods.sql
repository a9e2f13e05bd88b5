-- Periods: open → closing → closed, nothing else, and each step a row in ledger_period_change whoever takes it.

create function ledger_guard_period() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if tg_op = 'INSERT' and new.state = 'open'
       or tg_op = 'UPDATE' and new.day = old.day
          and (old.state, new.state) in (('open', 'closing'), ('closing', 'closed')) then
        return new;
    end if;
    perform ledger_refuse('23H13', 'period_step', format('Gaming day %s can''t go from %s to %s: a day is opened, closing, closed.',
            coalesce(new.day, old.day), coalesce(old.state, 'unknown'), coalesce(new.state, 'nothing')),
            jsonb_build_object('period', coalesce(new.day, old.day), 'from', old.state, 'to', new.state));
    return null;
end $$;
create trigger guard before insert or update on ledger_period for each row execute function ledger_guard_period();
alter table ledger_period enable always trigger guard;

create function ledger_note_period() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    insert into ledger_period_change (day, state, actor, changed_at) values (new.day, new.state, new.actor, new.changed_at);
    return null;
end $$;
create trigger note after insert or update on ledger_period for each row execute function ledger_note_period();
alter table ledger_period enable always trigger note;

create trigger kept before delete or truncate on ledger_period for each statement execute function ledger_refuse_change();
alter table ledger_period enable always trigger kept;

-- Takes a day one step on. The table lock waits for every posting in flight and, unlike a row lock, makes new ones queue
-- behind it, so a busy floor can't hold a day open for ever. Run it in a transaction of its own.
create function ledger_turn_period(turned date, to_state text, by_actor text) returns void
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    lock table ledger_period in exclusive mode;
    if to_state = 'open' then
        insert into ledger_period (day, state, actor, changed_at) values (turned, 'open', by_actor, clock_timestamp())
            on conflict (day) do nothing;
        if found then return; end if;
    end if;
    update ledger_period set state = to_state, actor = by_actor, changed_at = clock_timestamp()
     where day = turned;
    if not found then
        perform ledger_refuse('23H12', 'unknown_period', format('Gaming day %s has not been opened.', turned),
                              jsonb_build_object('period', turned));
    end if;
end $$;
