-- How the ledger refuses: SQLSTATE of class 23Hxx, the code as the constraint's name, a sentence, and facts as JSON.

create function ledger_refuse(state text, code text, sentence text, facts jsonb default '{}') returns void
    language plpgsql as $$
begin
    raise exception using errcode = state, constraint = code, message = sentence, detail = facts::text;
end $$;

-- Says which of a transfer's two accounts would cross its bounds; both balances are those after the transfer.
create function ledger_refuse_bounds(giver text, giver_left bigint, floor bigint, receiver text, receiver_has bigint,
                                     ceiling bigint, amount bigint) returns void language plpgsql as $$
begin
    if giver_left < floor then
        perform ledger_refuse('23H01', 'insufficient_funds',
            format('%s holds %s; %s are needed and %s must stay.', giver, giver_left + amount, amount, floor),
            jsonb_build_object('account', split_part(giver, ' ', 1), 'asset', split_part(giver, ' ', 2),
                               'has', (giver_left + amount)::text, 'needs', amount::text, 'floor', floor::text));
    end if;
    perform ledger_refuse('23H02', 'over_ceiling',
        format('%s holds %s; %s more would pass its ceiling of %s.', receiver, receiver_has - amount, amount, ceiling),
        jsonb_build_object('account', split_part(receiver, ' ', 1), 'asset', split_part(receiver, ' ', 2),
                           'has', (receiver_has - amount)::text, 'receives', amount::text, 'ceiling', ceiling::text));
end $$;
