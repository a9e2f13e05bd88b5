"""What one seal takes: everything new, once, in order, without a gap; whatever else is going on."""

import time
from collections.abc import Callable
from contextlib import closing
from typing import Any

import psycopg
import pytest

from ledger import door
from ledger.log import store
from ledger.log.note import parse_checkpoint, parse_note, signed_by
from ledger.log.sealing import Sealer
from ledger.log.tree import leaf_hash
from tests.databases import Database
from tests.ledger.log import trees
from tests.ledger.log.conftest import KEY, Log


def test_everything_new_is_sealed_once_in_the_order_of_postings(log: Log) -> None:
    sealer = log.sealer()
    assert sealer.seal() == 0
    assert log.sizes() == []
    for many in (1, 3, 7):
        for _ in range(many):
            log.books.fund("player:1", 5)
        assert sealer.seal() == many
        assert sealer.seal() == 0
    assert log.sizes() == [1, 4, 11]
    assert log.leaves() == list(enumerate(log.postings()))


def test_a_seal_s_checkpoint_is_signed_and_over_its_leaves(log: Log) -> None:
    log.books.fund("player:1", 5)
    log.books.post(("table:1:layout", "player:1", 2), ("table:1:tray", "table:1:layout", 1), facts={"b": 1, "a": "ü"})
    log.sealer().seal()
    seal = store.newest(log.auditor)
    assert seal is not None
    note = parse_note(seal.checkpoint)
    assert signed_by(note, KEY.public)
    leaves = [leaf_hash(entry) for _, entry in store.entries(log.auditor, log.postings())]
    checkpoint = parse_checkpoint(note.text)
    assert (checkpoint.size, checkpoint.root) == (2, trees.root(leaves)) == (seal.size, seal.root)


def test_a_posting_committed_late_is_sealed_after_later_ones(log: Log) -> None:
    late = log.database.connect("web")
    sealer = log.sealer()
    late.execute("begin")
    first = door.post(late, log.books.posting(("player:1", "outside:chips", 5)))[0].id
    # The accounts are locked by the open transaction: the other posting uses others.
    second = log.books.fund("table:1:tray", 5, asset="cash:GBP").id
    assert first < second
    assert sealer.seal() == 1
    third = log.books.fund("table:2:tray", 5, asset="cash:GBP").id
    assert sealer.seal() == 1
    late.execute("commit")
    assert sealer.seal() == 1
    assert [posting for _, posting in log.leaves()] == [second, third, first]
    log.assert_whole()


def test_a_late_posting_is_found_by_a_sealer_that_starts_anew(log: Log) -> None:
    late = log.database.connect("web")
    late.execute("begin")
    first = door.post(late, log.books.posting(("player:1", "outside:chips", 5)))[0].id
    log.books.fund("table:1:tray", 5, asset="cash:GBP")
    assert log.sealer().seal() == 1
    late.execute("commit")
    log.books.fund("table:1:tray", 5, asset="cash:GBP")
    assert log.sealer().seal() == 2
    assert log.leaves()[1] == (1, first)


def test_a_rolled_back_posting_is_never_sealed_and_leaves_no_gap(log: Log) -> None:
    broken = log.database.connect("web")
    broken.execute("begin")
    door.post(broken, log.books.posting(("player:1", "outside:chips", 5)))
    sealer = log.sealer()
    assert sealer.seal() == 0
    broken.execute("rollback")
    log.books.fund("player:2", 5)
    assert sealer.seal() == 1
    log.assert_whole()


def test_a_transaction_left_open_in_another_database_holds_nothing_back(
    log: Log, clone: Callable[[], Database]
) -> None:
    """It has a transaction id, so it holds back every xmin of the server."""
    other = clone().connect("owner")
    other.execute("begin")
    other.execute("select pg_current_xact_id()")
    sealer = log.sealer()
    for size in range(1, 4):
        log.books.fund("player:1", 5)
        assert sealer.seal() == 1
        assert log.sizes()[-1] == size
    assert log.sealer().seal() == 0
    other.execute("rollback")


def test_a_backlog_is_one_seal_however_many_chunks_it_takes(log: Log) -> None:
    postings = [log.books.posting(("player:1", "outside:chips", 1)) for _ in range(4_100)]
    door.post(log.books.web, *postings)
    assert log.sealer().seal() == 4_100
    assert log.sizes() == [4_100]
    for _ in range(3):
        log.books.fund("player:1", 1)
        assert log.sealer().seal() == 1
    log.assert_whole()


def test_only_one_sealer_is_in_office(log: Log) -> None:
    with psycopg.connect(log.database.url("sealer"), autocommit=True) as connection:
        first, second = Sealer(connection, KEY), log.sealer()
        assert first.take_office()
        assert not second.take_office()
    deadline = time.monotonic() + 30
    while not second.take_office():
        assert time.monotonic() < deadline, "the server has long noticed that the first one's session ended"


def test_a_sealer_that_lost_its_office_can_t_fork_the_log(log: Log) -> None:
    first, second = log.sealer(), log.sealer()
    log.books.fund("player:1", 5)
    assert first.seal() == 1
    assert second.seal() == 0
    log.books.fund("player:1", 5)
    with log.connect() as stale:
        stale.execute("begin isolation level repeatable read")
        stale.execute("select count(*) from ledger_leaf")
        assert first.seal() == 1
        with pytest.raises(psycopg.errors.UniqueViolation):
            stale.execute(
                "select ledger_append_leaves(1, array(select max(id) from ledger_posting), %s, '{}', '{}', '{}')",
                [[bytes(32)]],
            )
    log.assert_whole()


class Dying(psycopg.Connection[Any]):
    """A session whose process is killed before its nth statement: the server sees the line go dead.

    Whatever is sent takes the connection's lock first.
    """

    left = 10**9

    @property
    def lock(self) -> Any:
        type(self).left -= 1
        if type(self).left == -1:
            self.pgconn.finish()
        return self._own_lock

    @lock.setter
    def lock(self, lock: Any) -> None:
        self._own_lock = lock


def test_a_sealer_killed_before_any_statement_leaves_a_whole_log(log: Log) -> None:
    """Before each statement of a seal in turn, until one gets through: nothing half, nothing twice, nothing lost."""
    steps = 0
    while True:
        log.books.fund("player:1", 1)
        Dying.left = 10**9
        with closing(Dying.connect(log.database.url("sealer"), autocommit=True)) as connection:
            sealer = Sealer(connection, KEY)
            Dying.left = steps
            try:
                sealer.seal()
            except psycopg.OperationalError:
                steps += 1
                assert log.sizes() == list(range(1, steps))
                log.sealer().seal()
                log.assert_whole()
                continue
        break
    assert steps >= 8
    log.assert_whole()
