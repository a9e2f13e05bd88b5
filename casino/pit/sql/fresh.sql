-- Who signs the pit's papers gave a code lately, where the profile asks for one.
create trigger fresh before insert on pit_count for each row execute function people_guard_fresh('at', 'dealer_id', 'supervisor_id');
create trigger fresh before insert on pit_box for each row execute function people_guard_fresh('placed_at', 'placed_by_id', 'witness_id');
create trigger fresh_takers before update of removed_at on pit_box for each row execute function people_guard_fresh('removed_at', 'removed_by_id', 'removal_witness_id');
create trigger fresh before insert on pit_override for each row execute function people_guard_fresh('at', 'supervisor_id');
create trigger fresh before insert on pit_dicestep for each row execute function people_guard_fresh('at', 'signer_id', 'witness_id');
alter table pit_count enable always trigger fresh;
alter table pit_box enable always trigger fresh;
alter table pit_box enable always trigger fresh_takers;
alter table pit_override enable always trigger fresh;
alter table pit_dicestep enable always trigger fresh;
create trigger fresh_void after insert on ledger_posting for each row when (new.kind = 'void') execute function people_guard_posting('approvers');
alter table ledger_posting enable always trigger fresh_void;
