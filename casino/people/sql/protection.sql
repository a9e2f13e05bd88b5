-- Limits, and what counts against them. Refusals 23H4A, 23H4B, 23H4D and 23H4E.

-- Who has played what in a gaming day: written with every posting of a round, by people_play alone.
alter table people_played add constraint people_played_staked check (staked >= 0);

-- A card's limits in force at an instant. A wish not yet in force is replaced by a newer one. Its wait is waited by the
-- database's clock too: who writes the times can't say that it is over.
create function people_limits_held(of_card bigint, instant timestamptz)
    returns table (source text, kind text, span text, amount bigint)
    language sql stable parallel safe set search_path = pg_catalog, public, pg_temp as $$
    select distinct on (l.source, l.kind, l.span) l.source::text, l.kind::text, l.span::text, l.amount
      from people_limit l
     where l.player_id = of_card and l.from_at <= instant
       and l.recorded_at + (l.from_at - l.asked_at) <= clock_timestamp() and not exists (
           select from people_limit newer
            where newer.player_id = l.player_id and newer.source = l.source and newer.kind = l.kind and newer.span = l.span
              and newer.id > l.id and newer.asked_at < l.from_at)
     order by l.source, l.kind, l.span, l.id desc
$$;

-- A person's limits in force at an instant: of several the lowest wins.
create function people_limits_at(of_person bigint, instant timestamptz)
    returns table (kind text, span text, amount bigint)
    language sql stable parallel safe set search_path = pg_catalog, public, pg_temp as $$
    select held.kind, held.span, min(held.amount)
      from people_player card, people_limits_held(card.id, instant) held
     where card.person = of_person and held.amount is not null group by held.kind, held.span
$$;

-- A wish comes after those before it, and only one that lowers holds at once.
create function people_guard_limit() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    held bigint;
    wait interval;
begin
    perform people_lock_card(new.player_id);
    if exists (select from people_limit l where l.player_id = new.player_id and l.source = new.source and l.kind = new.kind
                  and l.span = new.span and l.asked_at > new.asked_at) then
        perform ledger_refuse('23H4D', 'limit_order', 'Another wish for this limit came first: look again, then ask anew.',
                              jsonb_build_object('player', new.player_id));
    end if;
    select amount into held from people_limits_held(new.player_id, new.asked_at) l
     where l.source = new.source and l.kind = new.kind and l.span = new.span;
    select make_interval(hours => greatest(24, (data -> 'protection' ->> 'raise_after_hours')::int)) into wait
      from profile_profile where version = profile_newest();
    if (new.amount <= coalesce(held, new.amount)) is not true and new.from_at < new.asked_at + wait then
        perform ledger_refuse('23H4E', 'limit_wait', 'A limit is raised or lifted after a day, never at once.',
                              jsonb_build_object('player', new.player_id, 'held', held::text));
    end if;
    return new;
end $$;
create trigger guard before insert on people_limit for each row execute function people_guard_limit();
alter table people_limit enable always trigger guard;

-- What a person has used of a kind of limit in the day, week (from Monday) or month of gaming days around `in_day`.
create function people_used(of_person bigint, of_kind text, of_span text, in_day date) returns bigint
    language sql stable parallel safe set search_path = pg_catalog, public, pg_temp as $$
    select case of_kind
        when 'deposit' then (
            select sum(l.amount) from people_currencyline l join people_player card on card.id = l.player_id
             where card.person = of_person and l.direction = 'in' and l.voids_id is null
               and l.day >= begin and l.day < ends
               and not exists (select from people_currencyline v where v.voids_id = l.id))
        else (
            select sum(case of_kind when 'stake' then p.staked else p.lost end)
              from people_played p join people_player card on card.id = p.player_id
             where card.person = of_person and p.day >= begin and p.day < ends) end::bigint
      from (select date_trunc(of_span, in_day::timestamp)::date as begin,
                   (date_trunc(of_span, in_day::timestamp) + ('1 ' || of_span)::interval)::date as ends) within
$$;

create function people_check_limits(of_person bigint, in_day date, instant timestamptz, kinds text[]) returns void
    language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    passed record;
begin
    select l.kind, l.span, l.amount, used.amount as used into passed
      from people_limits_at(of_person, instant) l,
           lateral (select people_used(of_person, l.kind, l.span, in_day) as amount) used
     where l.kind = any (kinds) and used.amount > l.amount order by l.kind, l.span limit 1;
    if found then
        perform ledger_refuse('23H4A', 'limit_reached',
            format('This passes the player''s %s limit of %s a %s.', passed.kind, passed.amount, passed.span),
            jsonb_build_object('kind', passed.kind, 'span', passed.span, 'limit', passed.amount::text, 'would_be', passed.used::text));
    end if;
end $$;

-- Waits for whoever changes or uses this person's limits or exclusions, then refuses one who is barred by now.
-- An exclusion begins when it is recorded: one that is seen under the person's lock bars whatever comes after, also an
-- act that says it was asked for earlier, because its caller sent the end of his request late.
create function people_admit(of_person bigint, instant timestamptz) returns void
    language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    perform people_lock_card(of_person);
    if exists (select from people_player own join people_player card on card.person = own.person
                 join people_exclusion x on x.player_id = card.id
                where own.id = of_person and (x.until is null or x.until > instant)) then
        perform ledger_refuse('23H4B', 'excluded', 'This player is excluded from play; cashing out stays possible.');
    end if;
end $$;

-- Counts what a round's posting laid and lost for each player; where they are `laying`, nobody barred and nobody's limits
-- passed, or nothing is written at all. Comes after the posting: its account locks come first everywhere.
create function people_play(in_day date, who bigint[], laid bigint[], loss bigint[], instant timestamptz, laying boolean)
    returns void
    language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    of_person bigint;
begin
    if laying then
        for of_person in select distinct person from people_player where id = any (who) order by 1 loop
            perform people_admit(of_person, instant);
        end loop;
    end if;
    insert into people_played as so_far (player_id, day, staked, lost)
        select w, in_day, l, o from unnest(who, laid, loss) moved(w, l, o) order by w
        on conflict (player_id, day) do update set staked = so_far.staked + excluded.staked, lost = so_far.lost + excluded.lost;
    if laying then
        for of_person in
            select distinct own.person from people_player own
              join people_player card on card.person = own.person join people_limit l on l.player_id = card.id
             where own.id = any (who) order by 1 loop
            perform people_check_limits(of_person, in_day, instant, array['stake', 'loss']);
        end loop;
    end if;
end $$;

-- Comes after the currency line of cash that a player brings in.
create function people_bring_in(player bigint, in_day date, instant timestamptz) returns void
    language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    of_person bigint;
begin
    select person into of_person from people_player where id = player;
    perform people_admit(of_person, instant);
    perform people_check_limits(of_person, in_day, instant, array['deposit']);
end $$;

grant select on people_limit, people_played to house_web, house_worker, house_auditor;
grant insert (player_id, source, kind, span, amount, asked_at, from_at, profile, made_by_id) on people_limit to house_web;
grant usage on sequence people_limit_id_seq to house_web;
grant execute on function people_limits_held(bigint, timestamptz), people_limits_at(bigint, timestamptz), people_used(bigint, text, text, date)
    to house_web, house_worker, house_auditor;
grant execute on function people_play(date, bigint[], bigint[], bigint[], timestamptz, boolean),
    people_bring_in(bigint, date, timestamptz) to house_web, house_worker;
