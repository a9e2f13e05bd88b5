"""What a game says can still be lost, against the worst of every way in which the dice can fall."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from games import discover, find
from games.engine import HOUSE, Act, Offer, State
from games.engine.catalogue import AnyGame
from games.engine.edges import edges
from games.engine.refusals import Refused
from games.engine.solver import Undecided, due, endings, falls, won_by_seat
from tests.games.fifth.folder import a_fifth_game

SEATS = ("A", "B", "C")
PURSES = dict.fromkeys(SEATS, 60)
BETS_MOST, COMPARED_MOST = 2, 40


def tables(game: AnyGame) -> Iterator[dict[str, object]]:
    """The defaults, and every other choice of each setting alone, where the game accepts it."""
    yield {}
    for name, described in game.settings_class.described().items():
        for choice in described.choices[1:]:
            try:
                game.settings({name: choice})
            except Refused:
                continue
            yield {name: choice}


def situations(game: AnyGame, settings: dict[str, object]) -> Iterator[State[Any, Any]]:
    """States in which dice are due, with up to two bets of several seats, from the game's own offers."""
    waiting = [game.open(game.settings(settings), SEATS)]
    seen = set(waiting)
    while waiting:
        state = waiting.pop()
        after = list(_acted(game, state)) if len(state.bets) < BETS_MOST else []
        if _due(game, state):
            yield state
            after += [step.state for step in falls(game, state) if not step.over][:3]
        fresh = [each for each in dict.fromkeys(after) if each not in seen]
        waiting += fresh
        seen.update(fresh)


def _acted(game: AnyGame, state: State[Any, Any], largest: bool = False) -> Iterator[State[Any, Any]]:
    """Of each verb the first two offers and the last: in about five chips, or the largest that may be laid."""
    by_verb: dict[str, list[Offer]] = {}
    for offer in game.offers(state, PURSES):
        if offer.verb != "throw" and not offer.why_not:
            by_verb.setdefault(offer.verb, []).append(offer)
    for offer in (each for offers in by_verb.values() for each in dict.fromkeys((*offers[:2], offers[-1]))):
        most = offer.largest or 0
        chips = most if largest else min(offer.smallest + offer.step * (-(-4 // offer.step)), most)
        for value in (chips,) if offer.smallest else (offer.choices or (True,))[:2]:
            yield game.act(state, Act(offer.verb, offer.seat, value, offer.on), PURSES).state


def _due(game: AnyGame, state: State[Any, Any]) -> bool:
    try:
        return due(game, state) > 0
    except Undecided:
        return False


def worst(game: AnyGame, state: State[Any, Any], seat: str) -> int:
    return max(0, -min(endings(game, state, won_by_seat(seat))))


def compared(game: AnyGame, settings: dict[str, object]) -> int:
    """Checks the situations in which dice alone decide, or an even choice of so many; how many there were.

    Never less than the worst; and no more than the worst for the bank where all bets can win together, and for a
    seat with one bet, counted over what the others may still do (cover the rest of a stake).
    """
    checked = 0
    every = list(situations(game, settings))
    for state in every[:: -(-len(every) // COMPARED_MOST)]:
        exposed = game.exposure(state)
        try:
            for seat in (*SEATS, HOUSE):
                assert exposed.get(seat, 0) >= worst(game, state, seat), f"{seat} at {state}"
            if game.bets_tell_exposure:
                assert exposed.get(HOUSE, 0) == worst(game, state, HOUSE)
        except Undecided:
            continue
        checked += 1
        for bet in state.bets:
            if [each.seat for each in state.bets].count(bet.seat) == 1:
                found = [worst(game, each, bet.seat) for each in (state, *_by_others(game, state, bet.seat))]
                assert exposed[bet.seat] == max(found), f"{bet} at {state}"
    return checked


def _by_others(game: AnyGame, state: State[Any, Any], seat: str) -> list[State[Any, Any]]:
    """What the state becomes by the largest act of somebody else that leaves the dice due."""
    after = [each for each in _acted(game, state, largest=True) if _due(game, each)]
    return [
        each
        for each in after
        if [bet for bet in each.bets if bet.seat == seat] == [bet for bet in state.bets if bet.seat == seat]
    ]


@pytest.mark.parametrize("name", [name for name, game in discover().items() if game.kind != "pot"])
def test_exposure_is_the_worst_that_the_dice_can_bring(name: str) -> None:
    game = find(name)
    for settings in tables(game):
        assert compared(game, settings) >= 8, settings


def test_the_exposure_of_a_fifth_game_is_compared_at_once() -> None:
    with a_fifth_game() as name:
        assert compared(find(name), {}) >= 8


def test_what_a_bet_can_cost_is_what_is_reserved_for_it() -> None:
    """Line by line of the odds table: the reserve of a bet laid alone is the worst case that the table shows."""
    zar = find("zar")
    for line in edges(zar, zar.settings({})):
        if line.verb == "punt":
            assert line.worst == 2
    hazard = find("hazard")
    assert {line.worst for line in edges(hazard, hazard.settings({}))} == {1}
