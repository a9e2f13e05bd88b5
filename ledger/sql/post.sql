-- The one door that writes money. One call writes any number of postings with all their transfers, or nothing.
--
-- p_* hold one element per posting, t_* one per transfer; t_posting is the posting's place in p_* (from 1), approvers
-- are separated by commas. Transfers act in the order given: each stored balance is the account's after that transfer,
-- and every one of them, not only the last, must keep the account's floor and ceiling. So the history itself shows that
-- no account ever crossed its floor; a caller writes what an account receives before what it gives on.
--
-- Accounts are locked in the order of their ids, so two calls never deadlock; make one call per transaction. `lane`, if
-- given, is taken first: heavy writers of one lane queue there instead of on each other's rows.
--
-- The settings keep one plan for all calls: rows are found by index one by one, whatever the planner guesses of arrays.

create function ledger_uuid7(at timestamptz) returns uuid language sql volatile as $$
    -- RFC 9562, version 7: 48 bits of Unix milliseconds over a random (version 4) uuid.
    select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from at) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
$$;

create function ledger_post(
    p_kind text[], p_actor text[], p_approvers text[], p_reason text[], p_scope text[], p_key text[], p_period date[],
    p_effective_at timestamptz[], p_reverses bigint[], p_void_of bigint[], p_facts jsonb[],
    t_posting int[], t_debit text[], t_credit text[], t_asset text[], t_amount bigint[], lane int default null
) returns table (id bigint, public_id uuid, recorded_at timestamptz)
    language plpgsql security definer rows 1
    set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_generic_plan
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
    postings int := cardinality(p_kind);
    transfers int := cardinality(t_amount);
    accounts bigint[];     -- of each transfer's debit, then of each transfer's credit
    held bigint[];         -- the accounts locked, each once, ascending, and what they hold
    balances bigint[];
    versions bigint[];
    floors bigint[];
    ceilings bigint[];
    stamp timestamptz;
    ids bigint[];
    debit_balances bigint[];
    debit_versions bigint[];
    credit_balances bigint[];
    credit_versions bigint[];
    debit int;
    credit int;
begin
    if (postings > 0 and transfers > 0
        and postings = all (array[cardinality(p_actor), cardinality(p_approvers), cardinality(p_reason), cardinality(p_scope),
            cardinality(p_key), cardinality(p_period), cardinality(p_effective_at), cardinality(p_reverses),
            cardinality(p_void_of), cardinality(p_facts)])
        and transfers = all (array[cardinality(t_posting), cardinality(t_debit), cardinality(t_credit), cardinality(t_asset)])
        and 1 <= all (t_posting) and postings >= all (t_posting)
        and (postings = 1 or postings = (select count(distinct p) from unnest(t_posting) p))) is not true then
        perform ledger_refuse('23H19', 'malformed', 'Give each posting all its fields and at least one whole transfer.');
    end if;
    if (0 < all (t_amount)) is not true then
        perform ledger_refuse('23H05', 'amount_not_positive', 'Every transfer moves an amount of at least 1.');
    end if;
    if lane is not null then
        perform pg_advisory_xact_lock(hashtext('ledger lane'), lane);
    end if;

    accounts := array(
        select (select a.id from ledger_account a
                 where a.path = case when n <= transfers then t_debit[n] else t_credit[n - transfers] end
                   and a.asset_id = (select s.id from ledger_asset s where s.code = t_asset[(n - 1) % transfers + 1]))
          from generate_series(1, 2 * transfers) n);
    if array_position(accounts, null) is not null then
        accounts := ledger_open_accounts(t_debit || t_credit, t_asset || t_asset);
    end if;
    select array_agg(a.id), array_agg(a.balance), array_agg(a.version), array_agg(a.floor), array_agg(a.ceiling), max(a.recorded_at)
      into held, balances, versions, floors, ceilings, stamp
      from (select * from ledger_account where id = any (accounts) order by id for no key update) a;
    stamp := greatest(clock_timestamp(), stamp);

    for n in 1 .. transfers loop
        debit := width_bucket(accounts[n], held);
        balances[debit] := balances[debit] + t_amount[n];
        versions[debit] := versions[debit] + 1;
        debit_balances[n] := balances[debit];
        debit_versions[n] := versions[debit];
        credit := width_bucket(accounts[transfers + n], held);
        balances[credit] := balances[credit] - t_amount[n];
        versions[credit] := versions[credit] + 1;
        credit_balances[n] := balances[credit];
        credit_versions[n] := versions[credit];
        if balances[debit] > ceilings[debit] or balances[credit] < floors[credit] then
            perform ledger_refuse_bounds(held[credit], balances[credit] + t_amount[n], held[debit], balances[debit] - t_amount[n], t_amount[n]);
        end if;
    end loop;
    for n in 1 .. postings loop
        ids[n] := nextval('ledger_posting_id_seq');
    end loop;

    return query
    with posting as (
        insert into ledger_posting (id, xact, effective_at, recorded_at, reverses_id, void_of_id, public_id, period, kind,
                                    actor, approvers, reason, scope, key, facts)
        select ids[n], pg_current_xact_id(), p_effective_at[n], stamp, p_reverses[n], p_void_of[n], ledger_uuid7(stamp),
               p_period[n], p_kind[n], p_actor[n], string_to_array(p_approvers[n], ','), p_reason[n], p_scope[n], p_key[n],
               p_facts[n]
          from generate_series(1, postings) n
        returning id, public_id, recorded_at
    ), transfer as (
        insert into ledger_transfer (posting_id, debit_id, credit_id, amount, debit_balance, credit_balance, debit_version,
                                     credit_version, recorded_at, asset_id)
        select ids[t_posting[n]], accounts[n], accounts[transfers + n], t_amount[n], debit_balances[n], credit_balances[n],
               debit_versions[n], credit_versions[n], stamp, (select s.id from ledger_asset s where s.code = t_asset[n])
          from generate_series(1, transfers) n
    ), account as (
        update ledger_account a set balance = balances[n], version = versions[n], recorded_at = stamp
          from generate_series(1, cardinality(held)) n where a.id = held[n]
    )
    select id, public_id, recorded_at from posting;
end $$;
