-- Append-only, the second layer: triggers that raise on UPDATE, DELETE and TRUNCATE, even of no rows, even for the
-- owner, even with replication triggers off. select ledger_append_only('a_table') puts them on any table.

create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
    perform ledger_refuse('23H20', 'append_only',
        format('%s is append-only: %s is refused; write a new row that corrects it.', tg_table_name, tg_op),
        jsonb_build_object('table', tg_table_name, 'act', tg_op));
    return null;
end $$;

create function ledger_append_only(target regclass) returns void language plpgsql as $$
begin
    execute format('create trigger append_only before update or delete or truncate on %s
                    for each statement execute function ledger_refuse_change()', target);
    execute format('alter table %s enable always trigger append_only', target);
end $$;
