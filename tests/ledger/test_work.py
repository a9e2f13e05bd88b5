"""A unit of work: one transaction, few round trips, nothing half done."""

from threading import Thread

import psycopg
import pytest
from django.db import connection, transaction

from ledger import door
from ledger.errors import Busy, Refused
from ledger.models import Posting
from ledger.wire import counting
from ledger.work import Tx, WorkError, retried, work
from tests.ledger.conftest import Books

DIGEST = bytes(32)


def test_a_claim_a_posting_and_its_answer_are_two_round_trips(books: Books) -> None:
    books.fund("player:1", 100)
    with counting() as tally, work(connection) as tx:
        earlier = tx.claim("player:1", "K", DIGEST)
        held = tx.execute("select balance from ledger_account where path = $1", "player:1")
        assert tx.round_trips == 0
        assert (earlier.value, tx.round_trips) == (None, 1)
        receipts = tx.post(books.posting(("table:1:layout", "player:1", 60)))
        tx.keep_answer("player:1", "K", DIGEST, {"ok": True})
    assert (tx.round_trips, tally.round_trips) == (2, 2)
    assert held.value == [(100,)]
    assert Posting.objects.get(pk=receipts.value[0].id).kind_id == "test_bet"
    assert door.claim(books.web, "player:1", "K", DIGEST) == {"ok": True}


def test_one_posting_alone_is_one_round_trip_and_nothing_is_none(books: Books) -> None:
    with counting() as tally:
        door.post(connection, books.posting(("player:1", "outside:chips", 5)))
        with work(connection) as tx:
            pass
        assert tally.round_trips == 1
        with work(connection) as tx:
            tx.post(books.posting(("player:1", "outside:chips", 5)))
    assert (tx.round_trips, tally.round_trips) == (1, 2)
    assert books.balance("player:1") == 10


def test_a_refusal_undoes_everything_before_it(books: Books) -> None:
    before = books.written()

    def overdraw() -> None:
        with work(connection) as tx:
            tx.execute("select ledger_open_accounts(array['player:9'], array['chips:GBP'])")
            tx.post(books.posting(("player:9", "outside:chips", 5)))
            tx.post(books.posting(("table:1:layout", "player:9", 6)))

    with pytest.raises(Refused) as refusal:
        overdraw()
    assert refusal.value.code == "insufficient_funds"
    assert books.written() == before
    assert books.count("ledger_account where path = 'player:9'") == 0
    assert connection.connection.info.transaction_status == psycopg.pq.TransactionStatus.IDLE


def test_any_exception_undoes_everything(books: Books) -> None:
    def post_and_fail() -> None:
        with work(connection) as tx:
            assert tx.post(books.posting(("player:1", "outside:chips", 5))).value[0].id > 0
            raise KeyError

    with pytest.raises(KeyError):
        post_and_fail()
    assert books.written() == (0, 0)


def test_F13_a_commit_that_became_a_rollback_is_an_error_not_a_success(books: Books) -> None:
    """PostgreSQL answers COMMIT of a failed transaction with ROLLBACK; a caught error must not hide that."""

    def post_and_swallow() -> None:
        with work(connection) as tx:
            tx.post(books.posting(("player:1", "outside:chips", 5)))
            with pytest.raises(psycopg.errors.DivisionByZero):
                tx.execute("select 1 / 0").value  # noqa: B018

    with pytest.raises(WorkError, match="nothing was committed"):
        post_and_swallow()
    assert books.written() == (0, 0)


def test_a_failed_or_late_statement_has_no_value(books: Books) -> None:
    with pytest.raises(psycopg.Error), work(connection) as tx:
        pending = tx.execute("select 1 / 0")
    for attempt in (lambda: pending.value, lambda: tx.execute("select 1")):
        with pytest.raises(WorkError):
            attempt()


def test_a_unit_cant_start_inside_a_transaction(books: Books) -> None:
    with transaction.atomic(), pytest.raises(WorkError, match="inside an open transaction"), work(connection):
        pass
    with work(books.web) as tx:
        tx.execute("select 1").value  # noqa: B018
        with pytest.raises(WorkError), work(books.web):
            pass


def test_the_orm_is_shut_inside_and_open_again_after(books: Books) -> None:
    with pytest.raises(WorkError, match="ORM"), work(connection):
        Posting.objects.count()
    assert Posting.objects.count() == 0


