"""A session: everyone casts so many rounds, then most chips win. Seed 003 has no natural end without it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.engine import Refused
from games.engine.chips import Purses
from games.engine.roles import next_with_chips

Casts = tuple[int, ...]
"""Rounds that each seat has cast in this session, in order of seats; () where the table plays no sessions."""


def read_casts(start: Mapping[str, Any], seats: Sequence[str]) -> Casts:
    """The casts behind each seat, from what `carry` gave; whoever is new has none."""
    casts = start.get("casts", {})
    if not isinstance(casts, Mapping) or any(type(number) is not int or number < 0 for number in casts.values()):
        raise Refused("start_wrong", "casts of the start are whole numbers by seat.", given=repr(casts)[:80])
    return tuple(casts.get(seat, 0) for seat in seats)


def next_to_cast(line: Iterable[str], casts: Mapping[str, int], each: int | None, purses: Purses | None) -> str | None:
    """The first of the line who has chips and casts left in this session, else chips, else the first at all."""
    row = list(line)
    return next_with_chips(_to_cast(row, casts, each, purses) or row, (), purses)


def _to_cast(line: Iterable[str], casts: Mapping[str, int], each: int | None, purses: Purses | None) -> list[str]:
    return [
        seat
        for seat in line
        if (each is None or casts.get(seat, 0) < each) and (purses is None or purses.get(seat, 0) > 0)
    ]


def carry_on(here: Mapping[str, int], each: int, purses: Purses | None) -> dict[str, Any]:
    """What the next round must know of the session: casts by the seats still here.

    When nobody with chips has casts left the session is over, and the casts begin again from 0: `winners` are those
    with the most free chips, all of them where they are equal (not told without purses).
    """
    if _to_cast(here, here, each, purses):
        return {"casts": dict(here)}
    over: dict[str, Any] = {"casts": dict.fromkeys(here, 0)}
    if purses is not None:
        most = max((purses.get(seat, 0) for seat in here), default=0)
        over["winners"] = [seat for seat in here if purses.get(seat, 0) == most]
    return over
