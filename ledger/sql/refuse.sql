-- How the ledger refuses: SQLSTATE of class 23Hxx, the code as the constraint's name, a sentence, and facts as JSON.
-- It returns a bigint only so that a query can call it where a balance stands.

create function ledger_refuse(state text, code text, sentence text, facts jsonb default '{}') returns bigint
    language plpgsql as $$
begin
    raise exception using errcode = state, constraint = code, message = sentence, detail = facts::text;
end $$;

create function ledger_refuse_bounds(account bigint, held bigint, change bigint) returns bigint
    language plpgsql as $$
declare
    place record;
    facts jsonb;
begin
    select a.path, s.code as asset, a.floor, a.ceiling into place
      from ledger_account a join ledger_asset s on s.id = a.asset_id where a.id = account;
    facts := jsonb_build_object('account', place.path, 'asset', place.asset, 'has', held::text,
                                'needs', abs(change)::text, 'floor', place.floor::text, 'ceiling', place.ceiling::text);
    if change < 0 then
        return ledger_refuse('23H01', 'insufficient_funds', format('%s holds %s %s and may not go below %s; %s are needed.',
            place.path, held, place.asset, place.floor, -change), facts);
    end if;
    return ledger_refuse('23H02', 'over_ceiling', format('%s holds %s %s and may not go above %s; %s more are refused.',
        place.path, held, place.asset, place.ceiling, change), facts);
end $$;
