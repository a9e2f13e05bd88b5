-- The house's logins and database on a PostgreSQL of your own (15 to 18). As a superuser, as often as you like:
--     psql -X -v ON_ERROR_STOP=1 -f deploy/postgres/logins.sql postgres
-- Then give each login its password (\password house_web, ...). What each may touch is granted by the migrations.

create temporary table house_login (name text);
insert into house_login
values ('house_owner'), ('house_web'), ('house_worker'), ('house_fairness'), ('house_keeper'), ('house_sealer'),
       ('house_auditor');

select format('create role %I', name) from house_login
where not exists (select from pg_roles where rolname = name) \gexec

-- The owner inherits, or PostgreSQL 15 would keep it from its own database's schema public.
select format(
    'alter role %I login nosuperuser %s nocreatedb nocreaterole noreplication nobypassrls',
    name, case name when 'house_owner' then 'inherit' else 'noinherit' end
) from house_login \gexec

-- Order by code point, case by Unicode; from 17 on by PostgreSQL itself, so the same on every machine.
select case
    when current_setting('server_version_num')::int >= 170000
    then $$create database house owner house_owner template template0 encoding 'UTF8'
           locale 'C' locale_provider builtin builtin_locale 'C.UTF-8'$$
    else $$create database house owner house_owner template template0 encoding 'UTF8' locale 'C.UTF-8'$$
end
where not exists (select from pg_database where datname = 'house') \gexec

revoke all on database house from public;
select format('grant connect on database house to %I', name) from house_login \gexec

\connect house
revoke create on schema public from public;
