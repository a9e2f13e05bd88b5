-- Second factors: their secrets are the web login's alone.

create trigger kept before delete or truncate on people_authenticator
    for each statement execute function ledger_refuse_change();
alter table people_authenticator enable always trigger kept;

-- Whether a login's signature counts: it gave a code within the profile's seconds, or the profile asks for none.
create function people_fresh(who bigint, instant timestamptz) returns boolean
    language sql stable parallel safe set search_path = pg_catalog, public, pg_temp as $$
    select seconds = 0 or exists (select from people_confirmation c where c.login_id = who and c.at <= instant
                                     and c.at > instant - make_interval(secs => seconds))
      from (select coalesce((data ->> 'step_up_seconds')::int, 0) as seconds
              from profile_profile order by version desc limit 1) newest
$$;

grant select, insert on people_authenticator to house_web;
grant select (login_id, enrolled_at) on people_authenticator to house_worker, house_auditor;
grant select on people_confirmation to house_web, house_worker, house_auditor;
grant insert on people_confirmation to house_web;
grant usage on sequence people_confirmation_id_seq to house_web;
grant execute on function people_fresh(bigint, timestamptz) to house_web, house_worker, house_auditor;
