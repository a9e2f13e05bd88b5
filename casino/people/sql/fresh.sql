-- A signature counts while its signer's second factor is fresh, whoever writes it. Refusal 23H48.
-- The trigger names the column of the time, then those of the signers.
create function people_guard_fresh() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    facts jsonb := to_jsonb(new);
    signer bigint;
begin
    for n in 1 .. tg_nargs - 1 loop
        signer := (facts ->> tg_argv[n])::bigint;
        if signer is not null and not people_fresh(signer, (facts ->> tg_argv[0])::timestamptz) then
            perform ledger_refuse('23H48', 'step_up', 'Give a fresh code of your authenticator, then sign.',
                                  jsonb_build_object('login', signer));
        end if;
    end loop;
    return new;
end $$;
