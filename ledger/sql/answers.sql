-- Idempotency: the first answer to a request is kept for ever under (scope, key) with the request's SHA-256.

-- Null: the key is new and now held until the transaction ends; go on, and keep the answer before COMMIT. Else the first
-- answer. A key held by another transaction, or used for another request, is refused. A refused request leaves no row.
create function ledger_claim(claimed_scope text, claimed_key text, hash bytea) returns jsonb
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    earlier ledger_answer;
begin
    if not pg_try_advisory_xact_lock(hashtextextended(claimed_scope || chr(31) || claimed_key, 23)) then
        perform ledger_refuse('23H09', 'still_running', 'The same request is still being worked on: ask again in a moment.',
                              jsonb_build_object('scope', claimed_scope, 'key', claimed_key));
    end if;
    select * into earlier from ledger_answer where scope = claimed_scope and key = claimed_key;
    if found and earlier.request_hash <> hash then
        perform ledger_refuse('23H08', 'key_reused', 'This key was used for another request: use a new key.',
                              jsonb_build_object('scope', claimed_scope, 'key', claimed_key));
    end if;
    return earlier.answer;
end $$;

create function ledger_keep_answer(claimed_scope text, claimed_key text, hash bytea, said jsonb) returns void
    language sql security definer set search_path = pg_catalog, public, pg_temp as $$
    insert into ledger_answer (answered_at, scope, key, request_hash, answer)
    values (clock_timestamp(), claimed_scope, claimed_key, hash, said)
$$;
