-- The pit's state machines, whoever writes: a shift goes open, closing, closed; a round that is over stays so.
--
-- Each throw updates its round, so what holds here must cost it little. States are domains: a CHECK's text is parsed anew
-- by each statement, a domain's once a session. Guards come after the update: one before it would lock the row once more.
-- They name the columns they guard. An open round is one without `over_at`: a state that changes in an index would have
-- each step write to all indexes.

create domain pit_shift_state as text constraint pit_shift_state check (value in ('open', 'closing', 'closed'));
create domain pit_round_state as text constraint pit_round_state check (value in ('open', 'over', 'void'));
alter table pit_shift alter column state type pit_shift_state;
alter table pit_round alter column state type pit_round_state;
alter table pit_shift set (fillfactor = 50);
alter table pit_round set (fillfactor = 60);

-- A closed shift stays as it is, but for the one time when its roots become public.
create function pit_guard_shift() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    if old.state = 'closed' and old.revealed_at is null and new.revealed_at is not null
       and to_jsonb(new) - 'revealed_at' = to_jsonb(old) - 'revealed_at' then
        return null;
    end if;
    if old.state = 'closed' or new.revealed_at is not null or (old.state, new.state) = ('closing', 'open')
       or (old.state, new.state) = ('open', 'closed') then
        perform ledger_refuse('23H50', 'shift_step', format('A shift goes open, closing, closed; not %s to %s.', old.state, new.state),
                              jsonb_build_object('shift', old.id));
    end if;
    if new.rounds not in (old.rounds, old.rounds + 1) or new.chains not in (old.chains, old.chains + 1) then
        perform ledger_refuse('23H51', 'shift_fixed', 'A shift''s rounds and chains are counted one by one.',
                              jsonb_build_object('shift', old.id));
    end if;
    return null;
end $$;
create trigger guard after update on pit_shift for each row execute function pit_guard_shift();
alter table pit_shift enable always trigger guard;

create function pit_guard_opening() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    if (new.id, new.table_id, new.day, new.number, new.game, new.edition, new.settings, new.chip, new.profile, new.beacon,
        new.opened_at)
       is distinct from (old.id, old.table_id, old.day, old.number, old.game, old.edition, old.settings, old.chip, old.profile,
                         old.beacon, old.opened_at) then
        perform ledger_refuse('23H51', 'shift_fixed', 'What a shift opened with stays as it is.', jsonb_build_object('shift', old.id));
    end if;
    return null;
end $$;
create trigger guard_opening
    after update of id, table_id, day, number, game, edition, settings, chip, profile, beacon, opened_at on pit_shift
    for each row execute function pit_guard_opening();
alter table pit_shift enable always trigger guard_opening;

-- While dice are out nothing is laid, left or void: neither as an event nor in the round's state. The shift's row is locked
-- as CLOSE locks it, so neither slips past the other; whoever comes by a department's act holds it already.
create function pit_guard_bets(of_round bigint) returns void
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    if current_setting('transaction_isolation') <> 'read committed' then
        perform ledger_refuse('23H54', 'dice_unsure', 'A bet is written in a read-committed transaction, which sees its round''s close.',
                              jsonb_build_object('round', of_round));
    end if;
    perform from pit_shift s join pit_round r on r.shift_id = s.id where r.id = of_round for no key update of s;
    if (select not exists (select from fairness_throw t where t.close_id = last.id)
          from (select id from fairness_close where round = of_round order by throw desc limit 1) last) then
        perform ledger_refuse('23H5F', 'dice_out', 'The bets are closed for this throw; wait for the dice.',
                              jsonb_build_object('round', of_round));
    end if;
end $$;

create function pit_guard_event() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    perform pit_guard_bets(new.round_id);
    return new;
end $$;
create trigger guard before insert on pit_event for each row when (not new.event ? 'throw') execute function pit_guard_event();
alter table pit_event enable always trigger guard;

create function pit_guard_round() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    if old.over_at is not null then
        perform ledger_refuse('23H52', 'round_over', 'This round is over.', jsonb_build_object('round', old.id));
    elsif new.events <> old.events + 1 or new.throws not in (old.throws, old.throws + 1)
          or (new.over_at is null) <> (new.state = 'open') then
        perform ledger_refuse('23H53', 'round_fixed', 'A round goes on event by event, and it is over when its time says so.',
                              jsonb_build_object('round', old.id));
    elsif new.throws = old.throws then
        perform pit_guard_bets(old.id);
    end if;
    return null;
end $$;
create trigger guard after update on pit_round for each row execute function pit_guard_round();
alter table pit_round enable always trigger guard;

create function pit_guard_round_opening() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    if (new.id, new.shift_id, new.number, new.opened_at, new.seats, new.purses, new.start)
       is distinct from (old.id, old.shift_id, old.number, old.opened_at, old.seats, old.purses, old.start) then
        perform ledger_refuse('23H53', 'round_fixed', 'What a round opened with stays as it is.', jsonb_build_object('round', old.id));
    end if;
    return null;
end $$;
create trigger guard_opening after update of id, shift_id, number, opened_at, seats, purses, start
    on pit_round for each row execute function pit_guard_round_opening();
alter table pit_round enable always trigger guard_opening;

select ledger_append_only('pit_event');
create trigger kept before delete or truncate on pit_shift for each statement execute function ledger_refuse_change();
create trigger kept before delete or truncate on pit_round for each statement execute function ledger_refuse_change();
create trigger kept before delete or truncate on pit_seat for each statement execute function ledger_refuse_change();
create trigger kept before delete or truncate on pit_table for each statement execute function ledger_refuse_change();
alter table pit_shift enable always trigger kept;
alter table pit_round enable always trigger kept;
alter table pit_seat enable always trigger kept;
alter table pit_table enable always trigger kept;
