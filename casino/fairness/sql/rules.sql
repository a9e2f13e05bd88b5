-- What holds in the fairness tables whoever writes.

-- A link is taken in order, from a chain that this shift uses, that has it, and that nobody has revealed.
--
-- A shift's end makes its roots known, so no close may be under way then: not one held back uncommitted, to be kept or
-- rolled back once the root is seen, nor one that looks at a snapshot from before the end. And a close says when it was
-- written; nobody tells it.
create function fairness_guard_close() returns trigger
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
create trigger guard before insert on fairness_close for each row execute function fairness_guard_close();
alter table fairness_close enable always trigger guard;

create function fairness_guard_end() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    perform pg_advisory_xact_lock(hashtextextended('shift ends', new.shift));
    return new;
end $$;
create trigger guard before insert on fairness_end for each row execute function fairness_guard_end();
alter table fairness_end enable always trigger guard;

-- The throw follows its close: as many dice as were due, each a face.
create function fairness_guard_throw() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    due int := (select dice from fairness_close where id = new.close_id);
begin
    if due is null then
        perform ledger_refuse('23H93', 'no_close', 'A throw follows its close.', jsonb_build_object('close', new.close_id));
    elsif new.faces::text !~ '^\[[1-6](, [1-6])*\]$' or jsonb_array_length(new.faces) <> due then
        perform ledger_refuse('23H43', 'faces_wrong', format('This throw has %s dice, each from 1 to 6.', due),
                              jsonb_build_object('close', new.close_id));
    end if;
    return new;
end $$;
create trigger guard before insert on fairness_throw for each row execute function fairness_guard_throw();
alter table fairness_throw enable always trigger guard;

-- Roots become public only when the shift has ended and every close of it is thrown.
create function fairness_guard_reveal() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    if not exists (select from fairness_use u join fairness_end e on e.shift = u.shift where u.chain_id = new.chain_id)
       or exists (select from fairness_close c left join fairness_throw t on t.close_id = c.id
                  where c.chain_id = new.chain_id and t.close_id is null) then
        perform ledger_refuse('23H44', 'reveal_too_early', 'A root stays secret until its shift has ended with every throw made.',
                              jsonb_build_object('chain', new.chain_id));
    end if;
    return new;
end $$;
create trigger guard before insert on fairness_reveal for each row execute function fairness_guard_reveal();
alter table fairness_reveal enable always trigger guard;
