-- A call of several postings: each has a transfer, and their transfers stand together in the order of the postings. So the
-- versions of every account rise along the log too, where a posting is one leaf.

create function ledger_check_events(events ledger_event[], moves ledger_move[]) returns void
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    given int[] := array(select event from unnest(moves) with ordinality m(event, debit, credit, amount, n) order by n);
begin
    if (cardinality(events) > 0
        and cardinality(events) = (select count(distinct event) from unnest(given) event
                                    where event between 1 and cardinality(events))) is not true then
        perform ledger_refuse('23H19', 'malformed', 'Every posting needs at least one transfer.');
    end if;
    if given is distinct from array(select event from unnest(given) event order by event) then
        perform ledger_refuse('23H27', 'moves_out_of_order', 'Give the transfers posting by posting, in the order of the postings.');
    end if;
end $$;
