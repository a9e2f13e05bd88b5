-- Drawer counts, changed chips, reprints; and where all chips lie. Refusals 23H6E.

alter table cage_drawercount
    add constraint cage_count_lines check ((chips = profile_lines_total(lines)) is true),
    add constraint cage_count_drawer check (drawer ~ '^cage:(vault|window:[0-9]+)$');
alter table cage_chipexchange
    add constraint cage_exchange_taken check ((amount = profile_lines_total(taken)) is true),
    add constraint cage_exchange_given check ((amount = profile_lines_total(given)) is true);

create function cage_guard_lines() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    lines jsonb;
begin
    foreach lines in array case tg_table_name when 'cage_drawercount' then array[to_jsonb(new) -> 'lines']
                           else array[to_jsonb(new) -> 'taken', to_jsonb(new) -> 'given'] end loop
        if not profile_issues(lines, new.profile) then
            perform ledger_refuse('23H6E', 'denomination_unknown', 'This house does not issue one of these denominations.');
        end if;
    end loop;
    return new;
end $$;
create trigger guard before insert on cage_drawercount for each row execute function cage_guard_lines();
create trigger guard before insert on cage_chipexchange for each row execute function cage_guard_lines();
alter table cage_drawercount enable always trigger guard;
alter table cage_chipexchange enable always trigger guard;

-- Where the chips of each currency lie. `issued` = all the rest, always; `elsewhere` is what lies at no place of the
-- chart and must be 0. What players, unrated and tokes hold is the house's liability.
create view cage_conservation as
select asset, issued, vault, windows, trays, held, layouts, rakes, boxes, count_room, players, unrated, tokes, over_short, elsewhere,
       players + unrated + tokes as liability,
       vault + windows + trays + held + layouts + rakes + boxes + count_room + players + unrated + tokes + over_short as accounted
  from (
    select c.code as asset,
           (-coalesce(sum(a.balance) filter (where at.spot = 'outside:chips'), 0))::bigint as issued,
           coalesce(sum(a.balance) filter (where at.spot = 'cage:vault'), 0)::bigint as vault,
           coalesce(sum(a.balance) filter (where at.spot = 'cage:window'), 0)::bigint as windows,
           coalesce(sum(a.balance) filter (where at.spot = 'table:tray'), 0)::bigint as trays,
           coalesce(sum(a.balance) filter (where at.spot = 'table:held'), 0)::bigint as held,
           coalesce(sum(a.balance) filter (where at.spot = 'table:layout'), 0)::bigint as layouts,
           coalesce(sum(a.balance) filter (where at.spot = 'table:rake'), 0)::bigint as rakes,
           coalesce(sum(a.balance) filter (where at.spot = 'box'), 0)::bigint as boxes,
           coalesce(sum(a.balance) filter (where at.spot = 'count:room'), 0)::bigint as count_room,
           coalesce(sum(a.balance) filter (where at.spot in ('player', 'player:held')), 0)::bigint as players,
           coalesce(sum(a.balance) filter (where at.spot = 'floor:unrated'), 0)::bigint as unrated,
           coalesce(sum(a.balance) filter (where at.spot = 'staff:tokes'), 0)::bigint as tokes,
           coalesce(sum(a.balance) filter (where at.spot = 'house:over-short'), 0)::bigint as over_short,
           coalesce(sum(a.balance) filter (where at.spot not in (
               'outside:chips', 'cage:vault', 'cage:window', 'table:tray', 'table:held', 'table:layout', 'table:rake', 'box',
               'count:room', 'player', 'player:held', 'floor:unrated', 'staff:tokes', 'house:over-short')), 0)::bigint as elsewhere
      from ledger_asset c left join ledger_account a on a.asset_id = c.id
      left join lateral (select case split_part(a.path, ':', 1)
               when 'table' then 'table:' || split_part(a.path, ':', 3)
               when 'player' then rtrim('player:' || split_part(a.path, ':', 3), ':')
               when 'box' then 'box'
               else split_part(a.path, ':', 1) || ':' || split_part(a.path, ':', 2) end as spot) at on true
     where c.code like 'chips:%'
     group by c.code) lying;

grant select on cage_slipprint, cage_drawercount, cage_chipexchange, cage_conservation to house_web, house_worker, house_auditor;
grant insert on cage_slipprint, cage_drawercount, cage_chipexchange to house_web;
grant usage on sequence cage_slipprint_id_seq, cage_drawercount_id_seq, cage_chipexchange_id_seq to house_web;
