-- Who signs the count room's papers gave a code lately, where the profile asks for one. What both counters found alike
-- is signed by their counts; what they resolved they sign together.
create trigger fresh before insert on count_collection for each row execute function people_guard_fresh('at', 'collector_id', 'witness_id');
create trigger fresh before insert on count_blindcount for each row execute function people_guard_fresh('at', 'counter_id');
create trigger fresh before insert on count_rakecount for each row execute function people_guard_fresh('at', 'counter_id');
create trigger fresh before insert on count_drop for each row when (new.resolution <> '') execute function people_guard_fresh('at', 'first_id', 'second_id');
create trigger fresh before insert on count_rake for each row when (new.resolution <> '') execute function people_guard_fresh('at', 'first_id', 'second_id');
create trigger fresh before insert on count_signoff for each row execute function people_guard_fresh('at', 'auditor_id');
alter table count_collection enable always trigger fresh;
alter table count_blindcount enable always trigger fresh;
alter table count_rakecount enable always trigger fresh;
alter table count_drop enable always trigger fresh;
alter table count_rake enable always trigger fresh;
alter table count_signoff enable always trigger fresh;
