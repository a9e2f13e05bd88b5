-- How the ledger refuses: SQLSTATE of class 23Hxx, the code as the constraint's name, a sentence, and facts as JSON.

create function ledger_refuse(state text, code text, sentence text, facts jsonb default '{}') returns void
    language plpgsql as $$
begin
    raise exception using errcode = state, constraint = code, message = sentence, detail = facts::text;
end $$;

-- Says which of a transfer's two accounts would cross its bounds: the one that gives, or the one that receives.
create function ledger_refuse_bounds(giver bigint, giver_has bigint, receiver bigint, receiver_has bigint, amount bigint)
    returns void language plpgsql as $$
declare
    place record;
begin
    select a.path, s.code as asset, a.floor into place
      from ledger_account a join ledger_asset s on s.id = a.asset_id where a.id = giver and giver_has - amount < a.floor;
    if found then
        perform ledger_refuse('23H01', 'insufficient_funds',
            format('%s holds %s %s; %s are needed and %s must stay.', place.path, giver_has, place.asset, amount, place.floor),
            jsonb_build_object('account', place.path, 'asset', place.asset, 'has', giver_has::text, 'needs', amount::text,
                               'floor', place.floor::text));
    end if;
    select a.path, s.code as asset, a.ceiling into place
      from ledger_account a join ledger_asset s on s.id = a.asset_id where a.id = receiver;
    perform ledger_refuse('23H02', 'over_ceiling',
        format('%s holds %s %s; %s more would pass its ceiling of %s.', place.path, receiver_has, place.asset, amount, place.ceiling),
        jsonb_build_object('account', place.path, 'asset', place.asset, 'has', receiver_has::text, 'receives', amount::text,
                           'ceiling', place.ceiling::text));
end $$;
