-- A job's request never changes, an ended job not at all, and none disappears.

alter table ledger_export_job
    alter column public_id set default ledger_uuid7(), alter column requested_at set default clock_timestamp(),
    alter column form set default 'csv', alter column state set default 'waiting', alter column attempts set default 0,
    alter column rows_done set default 0, alter column folder set default '', alter column name set default '',
    alter column sha256 set default '', alter column error_code set default '', alter column error set default '',
    alter column actor type ledger_actor, alter column scope type ledger_facts;

create function ledger_guard_export_job() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    if old.state in ('done', 'failed') then
        perform ledger_refuse('23H33', 'export_ended', 'This export has ended; ask for a new one.',
                              jsonb_build_object('export', old.public_id, 'state', old.state));
    end if;
    if (new.id, new.public_id, new.kind, new.form, new.scope, new.actor, new.requested_at)
       is distinct from (old.id, old.public_id, old.kind, old.form, old.scope, old.actor, old.requested_at) then
        perform ledger_refuse('23H34', 'export_fixed', 'What was asked for stays as it was asked.',
                              jsonb_build_object('export', old.public_id));
    end if;
    return new;
end $$;
create trigger guard before update on ledger_export_job for each row execute function ledger_guard_export_job();
alter table ledger_export_job enable always trigger guard;
create trigger kept before delete or truncate on ledger_export_job
    for each statement execute function ledger_refuse_change();
alter table ledger_export_job enable always trigger kept;

grant select on ledger_export_job to house_web, house_worker, house_auditor;
grant insert (kind, form, scope, actor) on ledger_export_job to house_web, house_worker;
grant usage on sequence ledger_export_job_id_seq to house_web, house_worker;
grant update (state, attempts, lease_until, rows_done, rows_total, folder, name, size, sha256, error_code, error, ended_at)
    on ledger_export_job to house_worker;
-- A default runs as who inserts, and a job's public id is one.
grant execute on function ledger_uuid7() to house_web, house_worker;
