-- A profile is never edited: AppendOnly holds that; here, who reads and who makes one.

alter table profile_profile
    add constraint profile_data check (jsonb_typeof(data) = 'object'),
    add constraint profile_reason check (reason <> '');

grant select on profile_profile to house_web, house_worker, house_fairness, house_auditor;
grant insert on profile_profile to house_web;

-- What denomination lines ({"10000": 20}) add up to; null if a line is not whole pieces of a positive denomination.
create function profile_lines_total(lines jsonb) returns bigint
    language sql immutable parallel safe set search_path = pg_catalog, public, pg_temp as $$
    select case
        when jsonb_typeof(lines) <> 'object' then null
        when exists (select from jsonb_each(lines) l(denomination, pieces)
                      where denomination !~ '^[1-9][0-9]{0,14}$' or pieces::text !~ '^[1-9][0-9]{0,9}$') then null
        else (select coalesce(sum(denomination::bigint * pieces::text::bigint), 0)::bigint
                from jsonb_each(lines) l(denomination, pieces))
    end
$$;

-- Whether a version of the profile issues every denomination of these lines.
create function profile_issues(lines jsonb, of_version int) returns boolean
    language sql stable parallel safe set search_path = pg_catalog, public, pg_temp as $$
    select case when jsonb_typeof(lines) <> 'object' then false else
        not exists (select from jsonb_object_keys(lines) denomination
                     where not exists (select from profile_profile p, jsonb_array_elements_text(p.data -> 'denominations') issued
                                        where p.version = of_version and issued = denomination)) end
$$;
grant execute on function profile_lines_total(jsonb), profile_issues(jsonb, int)
    to house_web, house_worker, house_auditor;
