-- Cards of one person: `person` is the lowest of them, kept by the link rows alone. Refusals 23H47 to 23H49.

create function people_new_card() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    new.person := new.id;
    return new;
end $$;
create trigger person before insert on people_player for each row execute function people_new_card();
alter table people_player enable always trigger person;

-- Whoever decides by a person's exclusions and limits, or changes them, waits here for the others; taken last of all locks.
create function people_lock_person(of_person bigint) returns void
    language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
    select pg_advisory_xact_lock(hashtextextended('person', of_person))
$$;
create function people_lock_card(of_card bigint) returns void
    language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    locked bigint;
    owner bigint;
begin
    loop
        select person into owner from people_player where id = of_card;
        exit when owner is not distinct from locked;
        -- Whoever was linked while we waited is another person now: again.
        perform people_lock_person(owner);
        locked := owner;
    end loop;
end $$;

create function people_link_cards() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    own bigint;
    other bigint;
begin
    perform pg_advisory_xact_lock(hashtextextended('people links', 0));
    select person into own from people_player where id = new.card_id;
    select person into other from people_player where id = new.joined_id;
    if own = other then
        perform ledger_refuse('23H47', 'linked_already', 'These two cards are one person''s already.',
                              jsonb_build_object('card', new.card_id, 'joined', new.joined_id));
    end if;
    perform people_lock_person(least(own, other));
    perform people_lock_person(greatest(own, other));
    update people_player set person = least(own, other) where person = greatest(own, other);
    return null;
end $$;
create trigger link after insert on people_cardlink for each row execute function people_link_cards();
alter table people_cardlink enable always trigger link;

-- Whose card it was at an instant, by the links recorded until then: the lowest card that they reach.
create function people_person_at(of_card bigint, instant timestamptz) returns bigint
    language sql stable parallel safe set search_path = pg_catalog, public, pg_temp as $$
    with recursive reach(id) as (
        select of_card
        union
        select case when l.card_id = r.id then l.joined_id else l.card_id end
          from reach r join people_cardlink l on r.id in (l.card_id, l.joined_id) and l.recorded_at <= instant
    )
    select min(id) from reach
$$;

-- The kind of exclusion that bars this player from play at that instant, on whichever of his cards it stands; else null.
create function people_barred(who bigint, instant timestamptz) returns text
    language sql stable parallel safe set search_path = pg_catalog, public, pg_temp as $$
    select x.kind from people_player own join people_player card on card.person = own.person
      join people_exclusion x on x.player_id = card.id
     where own.id = who and x.from_at <= instant and (x.until is null or x.until > instant)
     order by x.until desc nulls first limit 1
$$;

-- Currency of a gaming day by person and direction. A closed day is as it stood when it closed, unless `restated`;
-- lines void by then count nowhere. Somebody unknown is a person of his own description.
create function people_currency_sums(in_day date, restated boolean)
    returns table (person bigint, guest text, direction text, amount bigint, lines int, cards text[])
    language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    with cut as (
        select coalesce((select max(changed_at) from ledger_period_change
                          where day = in_day and state = 'closed' and not restated), 'infinity') as at
    ), line as (
        select l.player_id, l.description, l.direction::text, l.amount from people_currencyline l, cut
         where l.day = in_day and l.voids_id is null and l.recorded_at <= cut.at
           and not exists (select from people_currencyline v where v.voids_id = l.id and v.recorded_at <= cut.at)
    ), player as (
        select d.player_id, people_person_at(d.player_id, cut.at) as person, p.card
          from (select distinct player_id from line where player_id is not null) d
          join people_player p on p.id = d.player_id, cut
    )
    select player.person, case when line.player_id is null then lower(btrim(line.description)) else '' end, line.direction,
           sum(line.amount)::bigint, count(*)::int, coalesce(array_agg(distinct player.card::text) filter (where player.card is not null), '{}')
      from line left join player on player.player_id = line.player_id
     group by 1, 2, 3 order by 4 desc, 1, 2, 3
$$;

create index people_player_person on people_player (person);
create index people_currency_player on people_currencyline (player_id, day);
grant select on people_cardlink to house_web, house_worker, house_auditor;
grant insert on people_cardlink to house_web;
grant usage on sequence people_cardlink_id_seq to house_web;
grant execute on function people_lock_card(bigint) to house_web;
grant execute on function people_barred(bigint, timestamptz) to house_web, house_worker, house_auditor;
grant execute on function people_person_at(bigint, timestamptz), people_currency_sums(date, boolean)
    to house_web, house_worker, house_auditor;
