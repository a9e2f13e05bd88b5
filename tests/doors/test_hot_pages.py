"""The pages that are looked at all night: what they ask of the database does not grow with what they show."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from casino.pit.view.players import holdings, holdings_of
from ledger.wire import counting
from tests.doors.doors import Doors, Screen

MOST = 12
"""Trips to the database of one page, signing in and permissions included."""


def trips(screen: Screen, path: str) -> int:
    """How often the page waits for the database."""
    with counting() as seen, CaptureQueriesContext(connection) as queries:
        assert screen.look(path).status == 200
    return seen.round_trips + len(queries)


def floor(doors: Doors) -> None:
    doors.floor.table("K1")


def table(doors: Doors) -> None:
    doors.floor.play_round()
    doors.floor.play_round()


def slips(doors: Doors) -> None:
    for _ in range(3):
        doors.floor.house.slip("fill", {10000: 1})


def found(doors: Doors) -> None:
    for _ in range(4):
        doors.floor.player(0)


@pytest.mark.parametrize(
    ("who", "path", "more"),
    [("supervisor", "/", floor), ("supervisor", "/tables/H1", table), ("supervisor", "/tables/H1", slips),
     ("cashier", "/cage", slips), ("cashier", "/cage/window/players?asked=G", found)],
)  # fmt: skip
def test_a_page_asks_as_often_for_many_rows_as_for_few(
    doors: Doors, who: str, path: str, more: Callable[[Doors], None]
) -> None:
    screen = doors.screen(getattr(doors.floor.house, who))
    screen.look(path)
    few = trips(screen, path)
    more(doors)
    assert trips(screen, path) == few <= MOST


def test_what_several_players_have_is_what_each_has(doors: Doors) -> None:
    doors.floor.act(1, {"stake": 10})
    several = [doors.players[1], doors.players[0], doors.floor.player(0)]
    assert holdings_of(several) == [holdings(each) for each in several]
    assert [each.free for each in holdings_of(several)] == [100_000, 99_000, 0]
