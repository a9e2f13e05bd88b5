-- A shift's end makes its roots known, so no close may be under way then: not one held back uncommitted, to be kept or
-- rolled back once the root is seen, nor one that looks at a snapshot from before the end. And a close says when it was
-- written; nobody tells it.
create or replace function fairness_guard_close() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    here boolean;
    next_link int;
    ended boolean;
begin
    if current_setting('transaction_isolation') <> 'read committed' then
        perform ledger_refuse('23H4C', 'close_unsure', 'A close is written in a read-committed transaction, which sees its shift''s end.',
                              jsonb_build_object('shift', new.shift));
    end if;
    perform pg_advisory_xact_lock_shared(hashtextextended('shift ends', new.shift));
    -- A chain is revealed only after its shift's end, so the end alone is looked up.
    select new.i <= h.links and u.shift = new.shift,
           1 + coalesce((select max(i) from fairness_close where chain_id = new.chain_id), 0),
           exists (select from fairness_end where shift = new.shift)
      into here, next_link, ended
      from fairness_use u join fairness_chain h on h.id = u.chain_id where u.chain_id = new.chain_id;
    -- It stands in for a foreign key too.
    if here is not true then
        perform ledger_refuse('23H40', 'chain_not_here', 'This shift has no such link: the chain is not its own or is used up.',
                              jsonb_build_object('chain', new.chain_id, 'i', new.i));
    elsif new.i <> next_link then
        perform ledger_refuse('23H41', 'link_out_of_order', 'Links are taken one by one, none left out.',
                              jsonb_build_object('chain', new.chain_id, 'i', new.i));
    elsif ended then
        perform ledger_refuse('23H42', 'shift_ended', 'This shift throws no more: its chains are revealed or about to be.',
                              jsonb_build_object('shift', new.shift));
    end if;
    new.recorded_at := clock_timestamp();
    return new;
end $$;

create function fairness_guard_end() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    perform pg_advisory_xact_lock(hashtextextended('shift ends', new.shift));
    return new;
end $$;
create trigger guard before insert on fairness_end for each row execute function fairness_guard_end();
alter table fairness_end enable always trigger guard;
