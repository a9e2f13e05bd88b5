"""The movements of chips that bets, rulings and reserves make."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from games.engine.chips import BANK, HOUSE, LAYOUT, POT, RAKE, Movement, held, purse
from games.engine.state import Bet, Ruling

FREE = ("purse", "bank")
"""Kinds of places whose chips are free."""
Reserve = tuple[tuple[str, int], ...]
"""Chips held for each seat, and for the house."""
Trimming = tuple[tuple[Bet, Bet], ...]
"""Bets that got smaller: as they stood, and as they stand."""


class Moved(NamedTuple):
    """The movements of a step in their order, and the free chips that each purse, and the bank, must have for them."""

    movements: tuple[Movement, ...]
    needs: tuple[tuple[str, int], ...]


@lru_cache(maxsize=8192)
def moved(
    before: Reserve,
    after: Reserve,
    trimmed: Trimming,
    laid: tuple[Bet, ...],
    rulings: tuple[Ruling, ...],
    fee: int,
) -> Moved:
    """What moves in a step; these are values, so the same ones are not made twice.

    What the reserve no longer needs is released, bets are trimmed and laid, rulings and fee paid, then the new
    reserve is held; so no purse is below zero in between.
    """
    movements = tuple(_movements(before, after, trimmed, laid, rulings, fee))
    return Moved(movements, tuple(_needs(movements).items()))


def _needs(movements: Iterable[Movement]) -> dict[str, int]:
    """The most by which each purse, and the bank, is below where it began, at any point of these movements."""
    taken: dict[str, int] = {}
    needs: dict[str, int] = {}
    for (source, giver), (target, taker), chips, _, _ in movements:
        if source in FREE:
            taken[giver] = taken.get(giver, 0) + chips
            needs[giver] = max(needs.get(giver, 0), taken[giver])
        if target in FREE:
            taken[taker] = taken.get(taker, 0) - chips
    return needs


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
