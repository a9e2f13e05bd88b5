"""A table of hazard for the tests: what happens in a round, in one line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games import find
from games.engine.chips import HOUSE
from tests.games.watch import Watched

HAZARD = find("hazard")
PURSE = 1000


def throw(total: int) -> dict[str, Any]:
    """Two dice that show a total."""
    first = max(1, total - 6)
    return {"throw": [first, total - first]}


def stake(chips: object, by: object = "A") -> dict[str, Any]:
    return {"stake": chips, "by": by}


def odds(chips: object, by: object = "A") -> dict[str, Any]:
    return {"odds": chips, "by": by}


def play(
    *events: dict[str, Any],
    seats: Sequence[str] = ("A", "B"),
    purses: Mapping[str, int] | None = None,
    start: Mapping[str, Any] | None = None,
    **settings: Any,
) -> Watched:
    """A watched round after some events (refused ones too); every seat has 1,000 chips unless said."""
    row = {**dict.fromkeys(seats, PURSE), **(purses or {})}
    watched = Watched(HAZARD, settings, seats, row, start)
    for event in events:
        watched.take(event)
    return watched


def net(watched: Watched) -> dict[str, int]:
    """Chips won or lost, zeros left out."""
    return {seat: chips for seat, chips in watched.round.tally.net(watched.state).items() if chips}


def codes(watched: Watched) -> list[str]:
    """The codes of what was refused, in order; what follows once a round is over left out."""
    return [code for code in watched.round.codes if code and code != "over"]


def carry(watched: Watched) -> dict[str, Any]:
    return HAZARD.carry(watched.state, watched.purses)


__all__ = ["HAZARD", "HOUSE", "PURSE", "carry", "codes", "net", "odds", "play", "stake", "throw"]
