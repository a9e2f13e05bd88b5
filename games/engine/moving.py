"""The movements of chips that bets, rulings and reserves make."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from games.engine.chips import BANK, HOUSE, LAYOUT, POT, RAKE, Movement, held, purse
from games.engine.state import Bet, Ruling

Reserve = tuple[tuple[str, int], ...]
"""Chips held for each seat, and for the house."""
Trimming = tuple[tuple[Bet, Bet], ...]
"""Bets that got smaller: as they stood, and as they stand."""


@lru_cache(maxsize=8192)
def movements(
    before: Reserve,
    after: Reserve,
    trimmed: Trimming,
    laid: tuple[Bet, ...],
    rulings: tuple[Ruling, ...],
    fee: int,
) -> tuple[Movement, ...]:
    """Every movement of a step, in order; all are values, so the same ones are not made twice.

    What the reserve no longer needs is released, bets are trimmed and laid, rulings and fee paid, then the new
    reserve is held; so no purse is below zero in between.
    """
    return tuple(_movements(before, after, trimmed, laid, rulings, fee))


def _movements(
    before: Reserve, after: Reserve, trimmed: Trimming, laid: tuple[Bet, ...], rulings: tuple[Ruling, ...], fee: int
) -> Iterator[Movement]:
    for seat, chips in _beyond(before, after):
        yield Movement(held(seat), purse(seat), chips, "release", seat)
    for was, bet in trimmed:
        yield Movement(LAYOUT, purse(bet.seat), was.stake - bet.stake, "trimmed", bet.seat)
    for bet in laid:
        yield Movement(purse(bet.seat), LAYOUT, bet.stake, bet.kind, bet.seat)
    for ruling in rulings:
        yield from _ruled(ruling)
    if fee:
        yield Movement(LAYOUT, RAKE, fee, "fee", HOUSE)
    for seat, chips in _beyond(after, before):
        yield Movement(purse(seat), held(seat), chips, "hold", seat)


def _beyond(more: Reserve, less: Reserve) -> Iterator[tuple[str, int]]:
    """What `more` reserves beyond `less`."""
    had = dict(less)
    for seat, chips in more:
        if chips > had.get(seat, 0):
            yield seat, chips - had.get(seat, 0)


def _ruled(ruling: Ruling) -> Iterator[Movement]:
    """What a ruling brings back, wins and takes; the other side is the bank or a seat."""
    (_, seat, _, stake, _, against, _), outcome, returned = ruling
    own = purse(seat)
    if against == POT:
        if returned:
            yield Movement(LAYOUT, own, returned, outcome, seat)
        return
    other = BANK if against == HOUSE else purse(against)
    if returned > 0:
        yield Movement(LAYOUT, own, min(stake, returned), "back", seat)
    if returned > stake:
        yield Movement(other, own, returned - stake, "won", seat)
    elif returned < stake:
        yield Movement(LAYOUT, other, min(stake, stake - returned), "lost", seat)
    if returned < 0:
        yield Movement(own, other, -returned, "lost", seat)
