"""What the schema holds of the log against anybody's SQL, and what the audit finds when it is got round."""

import psycopg
import pytest

from ledger.log.audit import audit
from ledger.log.note import Checkpoint
from tests.ledger.log.conftest import KEY, Log

SQL = {
    "a gap": ("insert into ledger_leaf select 7, max(id), sha256('') from ledger_posting", "log_gap"),
    "a leaf before the first": (
        "insert into ledger_leaf select -1, max(id), sha256('') from ledger_posting",
        "log_gap",
    ),
    "a seal of another size": (
        "insert into ledger_seal select 9, 1, now(), pg_current_snapshot(), root, checkpoint from ledger_seal",
        "seal_differs",
    ),
    "a leaf changed": ("update ledger_leaf set hash = sha256('')", "append_only"),
    "a leaf deleted": ("delete from ledger_leaf", "append_only"),
    "a node deleted": ("delete from ledger_node", "append_only"),
    "a seal changed": ("update ledger_seal set checkpoint = ''", "append_only"),
    "a seal deleted": ("delete from ledger_seal", "append_only"),
    "seals emptied": ("truncate ledger_seal cascade", "append_only"),
    "a cosignature deleted": ("delete from ledger_cosignature", "append_only"),
}


@pytest.mark.parametrize("name", SQL)
def test_the_owner_s_own_sql_is_refused(log: Log, name: str) -> None:
    log.books.fund("player:1", 5)
    log.sealer().seal()
    log.books.fund("player:1", 5)
    statement, code = SQL[name]
    with pytest.raises(psycopg.errors.IntegrityError) as refused:
        log.database.connect("owner").execute(statement)
    assert refused.value.diag.constraint_name == code
    assert (len(log.leaves()), log.sizes()) == (1, [1])


def test_a_seal_needs_the_snapshot_of_its_own_transaction(log: Log) -> None:
    """READ COMMITTED sees rows that its first snapshot didn't: they would be lost for ever."""
    log.books.fund("player:1", 5)
    log.sealer().seal()
    log.books.fund("player:1", 5)
    connection = log.connect()
    connection.execute("begin isolation level read committed")
    connection.execute(
        "select ledger_append_leaves(1, array(select max(id) from ledger_posting), array[sha256('')], '{}', '{}', '{}')"
    )
    root = bytes(32)
    note = str(KEY.signed(Checkpoint(KEY.public.name, 2, root)))
    with pytest.raises(psycopg.errors.IntegrityError) as refused:
        connection.execute("select ledger_append_seal(2, %s, %s)", [root, note])
    assert refused.value.diag.constraint_name == "seal_unsure"


def test_what_is_not_in_the_books_can_t_be_sealed(log: Log) -> None:
    with pytest.raises(psycopg.errors.IntegrityError) as refused:
        log.connect().execute("select ledger_append_leaves(0, '{9}', array[sha256('')], '{}', '{}', '{}')")
    assert refused.value.diag.constraint_name == "unknown_posting"


ATTACKS = {
    "edited": "update ledger_posting set reason = 'another' where id = 3",
    "edited amount": "update ledger_transfer set amount = amount + 1 where posting_id = 2",
    "missing": "delete from ledger_posting where id = 2",
    "added": "insert into ledger_posting (id, xact, effective_at, recorded_at, public_id, period, kind, actor,"
    " approvers, reason, scope, key, facts) select 99, xact, effective_at, recorded_at, gen_random_uuid(), period,"
    " kind, actor, approvers, reason, scope, 'x', facts from ledger_posting where id = 1",
    "cut": "delete from ledger_leaf where sequence = 2",
    "cut end": "delete from ledger_leaf where sequence = 3; delete from ledger_posting where id = 4",
    "forged": "update ledger_seal set checkpoint = replace(checkpoint, 'house', 'mouse')",
    "forged root": "update ledger_seal set root = sha256('')",
}


@pytest.mark.parametrize("name", ATTACKS)
def test_the_audit_finds_what_got_round_the_rules(log: Log, name: str) -> None:
    for _ in range(4):
        log.books.fund("player:1", 5)
    log.sealer().seal()
    log.assert_whole()
    owner = log.database.connect("owner")
    for table in ("ledger_posting", "ledger_transfer", "ledger_leaf", "ledger_seal"):
        owner.execute(f"alter table {table} disable trigger user")
    owner.execute(ATTACKS[name])
    assert name.split()[0] in {fault.kind for fault in audit(log.auditor, KEY.public)}
