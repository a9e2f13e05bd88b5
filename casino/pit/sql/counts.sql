-- Openers, closers and drop boxes, whoever writes. Refusals 23H55 to 23H59.

alter table pit_count
    add constraint pit_count_lines check ((amount = profile_lines_total(lines)) is true),
    add constraint pit_count_expected_lines check (expected_lines is null or profile_lines_total(expected_lines) is not null);

-- An opener comes before the first round; a closer when the table was told to close and nothing is played any more.
create function pit_guard_count() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    shift record;
begin
    select s.state, s.rounds, t.code, exists (select from pit_round r where r.shift_id = s.id and r.over_at is null) as playing
      into shift from pit_shift s join pit_table t on t.id = s.table_id where s.id = new.shift_id for share of s;
    if new.kind = 'opener' and (shift.state <> 'open' or shift.rounds > 0) then
        perform ledger_refuse('23H55', 'opener_late', format('Table %s is counted before its first round.', shift.code),
                              jsonb_build_object('shift', new.shift_id));
    end if;
    if new.kind = 'closer' and (shift.state <> 'closing' or shift.playing) then
        perform ledger_refuse('23H56', 'closer_early', format('Tell table %s to close, let its round end, then count it.', shift.code),
                              jsonb_build_object('shift', new.shift_id, 'state', shift.state));
    end if;
    if not profile_issues(new.lines, new.profile) then
        perform ledger_refuse('23H57', 'denomination_unknown', 'This house does not issue one of these denominations.');
    end if;
    if not ('dealer' = any (people_roles(new.dealer_id, 'table:' || shift.code))
            and people_roles(new.supervisor_id, 'table:' || shift.code) && array['supervisor', 'pit']) then
        perform ledger_refuse('23H58', 'wrong_role', 'A count is signed by a dealer and a supervisor.',
                              jsonb_build_object('shift', new.shift_id));
    end if;
    return new;
end $$;
create trigger guard before insert on pit_count for each row execute function pit_guard_count();
alter table pit_count enable always trigger guard;
select ledger_append_only('pit_count');

-- A box is taken away once; nothing else on it changes.
create function pit_guard_box() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    if old.removed_at is not null
       or to_jsonb(new) - 'removed_at' - 'removed_by_id' - 'removal_witness_id'
          <> to_jsonb(old) - 'removed_at' - 'removed_by_id' - 'removal_witness_id' then
        perform ledger_refuse('23H59', 'box_fixed', 'A box is placed once and taken away once.', jsonb_build_object('box', old.id));
    end if;
    return new;
end $$;
create trigger guard before update on pit_box for each row execute function pit_guard_box();
alter table pit_box enable always trigger guard;
create trigger kept before delete or truncate on pit_box for each statement execute function ledger_refuse_change();
alter table pit_box enable always trigger kept;

grant select on pit_count, pit_box to house_web, house_worker, house_auditor;
grant insert on pit_count, pit_box to house_web, house_worker;
grant update (removed_at, removed_by_id, removal_witness_id) on pit_box to house_web, house_worker;
grant usage on sequence pit_count_id_seq, pit_box_id_seq to house_web, house_worker;
