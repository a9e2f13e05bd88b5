-- The one door that writes money. One call writes any number of postings with all their transfers, or nothing.
--
-- p_* hold one element per posting, t_* one per transfer; t_posting is the posting's place in p_* (from 1). Approvers
-- are separated by commas. Transfers act in the order given: each stored balance is the account's after that transfer,
-- and every one of them, not only the last, must keep the account's floor and ceiling. So the history itself shows that
-- no account ever crossed its floor; a caller writes what an account receives before what it gives on.
--
-- Accounts are locked in the order of their ids, so two calls never deadlock; make one call per transaction. `lane`, if
-- given, is taken first: heavy writers of one lane queue there instead of on each other's rows.

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
    set search_path = pg_catalog, public, pg_temp set enable_seqscan = off
    set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
    postings int := cardinality(p_kind);
    transfers int := cardinality(t_amount);
    accounts bigint[];
    ids bigint[];
    stamp timestamptz;
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

    accounts := ledger_find_accounts(t_debit || t_credit, t_asset || t_asset);
    if array_position(accounts, null) is not null then
        accounts := ledger_open_accounts(t_debit || t_credit, t_asset || t_asset);
    end if;
    select max(held.recorded_at) into stamp
      from (select recorded_at from ledger_account where id = any (accounts) order by id for no key update) held;
    stamp := greatest(clock_timestamp(), stamp);
    for n in 1 .. postings loop
        ids[n] := nextval('ledger_posting_id_seq');
    end loop;

    return query
    with posting as (
        insert into ledger_posting (id, xact, effective_at, recorded_at, reverses_id, void_of_id, public_id, period, kind,
                                    actor, approvers, reason, scope, key, facts)
        select p.id, pg_current_xact_id(), p.effective_at, stamp, p.reverses, p.void_of, ledger_uuid7(stamp), p.period,
               p.kind, p.actor, string_to_array(p.approvers, ','), p.reason, p.scope, p.key, p.facts
          from unnest(ids, p_effective_at, p_reverses, p_void_of, p_period, p_kind, p_actor, p_approvers, p_reason, p_scope,
                      p_key, p_facts)
               p(id, effective_at, reverses, void_of, period, kind, actor, approvers, reason, scope, key, facts)
        returning id, public_id, recorded_at
    ), chain as (
        -- Two legs a transfer: what the debit account receives, then what the credit account gives.
        select l.n, l.side, l.account, l.delta, a.asset_id, a.floor, a.ceiling,
               (a.balance + sum(l.delta) over steps)::bigint as balance, a.version + row_number() over steps as version
          from (select (u.i - 1) % transfers + 1 as n, (u.i - 1) / transfers as side, u.account,
                       case when u.i <= transfers then u.amount else -u.amount end as delta
                  from unnest(accounts, t_amount || t_amount) with ordinality u(account, amount, i)) l
          join ledger_account a on a.id = l.account
        window steps as (partition by l.account order by l.n, l.side)
    ), leg as materialized (
        select n, side, account, version, asset_id,
               case when (balance < floor and delta < 0) or (balance > ceiling and delta > 0)
                    then ledger_refuse_bounds(account, balance - delta, delta) else balance end as balance
          from chain
    ), moved as (
        update ledger_account a set balance = last.balance, version = last.version, recorded_at = stamp
          from (select distinct on (account) account, balance, version from leg order by account, version desc) last
         where a.id = last.account
    ), written as (
        insert into ledger_transfer (posting_id, debit_id, credit_id, amount, debit_balance, credit_balance, debit_version,
                                     credit_version, recorded_at, asset_id)
        select ids[t_posting[n]], max(account) filter (where side = 0), max(account) filter (where side = 1), t_amount[n],
               max(balance) filter (where side = 0), max(balance) filter (where side = 1),
               max(version) filter (where side = 0), max(version) filter (where side = 1), stamp, max(asset_id)
          from leg group by n order by n
    )
    select id, public_id, recorded_at from posting order by id;
end $$;
