-- The door asks for a night; only the worker says what was found and freezes the report.
grant select on night_night, night_part, night_check, night_case, night_report to house_web, house_worker, house_auditor;
grant insert, update on night_night, night_part to house_worker;
grant insert (property, day, kind, actor, profile, at) on night_night to house_web;
grant update (state, lease_until, ended_at, actor, at) on night_night to house_web;
grant insert (night_id, table_id, table_code) on night_part to house_web;
grant update (state, run, starts, failures, error, lease_until) on night_part to house_web;
grant insert on night_check, night_case, night_report to house_worker;
grant usage on sequence night_night_id_seq, night_part_id_seq to house_web, house_worker;
grant usage on sequence night_check_id_seq, night_case_id_seq to house_worker;
