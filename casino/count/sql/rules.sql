-- The count room's papers, whoever writes. Refusals 23H7x.

alter table count_blindcount add constraint count_blind_lines check ((chips = profile_lines_total(chip_lines)) is true);

-- Counted are boxes that were collected; a second count is another person's.
create function count_guard_blind() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    perform from count_collection where box_id = new.box_id for key share;
    if not found then
        perform ledger_refuse('23H70', 'not_collected', 'This box has not been brought to the count room.',
                              jsonb_build_object('box', new.box_id));
    end if;
    if exists (select from count_drop where box_id = new.box_id) then
        perform ledger_refuse('23H71', 'already_counted', 'This box has been counted and posted.', jsonb_build_object('box', new.box_id));
    end if;
    if new.n <> 1 + (select count(*) from count_blindcount where box_id = new.box_id) then
        perform ledger_refuse('23H72', 'count_order', 'First and second count come in this order.', jsonb_build_object('box', new.box_id));
    end if;
    if not 'count' = any (people_roles(new.counter_id)) then
        perform ledger_refuse('23H73', 'wrong_role', 'Boxes are counted by the count team.', jsonb_build_object('box', new.box_id));
    end if;
    return new;
end $$;
create trigger guard before insert on count_blindcount for each row execute function count_guard_blind();
alter table count_blindcount enable always trigger guard;

-- A drop is what two blind counts say alike; where they differ, what both counters say it is, with the reason.
create function count_guard_drop() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    agreed boolean;
    counters bigint[];
    said bigint[];
begin
    select count(*) = 2 and min(cash) = max(cash) and min(chips) = max(chips), array_agg(counter_id order by n),
           array[min(cash), min(chips)]
      into agreed, counters, said from count_blindcount where box_id = new.box_id;
    if counters is distinct from array[new.first_id, new.second_id] then
        perform ledger_refuse('23H74', 'count_unsigned', 'A drop is signed by the two who counted the box.',
                              jsonb_build_object('box', new.box_id));
    end if;
    if (case when agreed then said <> array[new.cash, new.chips] else new.resolution = '' end) then
        perform ledger_refuse('23H75', 'counts_differ', 'The two counts differ: both counters resolve it and say why.',
                              jsonb_build_object('box', new.box_id));
    end if;
    return new;
end $$;
create trigger guard before insert on count_drop for each row execute function count_guard_drop();
alter table count_drop enable always trigger guard;

grant select on count_collection, count_drop to house_web, house_worker, house_auditor;
-- Whether two have counted a box and found the same: the doors' login reads what nobody else has counted by no other way.
create function count_boxes_alike(of_box bigint) returns boolean
    language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select count(*) = 2 and min(cash) = max(cash) and min(chips) = max(chips) from count_blindcount where box_id = of_box
$$;
revoke all on function count_boxes_alike(bigint) from public;
grant execute on function count_boxes_alike(bigint) to house_web;

grant select on count_blindcount to house_auditor;
grant select (id, box_id, n, counter_id, at) on count_blindcount to house_web;
grant insert on count_collection, count_blindcount, count_drop to house_web;
grant usage on sequence count_blindcount_id_seq to house_web;
