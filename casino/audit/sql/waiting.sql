-- What the relay has still to hand on, kept as rows of their own: to look for them costs what waits, not what was.
create function audit_wait() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    insert into audit_waiting (row_id) values (new.id);
    return null;
end $$;
create trigger wait after insert on audit_auditrow for each row when (new.topic is not null) execute function audit_wait();
alter table audit_auditrow enable always trigger wait;

create function audit_wait_no_more() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    delete from audit_waiting where row_id = new.row_id;
    return null;
end $$;
create trigger wait_no_more after insert on audit_delivery for each row execute function audit_wait_no_more();
alter table audit_delivery enable always trigger wait_no_more;

insert into audit_waiting (row_id)
select r.id from audit_auditrow r
where r.topic is not null and not exists (select from audit_delivery d where d.row_id = r.id);

grant select on audit_waiting to house_web, house_worker, house_auditor;
