"""A11: an event is undone once, exactly, as a posting of today."""

from datetime import date
from typing import Any

import psycopg
import pytest

from ledger import door
from ledger.errors import Refused, refused
from ledger.posting import Transfer
from tests.ledger.conftest import AT, CHIPS, DAY, Books


def reverse(books: Books, posting: int, key: str = "once", **changes: Any) -> int:
    usual: dict[str, Any] = {"actor": "staff:1", "scope": "reversal", "key": key, "period": DAY, "effective_at": AT}
    return door.reverse(books.web, posting, **{**usual, **changes}).id


def transfers(books: Books, posting: int) -> list[tuple[Any, ...]]:
    return books.web.execute(
        "select debit.path, credit.path, amount from ledger_transfer t"
        " join ledger_account debit on debit.id = t.debit_id join ledger_account credit on credit.id = t.credit_id"
        " where posting_id = %s order by t.id",
        [posting],
    ).fetchall()


def test_a_reversal_moves_everything_back_last_first(books: Books) -> None:
    books.fund("player:1", 100)
    lost = books.post(("table:1:layout", "player:1", 60), ("table:1:tray", "table:1:layout", 60))
    reversal = reverse(books, lost.id)
    assert transfers(books, reversal) == [("table:1:layout", "table:1:tray", 60), ("player:1", "table:1:layout", 60)]
    assert books.balance("player:1") == 100
    row = books.web.execute("select reverses_id, kind from ledger_posting where id = %s", [reversal]).fetchone()
    assert row == (lost.id, "reversal")
    assert transfers(books, lost.id) == [("table:1:layout", "player:1", 60), ("table:1:tray", "table:1:layout", 60)]


def test_A11_not_twice_not_a_reversal_and_not_below_zero(books: Books) -> None:
    sold = books.fund("player:1", 500)
    spent = books.post(("table:1:tray", "player:1", 400))
    with pytest.raises(Refused) as refusal:
        reverse(books, sold.id)
    assert refusal.value.code == "insufficient_funds"
    assert books.balance("player:1") == 100
    undone = reverse(books, spent.id, key="1")
    for attempt, code in ((spent.id, "already_reversed"), (undone, "reversal_of_reversal"), (999, "unknown_posting")):
        with pytest.raises(Refused) as refusal:
            reverse(books, attempt, key="2")
        assert refusal.value.code == code
    assert books.balance("player:1") == 500


@pytest.mark.parametrize(
    "wrong",
    [
        (Transfer("player:1", "table:1:tray", CHIPS, 59),),
        (Transfer("table:1:tray", "player:1", CHIPS, 60),),
        (Transfer("player:2", "table:1:tray", CHIPS, 60),),
        (Transfer("player:1", "table:1:tray", CHIPS, 60), Transfer("player:1", "table:1:tray", CHIPS, 60)),
        (Transfer("player:1", "table:1:tray", CHIPS, 30), Transfer("player:1", "table:1:tray", CHIPS, 30)),
        (Transfer("player:1", "table:1:tray", CHIPS, 60), Transfer("player:1", "outside:chips", CHIPS, 1)),
    ],
)
def test_a_posting_that_calls_itself_a_reversal_is_the_exact_mirror(books: Books, wrong: tuple[Transfer, ...]) -> None:
    books.fund("player:1", 200)
    books.fund("table:1:tray", 500)
    lost = books.post(("table:1:tray", "player:1", 60))
    with pytest.raises(Refused) as refusal:
        books.post(transfers=wrong, reverses=lost.id)
    assert refusal.value.code == "reversal_not_mirror"
    books.post(("player:1", "table:1:tray", 60), reverses=lost.id)
    assert books.balance("player:1") == 200


def test_the_mirror_rule_and_once_hold_for_raw_sql_too(books: Books) -> None:
    lost = books.fund("player:1", 100)
    owner = books.database.connect("owner")
    insert = (
        "insert into ledger_posting (effective_at, recorded_at, period, kind, actor, approvers, reason, scope, key,"
        " facts, reverses_id) values (now(), now(), %s, 'reversal', 'staff:1', '{}', '', 'raw', 'a', '{}', %s)"
    )
    with pytest.raises(psycopg.Error) as failure:
        owner.execute(insert, [DAY, lost.id])
    refusal = refused(failure.value)
    assert refusal is not None
    assert refusal.code == "reversal_not_mirror"


def test_a_reversal_is_dated_on_an_open_day_never_into_a_closed_one(books: Books) -> None:
    lost = books.fund("player:1", 100)
    door.turn_period(books.web, DAY, "closing", "house")
    door.turn_period(books.web, DAY, "closed", "house")
    with pytest.raises(Refused) as refusal:
        reverse(books, lost.id)
    assert refusal.value.code == "period_closed"
    today = date(2026, 6, 16)
    door.turn_period(books.web, today, "open", "house")
    reverse(books, lost.id, period=today)
    assert books.balance("player:1") == 0


def test_a_void_refers_to_what_it_voids_which_must_exist(books: Books) -> None:
    sold = books.fund("player:1", 100)
    void = books.post(("outside:chips", "player:1", 100), void_of=sold.id)
    assert books.web.execute("select void_of_id from ledger_posting where id = %s", [void.id]).fetchone() == (sold.id,)
    with pytest.raises(Refused) as refusal:
        books.post(("player:1", "outside:chips", 1), void_of=999)
    assert refusal.value.code == "unknown_posting"
