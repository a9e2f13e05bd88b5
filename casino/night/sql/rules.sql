-- What holds for nights whoever writes. Refusals 23H80 to 23H84.

-- requested -> reconciling -> reconciled | with_exceptions | failed; a failed one is requested again.
create function night_guard_night() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    if new.state <> old.state and (old.state, new.state) not in (
        ('requested', 'reconciling'), ('requested', 'failed'), ('reconciling', 'reconciled'),
        ('reconciling', 'with_exceptions'), ('reconciling', 'failed'), ('failed', 'requested')) then
        perform ledger_refuse('23H80', 'night_step', format('A night can''t go from %s to %s.', old.state, new.state),
                              jsonb_build_object('night', old.id, 'from', old.state, 'to', new.state));
    end if;
    if (new.property, new.day, new.kind) is distinct from (old.property, old.day, old.kind) then
        perform ledger_refuse('23H81', 'night_fixed', 'A night stays the night of its day.', jsonb_build_object('night', old.id));
    end if;
    if new.state in ('reconciled', 'with_exceptions')
       and not (exists (select from night_report where night_id = new.id)
                and exists (select from ledger_period where day = new.day and state = 'closed')) then
        perform ledger_refuse('23H82', 'night_unfinished', 'A night ends with its day closed and its report frozen.',
                              jsonb_build_object('night', old.id));
    end if;
    return new;
end $$;
create trigger guard before update on night_night for each row execute function night_guard_night();
alter table night_night enable always trigger guard;

-- What a finished part found stays; only a new run (the day's books moved on) opens it again. It is finished by what its
-- run's checks found, so by nobody who can't write one.
create function night_guard_part() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    if (new.night_id, new.table_id, new.table_code) is distinct from (old.night_id, old.table_id, old.table_code)
       or old.state = 'done' and new.run = old.run and new is distinct from old or new.run < old.run then
        perform ledger_refuse('23H83', 'part_done', 'This part of the night is done.', jsonb_build_object('part', old.id));
    end if;
    -- Two conditions on purpose: in one the checks would be locked and looked at by each step of a part, not by its end only.
    if new.state = 'done' then
        if not exists (select from night_check where part_id = new.id and run = new.run) then
            perform ledger_refuse('23H84', 'part_unchecked', 'A part of the night is done once its checks are written.',
                                  jsonb_build_object('part', old.id));
        end if;
    end if;
    return new;
end $$;
create trigger guard before update on night_part for each row execute function night_guard_part();
alter table night_part enable always trigger guard;

alter table night_report add constraint night_report_digest
    check (digest = encode(sha256(convert_to(figures, 'UTF8')), 'hex'));

create trigger kept before delete or truncate on night_night for each statement execute function ledger_refuse_change();
create trigger kept before delete or truncate on night_part for each statement execute function ledger_refuse_change();
alter table night_night enable always trigger kept;
alter table night_part enable always trigger kept;
