"""The dice tree of a round, solved exactly: every throw by the game's own rules, every loop collapsed.

Nothing here knows a game: it asks how many dice are due and what each throw does. Dice are alike: it is a law of
every game that only which faces fall matters, not which die shows which.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any, NamedTuple

from games.engine.chips import HOUSE
from games.engine.game import Game
from games.engine.refusals import Refused
from games.engine.state import State, Step

AnyGame = Game[Any, Any]
AnyState = State[Any, Any]
AnyStep = Step[Any, Any]

Distribution = Mapping[int, Fraction]
"""Chips won (below 0: lost) and how probable that is; the probabilities sum to 1."""
Score = Callable[[AnyStep], int]
"""Chips that a step brings to the one whose distribution is asked for."""

FACES = range(1, 7)
STATES_MOST = 50_000


class Undecided(Exception):
    """Dice alone do not decide: somebody must act before they are thrown again, or the tree is too large."""


class Branch(NamedTuple):
    """What may come of a throw: chips scored, the state that it leads to (None: it is decided), its probability."""

    chips: int
    after: AnyState | None
    chance: Fraction


class Equation(NamedTuple):
    """A state's distribution: its own ends, and what states not yet worked out (all of them before it) add."""

    ends: dict[int, Fraction]
    after: dict[AnyState, Fraction]


def due(game: AnyGame, state: AnyState) -> int:
    """How many dice are due; Undecided where none are."""
    try:
        return game.due(state)
    except Refused as refused:
        raise Undecided(f"before the dice are thrown: {refused.sentence}") from refused


def falls(game: AnyGame, state: AnyState) -> dict[AnyStep, Fraction]:
    """Every step that the dice now due can make, and its probability; Undecided where no dice are due.

    Steps are told apart by all but settings and seats, which no throw changes.
    """
    dice = due(game, state)
    found: dict[object, tuple[AnyStep, int]] = {}
    for faces, ways in throws(dice):
        step = game.throw(state, faces)
        told = (step.state[2:], step[1:])
        found[told] = (step, ways + found[told][1] if told in found else ways)
    return {step: Fraction(ways, 6**dice) for step, ways in found.values()}


@lru_cache(maxsize=16)
def throws(dice: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Every throw of so many dice with its faces in order, and in how many ways it falls: dice are alike."""
    faces = combinations_with_replacement(FACES, dice)
    return tuple((each, factorial(dice) // prod(map(factorial, Counter(each).values()))) for each in faces)


def calls(game: AnyGame, state: AnyState) -> dict[tuple[str, ...], Fraction]:
    """What the next throw may be called, and how probable each call is."""
    found: defaultdict[tuple[str, ...], Fraction] = defaultdict(Fraction)
    for step, chance in falls(game, state).items():
        found[step.calls] += chance
    return dict(found)


def endings(game: AnyGame, state: AnyState, score: Score, bet: int = 0) -> Distribution:
    """The distribution of all that `score` counts from here to the end, if nobody acts any more.

    To the end of the round, or with `bet` to the ruling on the bet of that number. Undecided where somebody
    must act first.
    """
    branches: dict[AnyState, list[Branch]] = {}
    solved: dict[AnyState, Equation] = {}
    path = [state]
    while path:
        now = path[-1]
        if now not in branches:
            if len(branches) >= STATES_MOST:
                raise Undecided(f"more than {STATES_MOST:,} states can follow")
            branches[now] = _branches(game, now, score, bet)
        ahead = next((after for _, after, _ in branches[now] if after is not None and after not in branches), None)
        if ahead is None:
            solved[now] = _eliminated(now, branches[now], solved)
            path.pop()
        else:
            path.append(ahead)
    return solved[state].ends


def _branches(game: AnyGame, state: AnyState, score: Score, bet: int) -> list[Branch]:
    branches = []
    for step, chance in falls(game, state).items():
        decided = any(ruling.bet.number == bet for ruling in step.rulings) if bet else step.over
        if not decided:
            due(game, step.state)  # Undecided here already, before the states beyond are worked out
        branches.append(Branch(score(step), None if decided else step.state, chance))
    return branches


def _eliminated(now: AnyState, branches: list[Branch], solved: Mapping[AnyState, Equation]) -> Equation:
    """The state's equation with every solved state put in its place, and its loop to itself collapsed.

    States are solved children first, so what is left unsolved lies on the path that leads here: at the first
    state nothing is left.
    """
    ends: defaultdict[int, Fraction] = defaultdict(Fraction)
    unsolved: defaultdict[AnyState, Fraction] = defaultdict(Fraction)
    open_ = list(branches)
    while open_:
        chips, after, chance = open_.pop()
        if after is None:
            ends[chips] += chance
        elif after in solved:
            known = solved[after]
            for more, part in known.ends.items():
                ends[chips + more] += chance * part
            open_ += [Branch(chips, further, chance * part) for further, part in known.after.items()]
        elif chips:
            raise RuntimeError("chips were scored on a way that leads back: a bet was ruled more than once")
        else:
            unsolved[after] += chance
    leaves = 1 - unsolved.pop(now, Fraction(0))
    if not leaves:
        raise Undecided("this round would never end")
    return Equation(
        {chips: chance / leaves for chips, chance in ends.items()},
        {after: chance / leaves for after, chance in unsolved.items()},
    )


def won_by_bet(number: int) -> Score:
    """Chips that the bet of that number brings its seat."""
    return lambda step: sum(
        ruling.returned - ruling.bet.stake for ruling in step.rulings if ruling.bet.number == number
    )


def won_by_house(numbers: frozenset[int]) -> Score:
    """Chips that the house wins by the bets of these numbers that stand against it."""
    return lambda step: sum(
        ruling.bet.stake - ruling.returned
        for ruling in step.rulings
        if ruling.bet.against == HOUSE and ruling.bet.number in numbers
    )


def won_by_seat(seat: str) -> Score:
    """Chips that the seat (or the house) wins by its own bets and by those that stand against it."""

    def won(step: AnyStep) -> int:
        total = 0
        for bet, _, returned in step.rulings:
            if bet.seat == seat:
                total += returned - bet.stake
            elif bet.against == seat:
                total += bet.stake - returned
        return total

    return won


def mean(distribution: Distribution) -> Fraction:
    return sum((chips * chance for chips, chance in distribution.items()), Fraction(0))


def variance(distribution: Distribution) -> Fraction:
    return sum((chips**2 * chance for chips, chance in distribution.items()), Fraction(0)) - mean(distribution) ** 2
