"""A day is closed while postings are in flight: they are in it or refused, never in it afterwards."""

from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from threading import Event
from time import monotonic
from typing import Any

import psycopg

from ledger import door
from ledger.work import work
from tests.ledger.conftest import DAY, Books
from tests.ledger.races import Act, outcome, posting, raced


def test_a_posting_races_the_close_of_its_day(books: Books) -> None:
    def rounds(turn: int) -> tuple[Act, ...]:
        day = DAY + timedelta(days=turn + 1)
        door.turn_period(books.web, day, "open", "house")
        bet = books.posting(("player:1", "outside:chips", 1), period=day)

        def post(connection: psycopg.Connection[Any]) -> str:
            door.post(connection, bet)
            return "posted"

        def close(connection: psycopg.Connection[Any]) -> int:
            door.turn_period(connection, day, "closing", "house")
            return in_day(connection, day)

        return post, close

    two = books.database.connect("web"), books.database.connect("web")
    for turn, (posted, at_close) in raced(two, rounds):
        final = in_day(books.web, DAY + timedelta(days=turn + 1))
        assert at_close == final, "what is in the day when it starts closing is all that is ever in it"
        assert (posted, final) in (("posted", 1), ("period_closing", 0))


def in_day(connection: psycopg.Connection[Any], day: date) -> int:
    row = connection.execute("select count(*) from ledger_posting where period = %s", [day]).fetchone()
    assert row is not None
    return int(row[0])


def test_closing_waits_for_a_posting_that_is_not_committed_yet(books: Books) -> None:
    with ThreadPoolExecutor(1) as threads:
        with work(books.web) as tx:
            tx.post(books.posting(("player:1", "outside:chips", 1))).value  # noqa: B018
            closing = threads.submit(door.turn_period, books.database.connect("worker"), DAY, "closing", "house")
            assert not closing.done()
            assert states(books) == ["open"]
        closing.result(timeout=10)
    assert states(books) == ["open", "closing"]
    assert books.balance("player:1") == 1


def states(books: Books) -> list[str]:
    rows = books.database.connect("auditor").execute("select state from ledger_period_change order by id").fetchall()
    return [state for (state,) in rows]


def test_a_busy_floor_cant_hold_a_day_open(books: Books) -> None:
    """Row locks taken for share one after another would starve the one who closes; he must come in between."""
    stop = Event()

    def play(player: int) -> tuple[int, object]:
        connection = books.database.connect("web")
        posted = 0
        ended: object = "done"
        while ended == "done" and not stop.is_set():
            ended = outcome(posting(books, (f"player:{player}", "outside:chips", 1)), connection)
            posted += ended == "done"
        return posted, ended

    with ThreadPoolExecutor(6) as threads:
        players = [threads.submit(play, player) for player in range(6)]
        try:
            while books.count("ledger_posting") < 30 and not any(player.done() for player in players):
                pass
            began = monotonic()
            door.turn_period(books.web, DAY, "closing", "house")
            took = monotonic() - began
            results = [player.result(timeout=30) for player in players]
        finally:
            stop.set()
    assert took < 10
    assert {ended for _, ended in results} == {"period_closing"}
    assert sum(posted for posted, _ in results) == books.count("ledger_posting")
