-- What holds for people whoever writes, and who may write at all.

-- The roles that a login holds now at `at_place` (pit:A, table:H1; empty: anywhere); none when it is deactivated.
create function people_roles(who bigint, at_place text default '') returns text[]
    language sql stable parallel safe set search_path = pg_catalog, public, pg_temp as $$
    select coalesce(array_agg(distinct g.role::text order by g.role::text), '{}')
      from people_rolegrant g join people_login l on l.id = g.login_id
     where l.id = who and l.is_active and g.ended_at is null
       and (g.place = '' or g.place = at_place or at_place = ''
            or at_place like 'table:%' and g.place in (
               select 'pit:' || p.key
                 from (select data from profile_profile order by version desc limit 1) newest,
                      jsonb_each(coalesce(newest.data -> 'pits', '{}')) p
                where p.value ? substr(at_place, 7)))
$$;

-- Whether `who` reports to `other`, directly or through others.
create function people_reports_to(who bigint, other bigint) returns boolean
    language sql stable parallel safe set search_path = pg_catalog, public, pg_temp as $$
    with recursive line as (
        select reports_to_id as boss from people_login where id = who
        union
        select l.reports_to_id from people_login l join line on l.id = line.boss
    )
    select exists (select from line where boss = other)
$$;

-- A grant is given or ended, nothing else; by an administrator, not to himself; the house itself makes the first one only.
-- Pairs of roles that the profile excludes are nobody's. The login's row is locked, so two grants at once see each other.
create function people_guard_grant() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    clash text;
begin
    if tg_op = 'UPDATE' then
        if old.ended_at is null and new.ended_at is not null
           and (new.id, new.login_id, new.role, new.place, new.granted_at, new.granted_by_id)
               is not distinct from (old.id, old.login_id, old.role, old.place, old.granted_at, old.granted_by_id) then
            return new;
        end if;
        perform ledger_refuse('23H45', 'grant_fixed', 'A role that was granted can only be ended.',
                              jsonb_build_object('grant', old.id));
    end if;
    if new.granted_by_id is null and exists (select from people_rolegrant where role = 'administrator' and ended_at is null)
       or new.granted_by_id is not null and not ('administrator' = any (people_roles(new.granted_by_id))
                                                 and new.granted_by_id <> new.login_id) then
        perform ledger_refuse('23H49', 'not_granted', 'Roles are given by an administrator, to somebody else than himself.',
                              jsonb_build_object('login', new.login_id));
    end if;
    perform from people_login where id = new.login_id for no key update;
    select g.role into clash
      from people_rolegrant g,
           (select data from profile_profile order by version desc limit 1) newest,
           jsonb_array_elements(newest.data -> 'incompatible') pair
     where g.login_id = new.login_id and g.ended_at is null and g.role <> new.role
       and (pair ->> 0 in (g.role, new.role) and pair ->> 1 in (g.role, new.role, '*'))
     limit 1;
    if found then
        perform ledger_refuse('23H46', 'roles_exclude', format('%s and %s exclude each other: one person can''t hold both.', clash, new.role),
                              jsonb_build_object('login', new.login_id, 'holds', clash, 'asked', new.role));
    end if;
    return new;
end $$;
create trigger guard before insert or update on people_rolegrant for each row execute function people_guard_grant();
alter table people_rolegrant enable always trigger guard;

-- People stay in the books: a login is deactivated, a player's personal data erased, nobody is deleted.
create trigger kept before delete or truncate on people_login for each statement execute function ledger_refuse_change();
create trigger kept before delete or truncate on people_rolegrant for each statement execute function ledger_refuse_change();
create trigger kept before delete or truncate on people_player for each statement execute function ledger_refuse_change();
alter table people_login enable always trigger kept;
alter table people_rolegrant enable always trigger kept;
alter table people_player enable always trigger kept;

-- The law's least: six months. A profile may ask for more, never for less.
alter table people_exclusion add constraint people_exclusion_six_months check (
    kind <> 'self' or until is null
    or until at time zone 'UTC' >= (from_at at time zone 'UTC') + interval '6 months');

grant select on people_login, people_rolegrant, people_player, people_personaldata, people_exclusion, people_currencyline
    to house_web;
grant select on people_rolegrant, people_player, people_exclusion, people_currencyline to house_worker, house_auditor;
grant select (id, username, display_name, is_active, language, reports_to_id, created_at, left_at, deactivated_at, last_login)
    on people_login to house_worker, house_auditor;
grant select on people_personaldata to house_auditor;
grant insert on people_login, people_rolegrant, people_player, people_personaldata, people_exclusion, people_currencyline
    to house_web;
grant update (password, last_login, display_name, language, is_active, reports_to_id, left_at, deactivated_at)
    on people_login to house_web;
grant update (ended_at, ended_by_id) on people_rolegrant to house_web;
grant update (login_id) on people_player to house_web;
grant update, delete on people_personaldata to house_web;
grant usage on sequence people_login_id_seq, people_player_id_seq, people_currencyline_id_seq to house_web;
grant execute on function people_roles(bigint, text), people_reports_to(bigint, bigint) to house_web, house_worker, house_auditor;
