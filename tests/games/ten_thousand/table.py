"""A table of ten thousand for the tests: what happens in a game, in one line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games import find
from tests.games.watch import Watched

TT = find("ten_thousand")
PURSE = 1000
Event = dict[str, Any]


def throw(*faces: int) -> Event:
    return {"throw": list(faces)}


ZILCH = throw(2, 3, 3, 4, 6, 6)


def ante(by: object, chips: object = 5) -> Event:
    return {"ante": chips, "by": by}


def keep(by: object, *faces: int) -> Event:
    return {"keep": list(faces), "by": by}


def bank(by: object) -> Event:
    return {"bank": True, "by": by}


def take_over(by: object) -> Event:
    return {"take_over": True, "by": by}


def leave(seat: object) -> Event:
    return {"leave": seat}


BANKS: dict[int, tuple[tuple[int, ...], int]] = {
    300: ((1, 1, 5, 5, 2, 3), 4),
    500: ((5, 5, 5, 2, 3, 4), 3),
    800: ((6, 6, 6, 1, 1, 2), 5),
    1000: ((1, 1, 1, 2, 3, 4), 3),
    1050: ((1, 1, 1, 5, 2, 3), 4),
    1500: ((1, 2, 3, 4, 5, 6), 6),
    2000: ((1, 1, 1, 1, 2, 3), 4),
}


def banks(by: str, points: int) -> tuple[Event, ...]:
    """A turn of one throw that banks so many points."""
    faces, kept = BANKS[points]
    return throw(*faces), keep(by, *faces[:kept]), bank(by)


def played(
    *events: Event,
    seats: Sequence[str] = ("A", "B"),
    purses: Mapping[str, int] | None = None,
    start: Mapping[str, Any] | None = None,
    antes: int = 5,
    **settings: Any,
) -> Watched:
    """A watched game after some events (refused ones too). Unless antes is 0, everyone has laid it first."""
    row = {**dict.fromkeys(seats, PURSE), **(purses or {})}
    watched = Watched(TT, settings, seats, row, start)
    for event in (*(ante(seat, antes) for seat in seats if antes), *events):
        watched.take(event)
    return watched


def facts(watched: Watched) -> dict[str, Any]:
    return TT.facts(watched.state)


def scores(watched: Watched) -> dict[str, int]:
    shown: dict[str, int] = facts(watched)["scores"]
    return shown


def turn(watched: Watched) -> tuple[str, int, int]:
    """Whose turn it is, the points set aside in it, the dice not set aside."""
    shown = facts(watched)["turn"]
    return shown["by"], shown["points"], shown["dice"]


def net(watched: Watched) -> dict[str, int]:
    """Chips won or lost, zeros left out."""
    return {seat: chips for seat, chips in watched.round.tally.net(watched.state).items() if chips}


def codes(watched: Watched) -> list[str]:
    """The codes of what was refused, in order; what follows once a game is over left out."""
    return [code for code in watched.round.codes if code and code != "over"]


def calls(watched: Watched) -> list[str]:
    return [call for called in watched.round.calls for call in called]
