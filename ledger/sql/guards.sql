-- What holds whoever writes, the owner's raw SQL too.

-- The period's row is read for share, so a change of its state waits for what is in flight and a posting that comes
-- later sees the new state (a plain read was seen to race). One statement for all postings of a call.
create function ledger_guard_postings() returns trigger language plpgsql as $$
declare
    admitted boolean;
    bad record;
begin
    select bool_and((period.state = 'open' or period.state = 'closing' and kind.finishes) is true and kind.code is not null)
      into admitted
      from fresh left join ledger_kind kind on kind.code = fresh.kind
           left join lateral (select state from ledger_period where day = fresh.period for share) period on true;
    if admitted then
        return null;
    end if;
    select fresh.period as day, fresh.kind as code, kind.code is null as unknown, period.state into bad
      from fresh left join ledger_kind kind on kind.code = fresh.kind left join ledger_period period on period.day = fresh.period
     where (period.state = 'open' or period.state = 'closing' and kind.finishes) is not true or kind.code is null
     order by fresh.id limit 1;
    if bad.unknown then
        perform ledger_refuse('23H07', 'unknown_kind', format('There is no kind of posting called %s.', bad.code),
                              jsonb_build_object('kind', bad.code));
    elsif bad.state is null then
        perform ledger_refuse('23H12', 'unknown_period', format('Gaming day %s has not been opened.', bad.day),
                              jsonb_build_object('period', bad.day));
    elsif bad.state = 'closing' then
        perform ledger_refuse('23H11', 'period_closing',
            format('Gaming day %s is closing and admits only what finishes it; %s does not.', bad.day, bad.code),
            jsonb_build_object('period', bad.day, 'kind', bad.code));
    end if;
    perform ledger_refuse('23H10', 'period_closed', format('Gaming day %s is closed: date the posting today and refer back.',
                          bad.day), jsonb_build_object('period', bad.day));
    return null;
end $$;
create trigger guard after insert on ledger_posting referencing new table as fresh
    for each statement execute function ledger_guard_postings();
alter table ledger_posting enable always trigger guard;

-- A reversal is the exact mirror of a posting that is no reversal itself; that it happens once is a unique index.
create function ledger_guard_reversal() returns trigger language plpgsql as $$
begin
    if exists (select from ledger_posting where id = new.reverses_id and reverses_id is not null) then
        perform ledger_refuse('23H15', 'reversal_of_reversal',
            'A reversal can''t be reversed: post the event anew.', jsonb_build_object('posting', new.reverses_id));
    end if;
    if exists ((select debit_id, credit_id, asset_id, amount, count(*) from ledger_transfer where posting_id = new.id
                 group by 1, 2, 3, 4)
               except
               (select credit_id, debit_id, asset_id, amount, count(*) from ledger_transfer where posting_id = new.reverses_id
                 group by 1, 2, 3, 4))
       or (select count(*) from ledger_transfer where posting_id = new.id)
          <> (select count(*) from ledger_transfer where posting_id = new.reverses_id) then
        perform ledger_refuse('23H16', 'reversal_not_mirror', 'A reversal moves exactly the same amounts back.',
                              jsonb_build_object('posting', new.reverses_id));
    end if;
    return null;
end $$;
create trigger guard_reversal after insert on ledger_posting
    for each row when (new.reverses_id is not null) execute function ledger_guard_reversal();
alter table ledger_posting enable always trigger guard_reversal;

-- Transfers belong to a posting of the same transaction: none can be slipped into an old posting, nor past its period.
-- It stands in for the foreign key, which would look each transfer's posting up one by one, and for a CHECK, whose text
-- PostgreSQL would parse again at every call.
create function ledger_guard_transfers() returns trigger language plpgsql as $$
declare
    bad record;
begin
    select fresh.debit_id = fresh.credit_id as same, fresh.debit_id as account into bad
      from fresh left join ledger_posting posting on posting.id = fresh.posting_id
     where posting.xact is distinct from pg_current_xact_id() or fresh.debit_id = fresh.credit_id limit 1;
    if not found then
        return null;
    end if;
    if bad.same then
        perform ledger_refuse('23H04', 'same_account', 'A transfer needs two different accounts.',
                              jsonb_build_object('account', bad.account));
    end if;
    perform ledger_refuse('23H21', 'posting_complete', 'Transfers are written with their posting, never later.');
    return null;
end $$;
create trigger guard after insert on ledger_transfer referencing new table as fresh
    for each statement execute function ledger_guard_transfers();
alter table ledger_transfer enable always trigger guard;
