-- A table changes by one version at a time, with the audit row that names it; a retired one stays as it was left.
create function pit_guard_table() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    if old.retired_at is not null then
        perform ledger_refuse('23H90', 'table_retired', 'This table is retired.', jsonb_build_object('table', old.code));
    end if;
    if (new.id, new.code, new.game, new.chip) is distinct from (old.id, old.code, old.game, old.chip)
       or new.version <> old.version + 1 then
        perform ledger_refuse('23H91', 'table_fixed', 'Code, game and chip of a table stay; a change counts its version up by one.',
                              jsonb_build_object('table', old.code));
    end if;
    return new;
end $$;
create trigger guard before update on pit_table for each row execute function pit_guard_table();
alter table pit_table enable always trigger guard;

create function pit_table_audited() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    if not exists (select from audit_auditrow where subject = 'table:' || new.code
                   and facts @> jsonb_build_object('version', new.version)) then
        perform ledger_refuse('23H92', 'table_unaudited', 'A change of a table needs its audit row in the same transaction.',
                              jsonb_build_object('table', new.code));
    end if;
    return null;
end $$;
create constraint trigger audited after update on pit_table deferrable initially deferred
    for each row execute function pit_table_audited();
alter table pit_table enable always trigger audited;
