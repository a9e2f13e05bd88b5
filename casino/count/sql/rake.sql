-- The rake's papers, whoever writes. Refusals 23H79 to 23H7C.

alter table count_rakecount add constraint count_rake_lines check ((chips = profile_lines_total(lines)) is true);

create function count_guard_rake_count() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    if exists (select from count_rake where shift_id = new.shift_id) then
        perform ledger_refuse('23H79', 'already_counted', 'This rake has been counted and posted.', jsonb_build_object('shift', new.shift_id));
    end if;
    if new.n <> 1 + (select count(*) from count_rakecount where shift_id = new.shift_id) then
        perform ledger_refuse('23H7A', 'count_order', 'First and second count come in this order.', jsonb_build_object('shift', new.shift_id));
    end if;
    if not 'count' = any (people_roles(new.counter_id)) then
        perform ledger_refuse('23H73', 'wrong_role', 'The rake is counted by the count team.', jsonb_build_object('shift', new.shift_id));
    end if;
    return new;
end $$;
create trigger guard before insert on count_rakecount for each row execute function count_guard_rake_count();
alter table count_rakecount enable always trigger guard;

create function count_guard_rake() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    agreed boolean;
    counters bigint[];
    said bigint;
begin
    select count(*) = 2 and min(chips) = max(chips), array_agg(counter_id order by n), min(chips)
      into agreed, counters, said from count_rakecount where shift_id = new.shift_id;
    if counters is distinct from array[new.first_id, new.second_id]
       or (case when agreed then said <> new.chips else new.resolution = '' end) then
        perform ledger_refuse('23H7B', 'count_unsigned', 'A rake is what both who counted it say, or have resolved with a reason.',
                              jsonb_build_object('shift', new.shift_id));
    end if;
    return new;
end $$;
create trigger guard before insert on count_rake for each row execute function count_guard_rake();
alter table count_rake enable always trigger guard;

grant select on count_rake to house_web, house_worker, house_auditor;
create function count_rakes_alike(of_shift bigint) returns boolean
    language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select count(*) = 2 and min(chips) = max(chips) from count_rakecount where shift_id = of_shift
$$;
revoke all on function count_rakes_alike(bigint) from public;
grant execute on function count_rakes_alike(bigint) to house_web;

grant select on count_rakecount to house_auditor;
grant select (id, shift_id, n, counter_id, at) on count_rakecount to house_web;
grant insert on count_rake, count_rakecount to house_web;
grant usage on sequence count_rakecount_id_seq to house_web;
