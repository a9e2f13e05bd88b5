-- What Django's models can't say about the ledger's tables.

-- No function of the house is anyone's until it is granted by name, those of later migrations too.
alter default privileges revoke execute on functions from public;

-- Half-full pages let every balance update stay on its page (HOT) and leave the two indexes alone.
alter table ledger_account set (fillfactor = 50);

-- What one value must look like stands in domains: they are checked when a value is stored, not again whenever another
-- column of its row changes, and their rules are parsed once a session.
create domain ledger_path as text collate "C"
    constraint ledger_path check (value ~ '^[a-z][a-z0-9-]*(:[a-z0-9-]+)*$' and length(value) <= 100);
create domain ledger_actor as text constraint ledger_actor check (value ~ '^[a-z]+(:[0-9]+)?$');
create domain ledger_approvers as text[]
    constraint ledger_approvers check (array_to_string(value, ',') ~ '^([a-z]+(:[0-9]+)?(,|$))*$');
create domain ledger_word as text collate "C" constraint ledger_word check (value <> '');
create domain ledger_facts as jsonb constraint ledger_facts check (jsonb_typeof(value) = 'object');
create domain ledger_amount as bigint constraint ledger_amount check (value > 0);
create domain ledger_sha256 as bytea constraint ledger_sha256 check (octet_length(value) = 32);

create function ledger_uuid7() returns uuid language sql volatile as $$
    -- RFC 9562, version 7: 48 bits of Unix milliseconds over a random (version 4) uuid.
    select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
        52, 1), 53, 1), 'hex')::uuid
$$;

-- From version 18 on PostgreSQL makes them itself, at a twentieth of a posting's processor time.
do $$ begin
    if current_setting('server_version_num')::int >= 180000 then
        create or replace function ledger_uuid7() returns uuid language sql volatile as 'select uuidv7()';
    end if;
end $$;

alter table ledger_account alter column path type ledger_path;
alter table ledger_posting
    alter column actor type ledger_actor, alter column approvers type ledger_approvers,
    alter column scope type ledger_word, alter column key type ledger_word, alter column facts type ledger_facts,
    alter column xact set default pg_current_xact_id(), alter column public_id set default ledger_uuid7();
alter table ledger_period_change alter column actor type ledger_actor;
alter table ledger_transfer alter column amount type ledger_amount;
alter table ledger_answer
    alter column scope type ledger_word, alter column key type ledger_word, alter column answer type ledger_facts,
    alter column request_hash type ledger_sha256;

-- Only what stands for the world outside, counting differences and unrated chips may go below zero, whoever asks.
create function ledger_may_go_below_zero(path text) returns boolean
    language sql immutable parallel safe
    return path like 'outside:%' or path like 'house:over-short:%' or path = 'floor:unrated';

-- Foreign keys are checked at once, not at COMMIT: what is refused is refused where it is asked for.
alter table ledger_posting
    add constraint ledger_posting_reverses foreign key (reverses_id) references ledger_posting (id),
    add constraint ledger_posting_void_of foreign key (void_of_id) references ledger_posting (id);

-- Both sides of a transfer hold the transfer's asset: a transfer across assets can't be written down.
alter table ledger_transfer
    add constraint ledger_transfer_debit_asset foreign key (debit_id, asset_id) references ledger_account (id, asset_id),
    add constraint ledger_transfer_credit_asset foreign key (credit_id, asset_id) references ledger_account (id, asset_id);
