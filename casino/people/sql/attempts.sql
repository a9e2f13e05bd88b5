-- Attempts of excluded people: written by whoever refuses them, read by compliance and auditors.
alter table people_attempt add constraint people_attempt_kind check (kind in ('self', 'house', 'timeout'));

grant select on people_attempt to house_web, house_worker, house_auditor;
grant insert on people_attempt to house_web, house_worker;
grant usage on sequence people_attempt_id_seq to house_web, house_worker;
