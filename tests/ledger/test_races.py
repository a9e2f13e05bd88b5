"""Two at once: the same last chips, the same key, the same event, the same reversal, the same new account."""

from hashlib import sha256
from typing import Any

import psycopg
import pytest

from ledger import door
from ledger.work import work
from tests.ledger.conftest import AT, DAY, Books
from tests.ledger.races import TIMES, Act, posting, raced

Connection = psycopg.Connection[Any]


@pytest.fixture
def two(books: Books) -> tuple[Connection, Connection]:
    return books.database.connect("web"), books.database.connect("worker")


def test_A05_two_stakes_on_the_same_last_chips(books: Books, two: tuple[Connection, Connection]) -> None:
    books.fund("cage:vault", 80 * TIMES)

    def stakes(turn: int) -> tuple[Act, ...]:
        books.fund(f"player:{turn}", 100)
        stake = ("table:1:layout", f"player:{turn}", 80)
        return posting(books, stake), posting(books, stake)

    for turn, outcomes in raced(two, stakes):
        assert sorted(map(str, outcomes)) == ["done", "insufficient_funds"]
        assert books.balance(f"player:{turn}") == 20


def test_A06_the_second_waits_and_counts_from_what_the_first_left(
    books: Books, two: tuple[Connection, Connection]
) -> None:
    def stakes(turn: int) -> tuple[Act, ...]:
        books.fund(f"player:{turn}", 100)
        first, second = (("table:1:layout", f"player:{turn}", amount) for amount in (60, 30))
        return posting(books, first), posting(books, second)

    for turn, outcomes in raced(two, stakes, times=50):
        assert outcomes == ["done", "done"]
        assert books.balance(f"player:{turn}") == 10


def test_A20_A23_the_same_key_at_once_acts_once(books: Books, two: tuple[Connection, Connection]) -> None:
    books.fund("player:1", 50 * TIMES)

    def request(turn: int) -> Act:
        key, digest = f"click {turn}", sha256(b"cash out 50").digest()

        def act(connection: Connection) -> object:
            with work(connection) as tx:
                earlier = tx.claim("staff:1", key, digest)
                if earlier.value is not None:
                    return earlier.value["posting"]
                receipt = tx.post(books.posting(("cage:window:1", "player:1", 50))).value[0]
                tx.keep_answer("staff:1", key, digest, {"posting": receipt.id})
            return receipt.id

        return act

    for turn, outcomes in raced(two, lambda turn: (request(turn), request(turn))):
        numbers = {answer for answer in outcomes if answer != "still_running"}
        assert len(numbers) == 1, outcomes
        assert books.balance("cage:window:1") == 50 * (turn + 1)
    assert books.balance("player:1") == 0


def test_A01_the_same_event_at_once_is_posted_once(books: Books, two: tuple[Connection, Connection]) -> None:
    books.fund("player:1", 10 * TIMES)

    def settle(turn: int) -> tuple[Act, ...]:
        event: dict[str, Any] = {"scope": "settlement", "key": f"H1 night {turn}"}
        move = ("table:1:tray", "player:1", 10)
        return posting(books, move, **event), posting(books, move, **event)

    for turn, outcomes in raced(two, settle):
        assert sorted(map(str, outcomes)) == ["already_posted", "done"]
        assert books.balance("table:1:tray") == 10 * (turn + 1)


def test_A11_one_reversal_from_two_browsers(books: Books, two: tuple[Connection, Connection]) -> None:
    def undo(turn: int) -> tuple[Act, ...]:
        sold = books.fund(f"player:{turn}", 500)
        books.fund(f"player:{turn}", 500)

        def act(connection: Connection) -> str:
            key = f"{sold.id} by {connection.info.user}"
            door.reverse(connection, sold.id, actor="staff:1", scope="reversal", key=key, period=DAY, effective_at=AT)
            return "done"

        return act, act

    for turn, outcomes in raced(two, undo):
        assert sorted(map(str, outcomes)) == ["already_reversed", "done"]
        assert books.balance(f"player:{turn}") == 500


def test_A21_the_first_buy_ins_of_a_new_player_open_one_account(
    books: Books, two: tuple[Connection, Connection]
) -> None:
    books.fund("cage:window:1", 100 * TIMES)
    books.fund("table:1:tray", 200 * TIMES)

    def buy_ins(turn: int) -> tuple[Act, ...]:
        new = f"player:{turn}"
        return posting(books, (new, "cage:window:1", 100)), posting(books, (new, "table:1:tray", 200))

    for turn, outcomes in raced(two, buy_ins):
        assert outcomes == ["done", "done"]
        assert books.balance(f"player:{turn}") == 300
        assert books.count(f"ledger_account where path = 'player:{turn}'") == 1


def test_A21_several_new_accounts_in_any_order_never_deadlock(books: Books, two: tuple[Connection, Connection]) -> None:
    def rounds(turn: int) -> tuple[Act, ...]:
        names = [f"box:{turn}:{n}" for n in range(6)]
        forward = [(name, "outside:chips", 1) for name in names]
        return posting(books, *forward), posting(books, *reversed(forward))

    for turn, outcomes in raced(two, rounds):
        assert outcomes == ["done", "done"]
        assert books.balance(f"box:{turn}:5") == 2


def test_crossed_transfers_wait_for_each_other_without_deadlock(
    books: Books, two: tuple[Connection, Connection]
) -> None:
    books.fund("player:1", 10_000)
    books.fund("player:2", 10_000)

    def crossed(turn: int) -> tuple[Act, ...]:
        return posting(books, ("player:1", "player:2", 3)), posting(books, ("player:2", "player:1", 3))

    for _, outcomes in raced(two, crossed):
        assert outcomes == ["done", "done"]
    assert books.balance("player:1") == books.balance("player:2") == 10_000
    waited = books.web.execute("select deadlocks from pg_stat_database where datname = current_database()").fetchone()
    assert waited == (0,)
