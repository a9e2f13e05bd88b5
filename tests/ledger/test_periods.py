"""Gaming days in the books: opened, closing, closed, and what each admits."""

from datetime import date

import psycopg
import pytest

from ledger import door
from ledger.errors import Refused, refused
from tests.ledger.conftest import DAY, Books

NEXT = date(2026, 6, 16)


def refusal_of(books: Books, to: str, day: date = DAY) -> str:
    with pytest.raises(Refused) as refusal:
        door.turn_period(books.web, day, to, "staff:9")
    return refusal.value.code


def test_a_day_goes_open_closing_closed_and_no_other_way(books: Books) -> None:
    assert refusal_of(books, "open") == "period_step"
    assert refusal_of(books, "closed") == "period_step"
    door.turn_period(books.web, DAY, "closing", "staff:9")
    for to in ("open", "closing", "dawn"):
        assert refusal_of(books, to) == "period_step"
    door.turn_period(books.web, DAY, "closed", "house")
    for to in ("open", "closing", "closed"):
        assert refusal_of(books, to) == "period_step"
    for to in ("closing", "closed"):
        assert refusal_of(books, to, NEXT) == "unknown_period"
    changes = books.web.execute("select state, actor from ledger_period_change order by id").fetchall()
    assert changes == [("open", "house"), ("closing", "staff:9"), ("closed", "house")]


def test_every_change_is_a_row_even_the_owners_raw_one(books: Books) -> None:
    owner = books.database.connect("owner")
    owner.execute("update ledger_period set state = 'closing', actor = 'staff:5', changed_at = now()")
    assert books.web.execute("select state, actor from ledger_period_change order by id desc limit 1").fetchone() == (
        "closing",
        "staff:5",
    )
    for statement in (
        "update ledger_period set state = 'open'",
        "update ledger_period set day = '2031-01-01'",
        "insert into ledger_period (day, state, actor, changed_at) values ('2031-01-01', 'closed', 'house', now())",
    ):
        with pytest.raises(psycopg.Error) as failure:
            owner.execute(statement)
        refusal = refused(failure.value)
        assert refusal is not None
        assert refusal.code == "period_step"


def test_a_closing_day_admits_only_what_finishes_it(books: Books) -> None:
    door.turn_period(books.web, DAY, "closing", "house")
    with pytest.raises(Refused) as refusal:
        books.fund("player:1", 10)
    assert refusal.value.code == "period_closing"
    assert refusal.value.facts == {"period": "2026-06-15", "kind": "test_bet"}
    books.post(("count:room", "outside:chips", 10), kind="test_count")
    assert books.balance("count:room") == 10


def test_a_closed_day_admits_nothing(books: Books) -> None:
    door.turn_period(books.web, DAY, "closing", "house")
    door.turn_period(books.web, DAY, "closed", "house")
    before = books.written()
    for kind in ("test_bet", "test_count"):
        with pytest.raises(Refused) as refusal:
            books.post(("count:room", "outside:chips", 10), kind=kind)
        assert refusal.value.code == "period_closed"
        assert refusal.value.facts == {"period": "2026-06-15"}
    assert books.written() == before


def test_one_closed_day_among_several_postings_refuses_them_all(books: Books) -> None:
    door.turn_period(books.web, NEXT, "open", "house")
    door.turn_period(books.web, DAY, "closing", "house")
    door.turn_period(books.web, DAY, "closed", "house")
    before = books.written()
    with pytest.raises(Refused):
        door.post(
            books.web,
            books.posting(("player:1", "outside:chips", 10), period=NEXT),
            books.posting(("player:1", "outside:chips", 10)),
        )
    assert books.written() == before
    books.post(("player:1", "outside:chips", 10), period=NEXT)
