-- Who signs the cage's papers gave a code lately, where the profile asks for one.
create trigger fresh before insert on cage_slipsignature for each row execute function people_guard_fresh('at', 'login_id');
create trigger fresh before insert on cage_drawercount for each row execute function people_guard_fresh('at', 'holder_id', 'second_id');
create trigger fresh before insert on cage_outsidedocument for each row execute function people_guard_fresh('at', 'signer_id', 'witness_id');
create trigger fresh before insert on cage_transfer for each row execute function people_guard_fresh('at', 'sender_id');
create trigger fresh_receiver before update on cage_transfer for each row execute function people_guard_fresh('ended_at', 'receiver_id');
alter table cage_slipsignature enable always trigger fresh;
alter table cage_drawercount enable always trigger fresh;
alter table cage_outsidedocument enable always trigger fresh;
alter table cage_transfer enable always trigger fresh;
alter table cage_transfer enable always trigger fresh_receiver;

-- A currency line taken back, and chips shown: their postings are all the paper they have.
create trigger fresh_shown after insert on ledger_posting
    for each row when (new.kind = 'unrated') execute function people_guard_posting('actor');
create trigger fresh_taken_back after insert on ledger_posting
    for each row when (new.reverses_id is not null and new.scope = 'currency') execute function people_guard_posting('actor');
alter table ledger_posting enable always trigger fresh_shown;
alter table ledger_posting enable always trigger fresh_taken_back;
