"""From a game's Change to the new state and every movement of chips, the reserves among them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.engine.chips import HOUSE, Purses
from games.engine.moving import Reserve, Trimming, moved
from games.engine.refusals import Refused
from games.engine.state import Bet, Change, P, Ruling, S, State, Step, new

if TYPE_CHECKING:
    from games.engine.game import Game


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
    movements, needs = moved(before, after, trimming, laid, rulings, fee)
    if purses is not None:
        for seat, chips in needs:
            free = purses.get(seat, None if seat == HOUSE else 0)
            if free is not None and chips > free:
                raise _short(seat, chips, free)
    return new(Step, (new(State, (settings, seats, play, bets, count, gone, after, end)), movements, calls, rulings))


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
