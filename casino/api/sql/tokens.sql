-- Another password ends what the old one opened: sessions by their own hash, tokens here.
create function api_end_tokens() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    delete from knox_authtoken where user_id = new.id;
    return null;
end $$;
create trigger end_tokens after update of password on people_login for each row
    when (new.password is distinct from old.password) execute function api_end_tokens();
alter table people_login enable always trigger end_tokens;
