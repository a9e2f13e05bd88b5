"""A table of zar for the tests: what happens in a round, in one line. K banks, P punts, S looks on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games import find
from games.engine.chips import HOUSE
from tests.games.watch import Watched

ZAR = find("zar")
PURSE = 1000
KPS = ("K", "P", "S")

Event = dict[str, Any]


def bank(chips: object = 10, by: object = "K") -> Event:
    return {"bank": chips, "by": by}


def punt(chips: object = 5, by: object = "P") -> Event:
    return {"punt": chips, "by": by}


def stake(chips: object = 5, by: object = "K") -> Event:
    return {"stake": chips, "by": by}


def prop(chips: object, on: object, by: object = "S") -> Event:
    return {"prop": chips, "on": on, "by": by}


def throws(*faces: object) -> list[Event]:
    """One throw for each face."""
    return [{"throw": [face]} for face in faces]


def leave(seat: str) -> Event:
    return {"leave": seat}


VOID: Event = {"void": True}


def play(
    *events: Event,
    seats: Sequence[str] = KPS,
    purses: Mapping[str, int] | None = None,
    start: Mapping[str, Any] | None = None,
    **settings: Any,
) -> Watched:
    """A watched round after some events (refused ones too); every seat has 1,000 chips unless said."""
    row = {**dict.fromkeys(seats, PURSE), **(purses or {})}
    watched = Watched(ZAR, settings, seats, row, start)
    for event in events:
        watched.take(event)
    return watched


def net(watched: Watched) -> dict[str, int]:
    """Chips won or lost, zeros left out."""
    return {seat: chips for seat, chips in watched.round.tally.net(watched.state).items() if chips}


def codes(watched: Watched) -> list[str]:
    """The codes of what was refused, in order; what follows once a round is over left out."""
    return [code for code in watched.round.codes if code and code != "over"]


def exposure(watched: Watched) -> dict[str, int]:
    return ZAR.exposure(watched.state)


def carry(watched: Watched) -> dict[str, Any]:
    return ZAR.carry(watched.state, watched.purses)


def roles(watched: Watched) -> tuple[str | None, str | None]:
    """Who banks and who punts in the next round."""
    start = carry(watched)
    return start["banker"], start["punter"]


__all__ = [
    "HOUSE",
    "KPS",
    "PURSE",
    "VOID",
    "ZAR",
    "Event",
    "bank",
    "carry",
    "codes",
    "exposure",
    "leave",
    "net",
    "play",
    "prop",
    "punt",
    "roles",
    "stake",
    "throws",
]
