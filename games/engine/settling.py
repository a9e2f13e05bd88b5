"""From a game's Change to the new state and every movement of chips, the reserves among them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from games.engine.chips import HOUSE, Movement, Purses
from games.engine.moving import Reserve, Trimming, movements
from games.engine.refusals import Refused
from games.engine.state import Bet, Change, P, Ruling, S, State, Step, new

if TYPE_CHECKING:
    from games.engine.game import Game

FREE = frozenset(("purse", "bank"))
"""Kinds of places whose chips are free."""


def step(game: Game[S, P], state: State[S, P], change: Change[P], purses: Purses | None) -> Step[S, P]:
    """The step that a change makes. With purses (an act), refused where a purse or the bank can't cover it."""
    play, laid, trimmed, rulings, fee, calls, end = change
    settings, seats, _, bets, count, gone, before, _ = state
    told = game.bets_tell_exposure
    if told and not (laid or rulings or trimmed or fee or end):
        return new(Step, (new(State, (settings, seats, play, bets, count, gone, before, "")), (), calls, ()))
    trimming: Trimming = ()
    if trimmed:
        trimming, bets = _trimmed(bets, trimmed)
    if laid:
        bets += laid
        count += len(laid)
    if rulings:
        bets = () if len(rulings) == len(bets) else _unruled(bets, rulings)
    after: Reserve = ()
    if not end:
        after = _bank_reserve(bets) if told else reserve(game, state._replace(play=play, bets=bets, laid=count))
    moved = movements(before, after, trimming, laid, rulings, fee)
    if purses is not None:
        _cover(moved, purses)
    return new(Step, (new(State, (settings, seats, play, bets, count, gone, after, end)), moved, calls, rulings))


def reserve(game: Game[S, P], state: State[S, P]) -> Reserve:
    """What must be held for each seat and the house: its exposure beyond what it has on the layout."""
    if game.bets_tell_exposure:
        return _bank_reserve(state.bets)
    needs = game.exposure(state)
    for bet in state.bets:
        if bet.seat in needs:
            needs[bet.seat] -= bet.stake
    return tuple([need for need in needs.items() if need[1] > 0])


def _bank_reserve(bets: tuple[Bet, ...]) -> Reserve:
    """The reserve where every seat's exposure lies on the layout: what the bank pays if all bets win."""
    bank = 0
    for bet in bets:
        if bet.against == HOUSE:
            bank += bet.wins
    return ((HOUSE, bank),) if bank else ()


def _trimmed(bets: tuple[Bet, ...], trimmed: tuple[Bet, ...]) -> tuple[Trimming, tuple[Bet, ...]]:
    """The bets that got smaller, as they stood and stand, and all bets with them in their places."""
    smaller = {bet.number: bet for bet in trimmed}
    pairs = tuple([(bet, smaller[bet.number]) for bet in bets if bet.number in smaller])
    return pairs, tuple([smaller.get(bet.number, bet) for bet in bets])


def _unruled(bets: tuple[Bet, ...], rulings: tuple[Ruling, ...]) -> tuple[Bet, ...]:
    ruled = {ruling.bet.number for ruling in rulings}
    return tuple([bet for bet in bets if bet.number not in ruled])


def _cover(moved: Iterable[Movement], purses: Purses) -> None:
    """Refuse where one of these movements, in their order, takes more from a purse or the bank than is free in it."""
    left = dict(purses)
    for (source, giver), (target, taker), chips, _, _ in moved:
        if source in FREE:
            free = left.get(giver, None if source == "bank" else 0)
            if free is not None:
                if chips > free:
                    had = purses.get(giver, 0)
                    raise _short(giver, had - free + chips, had)
                left[giver] = free - chips
        if target in FREE and taker in left:
            left[taker] += chips


def _short(seat: str, chips: int, free: int) -> Refused:
    if seat == HOUSE:
        return Refused(
            "bank_short",
            "The bank has {free} free chips and this could cost it {needs}; lay less or send for a fill.",
            free=free,
            needs=chips,
        )
    return Refused(
        "purse_short",
        "{seat} has {free} free chips and this needs {needs}.",
        seat=seat,
        free=free,
        needs=chips,
    )
