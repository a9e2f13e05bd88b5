-- A signature counts while its signer's second factor is fresh, whoever writes it. Refusals 23H48, 23H4F.
create function people_check_fresh(signer bigint, signed_at timestamptz) returns void
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    if not people_fresh(signer, signed_at) then
        perform ledger_refuse('23H48', 'step_up', 'Give a fresh code of your authenticator, then sign.',
                              jsonb_build_object('login', signer));
    end if;
end $$;

-- The trigger names the column of the time, then those of the signers.
create function people_guard_fresh() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    facts jsonb := to_jsonb(new);
    signer bigint;
begin
    for n in 1 .. tg_nargs - 1 loop
        signer := (facts ->> tg_argv[n])::bigint;
        if signer is not null then
            perform people_check_fresh(signer, (facts ->> tg_argv[0])::timestamptz);
        end if;
    end loop;
    return new;
end $$;

-- Money that moves by two signatures and no paper of its own: who approved the posting signed it, and so did its actor
-- where the trigger says so. What the rules void by themselves is the worker's to post.
create function people_guard_posting() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    signers bigint[] := array(
        select distinct substr(who, 7)::bigint
          from unnest(new.approvers || case when tg_argv[0] = 'actor' then array[new.actor] end) who where who ~ '^staff:[0-9]{1,18}$');
    signer bigint;
begin
    if new.actor = 'house' and new.approvers = '{}' and session_user <> 'house_web' then
        return null;
    end if;
    if cardinality(signers) < 2 or exists (select from unnest(signers) who where people_roles(who) = '{}') then
        perform ledger_refuse('23H4F', 'posting_unsigned', 'Two different people of the house sign this.',
                              jsonb_build_object('posting', new.id));
    end if;
    foreach signer in array signers loop
        perform people_check_fresh(signer, new.effective_at);
    end loop;
    return null;
end $$;
