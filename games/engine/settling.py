"""From a game's Change to the new state and every movement of chips, the reserves among them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.engine.chips import BANK, HOUSE, LAYOUT, POT, RAKE, Movement, Purses, held, purse
from games.engine.refusals import Refused
from games.engine.state import Bet, Change, P, Ruling, S, State, Step

if TYPE_CHECKING:
    from games.engine.game import Game

Reserve = tuple[tuple[str, int], ...]
new = tuple.__new__
"""Makes a NamedTuple at half the cost of calling its class, which counts where every roll passes."""


def step(game: Game[S, P], state: State[S, P], change: Change[P], purses: Purses | None) -> Step[S, P]:
    """The step that a change makes. With purses (an act), refused where a purse or the bank can't cover it.

    Order: what the reserve no longer needs is released, bets are laid, rulings paid, then the new reserve is
    held; so no purse is below zero in between.
    """
    play, laid, trimmed, rulings, fee, calls, end = change
    settings, seats, _, bets, count, gone, before, _ = state
    if not (laid or rulings or trimmed or fee or end) and game.bets_tell_exposure:
        return new(Step, (new(State, (settings, seats, play, bets, count, gone, before, "")), (), calls, ()))
    moved: list[Movement] = []
    if trimmed:
        bets = _trim(moved, bets, trimmed)
    if laid:
        bets = (*bets, *laid)
        count += len(laid)
        for bet in laid:
            moved.append(new(Movement, (purse(bet.seat), LAYOUT, bet.stake, bet.kind, bet.seat)))
    if rulings:
        if len(rulings) == len(bets):
            bets = ()
        else:
            ruled = {ruling.bet.number for ruling in rulings}
            bets = tuple([bet for bet in bets if bet.number not in ruled])
        for ruling in rulings:
            _pay(moved, ruling)
    if fee:
        moved.append(new(Movement, (LAYOUT, RAKE, fee, "fee", HOUSE)))
    if end:
        reserved: Reserve = ()
    elif game.bets_tell_exposure:
        reserved = _bank_reserve(bets)
    else:
        reserved = reserve(game, new(State, (settings, seats, play, bets, count, gone, before, end)))
    if reserved != before:
        moved = _reserving(before, reserved, moved)
    if purses is not None and moved:
        _cover(moved, purses)
    after = new(State, (settings, seats, play, bets, count, gone, reserved, end))
    return new(Step, (after, tuple(moved), calls, rulings))


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


def _pay(moved: list[Movement], ruling: Ruling) -> None:
    (_, seat, _, stake, _, against, _), outcome, returned = ruling
    if against == POT:
        if returned:
            moved.append(new(Movement, (LAYOUT, purse(seat), returned, outcome, seat)))
        return
    other = BANK if against == HOUSE else purse(against)
    if returned >= stake:
        moved.append(new(Movement, (LAYOUT, purse(seat), stake, "back", seat)))
        if returned > stake:
            moved.append(new(Movement, (other, purse(seat), returned - stake, "won", seat)))
        return
    if returned > 0:
        moved.append(new(Movement, (LAYOUT, purse(seat), returned, "back", seat)))
    moved.append(new(Movement, (LAYOUT, other, min(stake, stake - returned), "lost", seat)))
    if returned < 0:
        moved.append(new(Movement, (purse(seat), other, -returned, "lost", seat)))


def _trim(moved: list[Movement], bets: tuple[Bet, ...], trimmed: tuple[Bet, ...]) -> tuple[Bet, ...]:
    smaller = {bet.number: bet for bet in trimmed}
    for bet in bets:
        if bet.number in smaller:
            back = bet.stake - smaller[bet.number].stake
            moved.append(new(Movement, (LAYOUT, purse(bet.seat), back, "trimmed", bet.seat)))
    return tuple([smaller.get(bet.number, bet) for bet in bets])


def _reserving(before: Reserve, after: Reserve, moved: list[Movement]) -> list[Movement]:
    """The movements with releases before them and holds behind them."""
    if before:
        needs = dict(after)
        moved = [
            new(Movement, (held(seat), purse(seat), chips - needs.get(seat, 0), "release", seat))
            for seat, chips in before
            if chips > needs.get(seat, 0)
        ] + moved
    had = dict(before)
    for seat, chips in after:
        more = chips - had.get(seat, 0)
        if more > 0:
            moved.append(new(Movement, (purse(seat), held(seat), more, "hold", seat)))
    return moved


def _cover(moved: list[Movement], purses: Purses) -> None:
    """Refuse where these movements take more from a purse, or from the bank, than is free in it."""
    needs: dict[str, int] = {}
    for (source, giver), (target, taker), chips, _, _ in moved:
        if source == "purse" or source == "bank":
            needs[giver] = needs.get(giver, 0) + chips
        if target == "purse" or target == "bank":
            needs[taker] = needs.get(taker, 0) - chips
    for seat, chips in needs.items():
        free = purses.get(seat) if seat == HOUSE else purses.get(seat, 0)
        if free is not None and chips > free:
            raise _short(seat, chips, free)


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
