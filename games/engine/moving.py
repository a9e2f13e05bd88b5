"""The movements of chips that a bet, a ruling and a reserve make. Movements are values: equal ones are made once."""

from __future__ import annotations

from functools import lru_cache

from games.engine.chips import BANK, HOUSE, LAYOUT, POT, RAKE, Movement, held, purse
from games.engine.state import Bet, Ruling

Reserve = tuple[tuple[str, int], ...]
"""Chips held for each seat, and for the house."""
KEPT = 8192


@lru_cache(KEPT)
def laid(seat: str, kind: str, stake: int) -> Movement:
    """A bet goes on the layout."""
    return Movement(purse(seat), LAYOUT, stake, kind, seat)


@lru_cache(KEPT)
def ruled(ruling: Ruling) -> tuple[Movement, ...]:
    """What a ruling brings back, wins and takes; the other side is the bank or a seat."""
    (_, seat, _, stake, _, against, _), outcome, returned = ruling
    back, own = Movement(LAYOUT, purse(seat), min(stake, max(0, returned)), "back", seat), purse(seat)
    if against == POT:
        return (Movement(LAYOUT, own, returned, outcome, seat),) if returned else ()
    other = BANK if against == HOUSE else purse(against)
    if returned > stake:
        return (back, Movement(other, own, returned - stake, "won", seat))
    if returned == stake:
        return (back,)
    lost = Movement(LAYOUT, other, min(stake, stake - returned), "lost", seat)
    if returned > 0:
        return (back, lost)
    return (lost, Movement(own, other, -returned, "lost", seat)) if returned < 0 else (lost,)


def trimmed(before: Bet, after: Bet) -> Movement:
    """What of a stake goes back when the bet gets smaller."""
    return Movement(LAYOUT, purse(before.seat), before.stake - after.stake, "trimmed", before.seat)


def fee(chips: int) -> Movement:
    """The house's part of a pot."""
    return Movement(LAYOUT, RAKE, chips, "fee", HOUSE)


@lru_cache(KEPT)
def released(before: Reserve, after: Reserve) -> tuple[Movement, ...]:
    """What is no longer reserved goes from held to free."""
    needs = dict(after)
    return tuple(
        Movement(held(seat), purse(seat), chips - needs.get(seat, 0), "release", seat)
        for seat, chips in before
        if chips > needs.get(seat, 0)
    )


@lru_cache(KEPT)
def reserved(before: Reserve, after: Reserve) -> tuple[Movement, ...]:
    """What is reserved from now on goes from free to held."""
    had = dict(before)
    return tuple(
        Movement(purse(seat), held(seat), chips - had.get(seat, 0), "hold", seat)
        for seat, chips in after
        if chips > had.get(seat, 0)
    )
