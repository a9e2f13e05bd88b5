-- Attempts of excluded people: written by whoever refuses them, read by compliance and auditors.
alter table people_attempt add constraint people_attempt_kind check (kind in ('self', 'house', 'timeout'));

grant select on people_attempt to house_web, house_worker, house_auditor;
grant insert on people_attempt to house_web, house_worker;
grant usage on sequence people_attempt_id_seq to house_web, house_worker;

-- A toke is a debit too: whoever books it has the database look at the player's exclusions under his lock.
grant execute on function people_admit(bigint, timestamptz) to house_web, house_worker;
