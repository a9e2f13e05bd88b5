-- The log: leaves without a gap, inner nodes, seals, cosignatures. Only the sealer appends, by the doors below.

alter table ledger_leaf alter column hash type ledger_sha256;
alter table ledger_node alter column hash type ledger_sha256;
alter table ledger_seal alter column root type ledger_sha256;

-- Leaves are numbered on from the last one, whoever writes them.
create function ledger_guard_leaves() returns trigger language plpgsql as $$
declare
    begins bigint;
    ends bigint;
    many bigint;
begin
    select min(sequence), max(sequence), count(*) into begins, ends, many from fresh;
    if many > 0 and (ends - begins + 1 <> many
                     or begins <> 0 and not exists (select from ledger_leaf where sequence = begins - 1)) then
        perform ledger_refuse('23H30', 'log_gap', format('Leaves %s to %s don''t follow the log''s last one.', begins, ends),
                              jsonb_build_object('begins', begins, 'ends', ends, 'leaves', many));
    end if;
    return null;
end $$;
create trigger guard after insert on ledger_leaf referencing new table as fresh
    for each statement execute function ledger_guard_leaves();
alter table ledger_leaf enable always trigger guard;

-- A seal is over every leaf there is, its note says its size and root, and its snapshot is the transaction's own.
create function ledger_guard_seal() returns trigger language plpgsql as $$
declare
    leaves bigint := (select coalesce(max(sequence) + 1, 0) from ledger_leaf);
    said text[] := string_to_array(new.checkpoint, E'\n');
begin
    if new.size <> leaves or said[2] is distinct from new.size::text
       or said[3] is distinct from encode(new.root, 'base64') then
        perform ledger_refuse('23H31', 'seal_differs', format('The log has %s leaves; this seal is of %s.', leaves, new.size),
                              jsonb_build_object('leaves', leaves, 'size', new.size));
    end if;
    if current_setting('transaction_isolation') <> 'repeatable read'
       or new.snapshot::text <> pg_current_snapshot()::text then
        perform ledger_refuse('23H32', 'seal_unsure',
                              'A seal is made in one repeatable-read transaction and keeps its snapshot.');
    end if;
    return new;
end $$;
create trigger guard before insert on ledger_seal for each row execute function ledger_guard_seal();
alter table ledger_seal enable always trigger guard;

-- The doors. `first` is the sequence of the first leaf; inner nodes are named by level and index.
create function ledger_append_leaves(first bigint, postings bigint[], hashes bytea[], levels smallint[], indexes bigint[],
                                     inner_hashes bytea[]) returns void
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    written bigint;
begin
    insert into ledger_leaf (sequence, posting_id, hash)
    select first + n - 1, posting.id, hash
      from unnest(postings, hashes) with ordinality fresh(id, hash, n) join ledger_posting posting on posting.id = fresh.id
     order by n;
    get diagnostics written = row_count;
    if written <> cardinality(postings) or cardinality(hashes) <> cardinality(postings) then
        perform ledger_refuse('23H18', 'unknown_posting', 'Only postings that are in the books can be sealed.');
    end if;
    insert into ledger_node (level, index, hash) select * from unnest(levels, indexes, inner_hashes);
end $$;

create function ledger_append_seal(new_size bigint, new_root bytea, note text) returns void
    language sql security definer set search_path = pg_catalog, public, pg_temp as $$
    insert into ledger_seal (size, root, checkpoint, snapshot, system_identifier, sealed_at)
    values (new_size, new_root, note, pg_current_snapshot(), (select system_identifier from pg_control_system()),
            clock_timestamp())
$$;

-- A line that is there already stays as it is.
create function ledger_append_cosignature(of_size bigint, by_witness text, signature_line text) returns void
    language sql security definer set search_path = pg_catalog, public, pg_temp as $$
    insert into ledger_cosignature (size, witness, line, received_at)
    values (of_size, by_witness, signature_line, clock_timestamp())
        on conflict (witness, size) do nothing
$$;

grant select on ledger_leaf, ledger_node, ledger_seal, ledger_cosignature
    to house_web, house_worker, house_auditor, house_sealer;
grant execute on function
    ledger_append_leaves(bigint, bigint[], bytea[], smallint[], bigint[], bytea[]),
    ledger_append_seal(bigint, bytea, text),
    ledger_append_cosignature(bigint, text, text)
to house_sealer;
