"""Offers narrowed to what would be accepted: bounds are tried on the act itself, so both agree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from games.engine.refusals import Refused
from games.engine.state import Act, Offer, P, S, State

if TYPE_CHECKING:
    from games.engine.game import Game


def offers(game: Game[S, P], state: State[S, P], purses: Mapping[str, int]) -> tuple[Offer, ...]:
    """Every offer of the rules to a seat still there, narrowed to the purses, then the dice."""
    return () if state.end else tuple(_offers(game, state, purses))


def _offers(game: Game[S, P], state: State[S, P], purses: Mapping[str, int]) -> Iterator[Offer]:
    for offer in game.offered(state):
        if offer.seat not in state.gone:
            yield _narrowed(game, state, offer, purses) if offer.smallest else offer
    seat = game.thrower(state)
    seat = "" if seat in state.gone else seat
    try:
        yield Offer("throw", seat, dice=game.due(state))
    except Refused as refused:
        yield Offer("throw", seat, why_not=refused.code, sentence=refused.sentence)


def _narrowed(game: Game[S, P], state: State[S, P], offer: Offer, purses: Mapping[str, int]) -> Offer:
    def refusal(chips: int) -> Refused | None:
        try:
            game.act(state, Act(offer.verb, offer.seat, chips, offer.on), purses)
        except Refused as refused:
            return refused
        return None

    refused = refusal(offer.smallest)
    if refused:
        return offer._replace(largest=0, why_not=refused.code, sentence=refused.sentence)
    bound = purses.get(offer.seat, 0)
    bound = bound if offer.largest is None else min(bound, offer.largest)
    low, high = 0, max(0, bound - offer.smallest) // offer.step
    middle = high
    while low < high:
        if refusal(offer.smallest + middle * offer.step):
            high = middle - 1
        else:
            low = middle
        middle = (low + high + 1) // 2
    return offer._replace(largest=offer.smallest + low * offer.step)
