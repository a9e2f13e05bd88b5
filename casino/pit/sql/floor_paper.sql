-- Reliefs, payouts by hand, dice sets, boxes taken away; whoever writes. Refusals 23H5A to 23H5F.

-- Nobody takes a post at a shift without a relief that says whose it was.
create function pit_guard_crew() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    if new.dealer_id <> old.dealer_id and not exists (
           select from pit_relief where shift_id = new.id and post = 'dealer'
              and (relieved_id, relieving_id) = (old.dealer_id, new.dealer_id))
       or new.supervisor_id <> old.supervisor_id and not exists (
           select from pit_relief where shift_id = new.id and post = 'supervisor'
              and (relieved_id, relieving_id) = (old.supervisor_id, new.supervisor_id)) then
        perform ledger_refuse('23H5A', 'relief_missing', 'A post changes hands by a relief.', jsonb_build_object('shift', new.id));
    end if;
    return null;
end $$;
create trigger guard_crew after update of dealer_id, supervisor_id on pit_shift for each row execute function pit_guard_crew();
alter table pit_shift enable always trigger guard_crew;

create function pit_guard_relief() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    shift record;
begin
    select s.state, s.dealer_id, s.supervisor_id, t.code into shift
      from pit_shift s join pit_table t on t.id = s.table_id where s.id = new.shift_id;
    if shift.state = 'closed' or new.relieved_id <> (case new.post when 'dealer' then shift.dealer_id else shift.supervisor_id end) then
        perform ledger_refuse('23H5B', 'not_at_the_post', 'Relieved is who works the open table.', jsonb_build_object('shift', new.shift_id));
    end if;
    if not (people_roles(new.relieving_id, 'table:' || shift.code)
            && (case new.post when 'dealer' then array['dealer'] else array['supervisor', 'pit'] end)) then
        perform ledger_refuse('23H58', 'wrong_role', format('Nobody without the role is %s.', new.post), jsonb_build_object('shift', new.shift_id));
    end if;
    new.after_event := coalesce((select max(id) from pit_event), 0);
    return new;
end $$;
create trigger guard before insert on pit_relief for each row execute function pit_guard_relief();
alter table pit_relief enable always trigger guard;

-- Who dealt (or supervised) an event of a shift: the first one relieved after it, else who is there now.
create function pit_at_post(of_shift bigint, at_post text, of_event bigint) returns bigint
    language sql stable parallel safe set search_path = pg_catalog, public, pg_temp as $$
    select coalesce(
        (select relieved_id from pit_relief where shift_id = of_shift and post = at_post and after_event >= of_event
          order by id limit 1),
        (select case at_post when 'dealer' then dealer_id else supervisor_id end from pit_shift where id = of_shift))
$$;

-- Everybody who has worked a shift.
create function pit_crew(of_shift bigint) returns bigint[]
    language sql stable parallel safe set search_path = pg_catalog, public, pg_temp as $$
    select array_agg(distinct who) from (
        select unnest(array[dealer_id, supervisor_id]) as who from pit_shift where id = of_shift
        union select relieved_id from pit_relief where shift_id = of_shift) crew
$$;

-- A box is taken away by two, neither of the shift.
create function pit_guard_box_takers() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    if array[new.removed_by_id, new.removal_witness_id] && pit_crew(new.shift_id) then
        perform ledger_refuse('23H5C', 'of_the_shift', 'Nobody of the shift takes its box away.', jsonb_build_object('box', new.id));
    end if;
    return new;
end $$;
create trigger guard_takers before update of removed_at on pit_box for each row execute function pit_guard_box_takers();
alter table pit_box enable always trigger guard_takers;

-- A payout by hand is signed by a supervisor who did not deal it.
create function pit_guard_override() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    code text;
begin
    select t.code into code from pit_shift s join pit_table t on t.id = s.table_id where s.id = new.shift_id;
    if not (people_roles(new.supervisor_id, 'table:' || code) && array['supervisor', 'pit']) then
        perform ledger_refuse('23H58', 'wrong_role', 'A payout by hand is signed by a supervisor.', jsonb_build_object('round', new.round_id));
    end if;
    return new;
end $$;
create trigger guard before insert on pit_override for each row execute function pit_guard_override();
alter table pit_override enable always trigger guard;

-- Receipt, inspection, issue, withdrawal, in this order; withdrawn dice are inspected before they are issued again, and a
-- table has one set at a time.
create function pit_guard_dice() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    before record;
    other text;
begin
    perform pg_advisory_xact_lock(hashtextextended('dice sets', 0));
    select n, step, table_id into before from pit_dicestep where dice = new.dice order by n desc limit 1;
    if new.n is distinct from coalesce(before.n, 0) + 1
       or (coalesce(before.step, ''), new.step) not in (('', 'receipt'), ('receipt', 'inspection'), ('inspection', 'issue'),
                                                        ('issue', 'withdrawal'), ('withdrawal', 'inspection'))
       or new.step = 'withdrawal' and new.table_id <> before.table_id then
        perform ledger_refuse('23H5D', 'dice_step', format('Dice %s: after %s comes no %s there.', new.dice,
                              coalesce(before.step, 'nothing'), new.step), jsonb_build_object('dice', new.dice, 'last', before.step));
    end if;
    if new.step = 'issue' then
        select newest.dice into other from (select distinct on (dice) dice, step, table_id from pit_dicestep order by dice, n desc) newest
         where newest.step = 'issue' and newest.table_id = new.table_id limit 1;
        if found then
            perform ledger_refuse('23H5E', 'dice_at_table', format('Dice %s lie at this table: withdraw them first.', other),
                                  jsonb_build_object('dice', other));
        end if;
    end if;
    return new;
end $$;
create trigger guard before insert on pit_dicestep for each row execute function pit_guard_dice();
alter table pit_dicestep enable always trigger guard;

grant select on pit_relief, pit_override, pit_dicestep to house_web, house_worker, house_auditor;
grant insert on pit_relief, pit_override, pit_dicestep to house_web, house_worker;
grant usage on sequence pit_relief_id_seq, pit_override_id_seq, pit_dicestep_id_seq to house_web, house_worker;
grant execute on function pit_at_post(bigint, text, bigint), pit_crew(bigint) to house_web, house_worker, house_auditor;
