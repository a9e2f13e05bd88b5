"""A table of covered hazard for the tests: what happens in a round, in one line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games import find
from tests.games.hazard.table import PURSE, codes, net, stake, throw
from tests.games.watch import Watched

COVERED = find("covered_hazard")
ABC = ("A", "B", "C")
SEVEN = {"main": 7, "by": "A"}


def named(main: object, by: object = "A") -> dict[str, Any]:
    return {"main": main, "by": by}


def cover(chips: object, by: object = "B") -> dict[str, Any]:
    return {"cover": chips, "by": by}


def play(
    *events: dict[str, Any],
    seats: Sequence[str] = ABC,
    purses: Mapping[str, int] | None = None,
    start: Mapping[str, Any] | None = None,
    **settings: Any,
) -> Watched:
    """A watched round after some events (refused ones too); every seat has 1,000 chips unless said."""
    row = {**dict.fromkeys(seats, PURSE), **(purses or {})}
    watched = Watched(COVERED, settings, seats, row, start)
    for event in events:
        watched.take(event)
    return watched


def carry(watched: Watched) -> dict[str, Any]:
    return COVERED.carry(watched.state, watched.purses)


__all__ = ["ABC", "COVERED", "SEVEN", "carry", "codes", "cover", "named", "net", "play", "stake", "throw"]
