-- The pit's state machines, whoever writes: a shift goes open, closing, closed; a round that is over stays so.

create function pit_guard_shift() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    if old.state = 'closed' or (old.state, new.state) = ('closing', 'open')
       or (old.state, new.state) = ('open', 'closed') then
        perform ledger_refuse('23H50', 'shift_step', format('A shift goes open, closing, closed; not %s to %s.', old.state, new.state),
                              jsonb_build_object('shift', old.id));
    end if;
    if (new.table_id, new.day, new.number, new.game, new.edition, new.chip, new.profile, new.opened_at)
       is distinct from (old.table_id, old.day, old.number, old.game, old.edition, old.chip, old.profile, old.opened_at)
       or new.settings <> old.settings then
        perform ledger_refuse('23H51', 'shift_fixed', 'What a shift opened with stays as it is.', jsonb_build_object('shift', old.id));
    end if;
    return new;
end $$;
create trigger guard before update on pit_shift for each row execute function pit_guard_shift();
alter table pit_shift enable always trigger guard;

create function pit_guard_round() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    if old.state in ('over', 'void') then
        perform ledger_refuse('23H52', 'round_over', 'This round is over.', jsonb_build_object('round', old.id));
    end if;
    perform ledger_refuse('23H53', 'round_fixed', 'What a round opened with stays as it is.', jsonb_build_object('round', old.id));
    return null;
end $$;
-- The conditions stand in WHEN, where they cost a throw next to nothing.
create trigger guard before update on pit_round for each row
    when (old.state in ('over', 'void') or new.events < old.events or new.throws < old.throws
          or (new.id, new.shift_id, new.number, new.opened_at) is distinct from (old.id, old.shift_id, old.number, old.opened_at)
          or new.seats <> old.seats or new.purses <> old.purses or new.start <> old.start)
    execute function pit_guard_round();
alter table pit_round enable always trigger guard;

select ledger_append_only('pit_event');
create trigger kept before delete or truncate on pit_shift for each statement execute function ledger_refuse_change();
create trigger kept before delete or truncate on pit_round for each statement execute function ledger_refuse_change();
create trigger kept before delete or truncate on pit_seat for each statement execute function ledger_refuse_change();
create trigger kept before delete or truncate on pit_table for each statement execute function ledger_refuse_change();
alter table pit_shift enable always trigger kept;
alter table pit_round enable always trigger kept;
alter table pit_seat enable always trigger kept;
alter table pit_table enable always trigger kept;
