-- The one door that writes money. One call writes any number of postings with all their transfers, or nothing.
--
-- `places` names each account once, as path and asset, in ascending order: {"player:42 chips:GBP","table:7:layout chips:GBP"}.
-- A move carries `amount` from places[credit] to places[debit] and belongs to events[event]; counting starts at 1, and
-- moves come in the order of their events (events.sql).
-- Accounts not open yet are opened.
--
-- Moves act in the order given: each stored balance is the account's after that transfer, and every one of them, not
-- only the last, must keep the account's floor and ceiling. So the history itself shows that no account ever crossed
-- its floor; a caller writes what an account receives before what it gives on.
--
-- Accounts are locked in the order of their places, so two calls never deadlock; make one call per transaction. `lane`,
-- if given, is taken first: heavy writers of one lane queue there instead of on each other's rows.
--
-- The settings keep one plan for all calls: rows are found by index one by one, whatever the planner guesses of arrays.

create type ledger_event as (
    kind text, actor text, approvers text[], reason text, scope text, key text, period date, effective_at timestamptz,
    reverses bigint, void_of bigint, facts jsonb
);
create type ledger_move as (event int, debit int, credit int, amount bigint);

create function ledger_post(events ledger_event[], places text[], moves ledger_move[], lane int default null)
    returns table (id bigint, public_id uuid, recorded_at timestamptz)
    language plpgsql security definer rows 1
    set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_generic_plan
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
    found_places text[];   -- the accounts locked, in the order of `places`, and what they hold
    held bigint[];
    assets smallint[];
    balances bigint[];
    versions bigint[];
    floors bigint[];
    ceilings bigint[];
    stamp timestamptz;
    posting_ids bigint[];
    move ledger_move;
    n int := 0;
    debit_balances bigint[];
    debit_versions bigint[];
    credit_balances bigint[];
    credit_versions bigint[];
begin
    if cardinality(events) <> 1 or cardinality(moves) = 0 then
        perform ledger_check_events(events, moves);
    end if;
    if lane is not null then
        perform pg_advisory_xact_lock(hashtext('ledger lane'), lane);
    end if;
    loop
        -- None is locked unless all are open: one who opens accounts may wait for another opener, so holds nothing yet.
        select array_agg(a.place), array_agg(a.id), array_agg(a.asset_id), array_agg(a.balance), array_agg(a.version),
               array_agg(a.floor), array_agg(a.ceiling), max(a.recorded_at)
          into found_places, held, assets, balances, versions, floors, ceilings, stamp
          from (select * from ledger_account
                 where place = any (places)
                   and cardinality(places) = (select count(*) from ledger_account where place = any (places))
                 order by place for no key update) a;
        exit when found_places = places;
        perform ledger_open_places(places);
    end loop;
    stamp := greatest(clock_timestamp(), stamp);

    foreach move in array moves loop
        n := n + 1;
        balances[move.debit] := balances[move.debit] + move.amount;
        versions[move.debit] := versions[move.debit] + 1;
        debit_balances[n] := balances[move.debit];
        debit_versions[n] := versions[move.debit];
        balances[move.credit] := balances[move.credit] - move.amount;
        versions[move.credit] := versions[move.credit] + 1;
        credit_balances[n] := balances[move.credit];
        credit_versions[n] := versions[move.credit];
        if balances[move.credit] < floors[move.credit] or balances[move.debit] > ceilings[move.debit] or move.amount <= 0 then
            if move.amount <= 0 then
                perform ledger_refuse('23H05', 'amount_not_positive', 'Every transfer moves an amount of at least 1.');
            end if;
            perform ledger_refuse_repeated(events);
            perform ledger_refuse_bounds(places[move.credit], balances[move.credit], floors[move.credit],
                                         places[move.debit], balances[move.debit], ceilings[move.debit], move.amount);
        end if;
    end loop;
    for event in 1 .. cardinality(events) loop
        posting_ids[event] := nextval('ledger_posting_id_seq');
    end loop;

    return query
    with posting as (
        insert into ledger_posting (id, effective_at, recorded_at, reverses_id, void_of_id, period, kind, actor, approvers,
                                    reason, scope, key, facts)
        select posting_ids[n], effective_at, stamp, reverses, void_of, period, kind, actor, approvers, reason, scope, key,
               facts
          from unnest(events) with ordinality e(kind, actor, approvers, reason, scope, key, period, effective_at, reverses,
                                                void_of, facts, n)
        returning id, public_id, recorded_at
    ), transfer as (
        insert into ledger_transfer (posting_id, debit_id, credit_id, amount, debit_balance, credit_balance, debit_version,
                                     credit_version, recorded_at, asset_id)
        select posting_ids[event], held[debit], held[credit], amount, debit_balances[n], credit_balances[n],
               debit_versions[n], credit_versions[n], stamp, assets[debit]
          from unnest(moves) with ordinality m(event, debit, credit, amount, n)
    ), account as (
        update ledger_account a set balance = balances[n], version = versions[n], recorded_at = stamp
          from generate_series(1, cardinality(held)) n where a.id = held[n]
    )
    select id, public_id, recorded_at from posting;
end $$;

-- An event that is in the books already is refused as that, though its account may have nothing left to pay it again.
create function ledger_refuse_repeated(events ledger_event[]) returns void language plpgsql as $$
declare
    earlier record;
begin
    select p.id, p.scope, p.key into earlier from unnest(events) e join ledger_posting p on (p.scope, p.key) = (e.scope, e.key)
     limit 1;
    if found then
        perform ledger_refuse('23H17', 'already_posted', format('This event is in the books already, as posting %s.', earlier.id),
                              jsonb_build_object('posting', earlier.id, 'scope', earlier.scope, 'key', earlier.key));
    end if;
end $$;

-- The same by names, for SQL that is written by hand or has paths: each line moves `amount` of `asset`.
create type ledger_line as (event int, debit text, credit text, asset text, amount bigint);

create function ledger_post_lines(events ledger_event[], lines ledger_line[])
    returns table (id bigint, public_id uuid, recorded_at timestamptz)
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    places text[];
begin
    places := array(select distinct path || ' ' || asset collate "C"
                      from unnest(lines), lateral unnest(array[debit, credit]) path order by 1);
    return query select * from ledger_post(events, places,
        array(select row(event, array_position(places, debit || ' ' || asset), array_position(places, credit || ' ' || asset),
                         amount)::ledger_move
                from unnest(lines) with ordinality l(event, debit, credit, asset, amount, n) order by n));
end $$;
