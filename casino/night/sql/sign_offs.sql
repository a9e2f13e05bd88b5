-- A night's case is signed off by an auditor who worked none of its table's shifts. Refusals 23H85 to 23H87.
create function night_guard_sign_off() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    found_case record;
begin
    select c.name, p.table_id, n.day into found_case
      from night_case k join night_check c on c.id = k.check_made_id join night_part p on p.id = c.part_id
      join night_night n on n.id = p.night_id where k.id = new.case_id;
    if found_case.name = 'register' then
        perform ledger_refuse('23H85', 'register_case', 'This exception is signed off in the register, under its own name.',
                              jsonb_build_object('case', new.case_id));
    end if;
    if exists (select from pit_shift s where s.table_id = found_case.table_id and s.day = found_case.day
                  and new.auditor_id = any (pit_crew(s.id))) then
        perform ledger_refuse('23H86', 'of_the_shift', 'Somebody who had no part in it signs a case off.',
                              jsonb_build_object('case', new.case_id));
    end if;
    if not 'auditor' = any (people_roles(new.auditor_id)) then
        perform ledger_refuse('23H87', 'wrong_role', 'Cases are signed off by an auditor.', jsonb_build_object('case', new.case_id));
    end if;
    return new;
end $$;
create trigger guard before insert on night_casesignoff for each row execute function night_guard_sign_off();
create trigger fresh before insert on night_casesignoff for each row execute function people_guard_fresh('at', 'auditor_id');
alter table night_casesignoff enable always trigger guard;
alter table night_casesignoff enable always trigger fresh;

grant select on night_casesignoff to house_web, house_worker, house_auditor;
grant insert on night_casesignoff to house_web;
grant usage on sequence night_casesignoff_id_seq to house_web;
