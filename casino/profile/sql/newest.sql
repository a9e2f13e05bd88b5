-- The version that decisions are made by now: what a document stores that names no other.
create function profile_newest() returns int
    language sql stable parallel safe set search_path = pg_catalog, public, pg_temp as $$
    select max(version) from profile_profile
$$;
grant execute on function profile_newest() to house_web, house_worker, house_auditor;