def test_the_door_joins_an_atomic_block_and_falls_with_it(books: Books) -> None:
    with transaction.atomic():
        door.post(connection, books.posting(("player:1", "outside:chips", 5)))
        assert books.balance("player:1") == 0, "not yet seen from outside"
    assert books.balance("player:1") == 5

    @transaction.atomic
    def post_and_fail() -> None:
        door.post(connection, books.posting(("player:1", "outside:chips", 5)))
        raise KeyError

    with pytest.raises(KeyError):
        post_and_fail()
    assert books.balance("player:1") == 5

    @transaction.atomic
    def refused_and_on() -> None:
        with pytest.raises(Refused):
            door.post(connection, books.posting(("table:1:tray", "player:1", 50)))
        Posting.objects.count()

    with pytest.raises(transaction.TransactionManagementError):
        refused_and_on()


def test_on_a_psycopg_connection_without_autocommit_the_door_begins_as_psycopg_does(books: Books) -> None:
    with psycopg.connect(books.database.url("web")) as manual:
        door.post(manual, books.posting(("player:1", "outside:chips", 5)))
        assert books.balance("player:1") == 0
        manual.rollback()
        assert books.balance("player:1") == 0
        door.post(manual, books.posting(("player:1", "outside:chips", 5)))
    assert books.balance("player:1") == 5


def test_parameters_and_rows_of_every_kind(books: Books) -> None:
    with work(books.web) as tx:
        rows = tx.execute(
            "select $1::bigint, $2::text, $3::date, $4::timestamptz, $5::int, $6::jsonb, $7::bytea, $8::bool",
            2**62,
            "é'\"\\",
            books.posting(("a", "b", 1)).period,
            books.posting(("a", "b", 1)).effective_at,
            None,
            '{"a": [1, "x"]}',
            b"\x00\xff",
            True,
        )
        small = tx.execute("select $1 + 1", 1)
        large = tx.execute("select $1 + 1", 2**40)
    posting = books.posting(("a", "b", 1))
    assert rows.value == [
        (2**62, "é'\"\\", posting.period, posting.effective_at, None, {"a": [1, "x"]}, b"\x00\xff", True)
    ]
    assert (small.value, large.value) == ([(2,)], [(2**40 + 1,)])


def test_a_statement_that_failed_once_can_be_used_again(books: Books) -> None:
    for divisor in (0, 2, 0, 2):
        with counting() as tally:
            if divisor:
                with work(books.web) as tx:
                    answer = tx.execute("select 10 / $1::int", str(divisor))
                assert answer.value == [(5,)]
                assert tally.round_trips == 1
            else:
                with pytest.raises(psycopg.errors.DivisionByZero), work(books.web) as tx:
                    tx.execute("select 10 / $1::int", str(divisor))


def test_E19_a_deadlocks_victim_is_tried_again(books: Books) -> None:
    owner = books.database.connect("owner")
    owner.execute("create table pair (id int primary key, n int); insert into pair values (1, 0), (2, 0)")
    owner.execute("grant select, update on pair to house_web")
    tries = []

    def cross(first: int, second: int) -> None:
        line = books.database.connect("web")

        def act(tx: Tx) -> None:
            tries.append(first)
            tx.execute("update pair set n = n + 1 where id = $1", first).value  # noqa: B018
            tx.execute("select pg_sleep(0.2)").value  # noqa: B018
            tx.execute("update pair set n = n + 1 where id = $1", second).value  # noqa: B018

        retried(line, act)

    threads = [Thread(target=cross, args=pair) for pair in ((1, 2), (2, 1))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    assert owner.execute("select n from pair order by id").fetchall() == [(2,), (2,)]
    assert len(tries) == 3


def test_E19_after_four_tries_the_database_is_said_to_be_busy(books: Books) -> None:
    tries = []

    def act(tx: Tx) -> None:
        tries.append(1)
        tx.execute("do $$ begin raise exception using errcode = '40001'; end $$").value  # noqa: B018

    with pytest.raises(Busy):
        retried(books.web, act)
    assert len(tries) == 4


def test_F11_a_lost_connection_is_an_error_and_django_gets_a_new_one(books: Books) -> None:
    door.post(connection, books.posting(("player:1", "outside:chips", 5)))
    pid = connection.connection.info.backend_pid
    books.database.connect("web").execute("select pg_terminate_backend(%s)", [pid])
    with pytest.raises(psycopg.OperationalError):
        door.post(connection, books.posting(("player:1", "outside:chips", 5)))
    connection.close_if_unusable_or_obsolete()
    door.post(connection, books.posting(("player:1", "outside:chips", 5)))
    assert books.balance("player:1") == 10
