"""Whole chips and the places where they lie. A movement takes chips from place to place: it sums to zero."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from games.engine.refusals import Refused

HOUSE = "house"
"""The house among the seats: its purse is the bank, its exposure is the bank's."""
POT = "pot"
"""Whom a bet stands against when the bettors play for what lies on the layout."""

Purses = Mapping[str, int]
"""Free chips by seat, the bank's under "house" (absent: no bound). Laid or reserved ones are not in it."""


class Place(NamedTuple):
    """Where chips lie; maps one to one to an account of the ledger.

    kind is purse or held (of a seat), bank (the tray), bank_held or rake (fees; these three of the house), or
    layout (seat empty).
    """

    kind: str
    seat: str = ""


LAYOUT = Place("layout")
BANK = Place("bank", HOUSE)
BANK_HELD = Place("bank_held", HOUSE)
RAKE = Place("rake", HOUSE)


class Movement(NamedTuple):
    """`chips` (whole, above 0) go from source to target; `seat` is the seat or house on whose account."""

    source: Place
    target: Place
    chips: int
    why: str
    seat: str


@lru_cache(maxsize=4096)
def purse(seat: str) -> Place:
    """The free chips of a seat, or of the house."""
    return BANK if seat == HOUSE else Place("purse", seat)


@lru_cache(maxsize=4096)
def held(seat: str) -> Place:
    """The chips of a seat, or of the house, that are reserved until the round can no longer take them."""
    return BANK_HELD if seat == HOUSE else Place("held", seat)


def whole(value: object, what: str) -> int:
    """`value` as whole chips, at least 1. Text, fractions, true and null are refused, never converted."""
    if type(value) is not int:
        raise Refused("chips_not_whole", "{what}: give a whole number of chips.", what=what, given=repr(value)[:40])
    if value < 1:
        raise Refused("chips_too_few", "{what}: at least 1 chip.", what=what, given=value)
    return value
