-- How often something was tried in a minute. Unlogged: after a crash everybody begins anew, nothing of the house is lost.
create unlogged table people_pace (
    minute bigint not null,
    bucket text not null check (length(bucket) <= 120),
    tries integer not null check (tries >= 0),
    primary key (minute, bucket)
);

-- One more try of `bucket` in `minute`; how many there were then. Old minutes go with the first try of a new one.
create function people_take_pace(bucket text, minute bigint) returns integer
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    taken integer;
begin
    insert into people_pace as p (minute, bucket, tries) values ($2, $1, 1)
        on conflict on constraint people_pace_pkey do update set tries = p.tries + 1 returning p.tries into taken;
    if taken = 1 then
        delete from people_pace p where p.minute < $2 - 2;
    end if;
    return taken;
end $$;

create function people_give_pace_back(bucket text, minute bigint) returns void
    language sql security definer set search_path = pg_catalog, public, pg_temp as $$
    update people_pace p set tries = greatest(0, p.tries - 1) where p.minute = $2 and p.bucket = $1;
$$;

revoke all on function people_take_pace(text, bigint), people_give_pace_back(text, bigint) from public;
grant execute on function people_take_pace(text, bigint), people_give_pace_back(text, bigint) to house_web;
