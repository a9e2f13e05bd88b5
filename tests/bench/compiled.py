"""A game's dice tree compiled to a table of numbers, and many tables of it thrown at once with numpy.

Made from the rules by the same steps as the exact solver's: nothing here knows a game.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from games import find
from games.engine import Act
from games.engine.solver import FACES, AnyGame, AnyState, due, endings, mean, variance, won_by_bet

LANES = 32_768
"""Tables thrown at once: their numbers stay in the processor's cache."""


class Compiled(NamedTuple):
    """The throws from a state on. A throw's number is its state's base plus the number of its faces.

    ways     throws that the dice have, 6 or 36
    after    by throw: the base of the state it leads to; -1 where the round is over
    won      by throw: chips that the bet won by it
    mean, variance   of the bet over a round, exactly
    """

    ways: int
    after: NDArray[np.int32]
    won: NDArray[np.int64]
    mean: Fraction
    variance: Fraction


class Simulated(NamedTuple):
    """What came of so many rounds: the mean of the bet, and how far off the exact one in standard errors."""

    rounds: int
    mean: float
    errors_off: float


def ready(name: str, settings: dict[str, object], acts: Iterable[Act]) -> tuple[AnyGame, AnyState]:
    """A round after these acts, the last of which is the bet to follow."""
    game = find(name)
    state = game.open(game.settings(settings), ["A", "B"])
    for act in acts:
        state = game.act(state, act, {"A": 10_000, "B": 10_000}).state
    return game, state


def compiled(game: AnyGame, state: AnyState) -> Compiled:
    """Every state that dice alone can lead to from here, for the bet that was laid last."""
    bet = state.bets[-1].number
    dice = due(game, state)
    ways = 6**dice
    known = {state: 0}
    rows = [state]
    after: list[int] = []
    won: list[int] = []
    score = won_by_bet(bet)
    for each in rows:
        for faces in product(FACES, repeat=dice):
            step = game.throw(each, faces)
            won.append(score(step))
            if step.over:
                after.append(-1)
                continue
            if step.state not in known:
                known[step.state] = len(rows)
                rows.append(step.state)
            after.append(known[step.state] * ways)
    exact = endings(game, state, score, bet)
    return Compiled(ways, np.array(after, np.int32), np.array(won, np.int64), mean(exact), variance(exact))


def simulate(table: Compiled, rounds: int, seed: int) -> Simulated:
    """At least so many rounds. A lane that ends a round begins the next; at last every lane plays its round out.

    So the rounds of a lane are counted up to the first that ends after a fixed time, and their mean is unbiased.
    """
    dice = np.random.default_rng(seed)
    over = table.after < 0
    again = np.where(over, 0, table.after)
    fallen = np.zeros(table.after.size, np.int64)
    base = np.zeros(LANES, np.int32)
    while int(fallen[over].sum()) < rounds:
        for _ in range(64):
            throw = base + dice.integers(0, table.ways, base.size, np.uint8)
            fallen += np.bincount(throw, minlength=fallen.size)
            base = again[throw]
    base = base[base > 0]
    while base.size:
        throw = base + dice.integers(0, table.ways, base.size, np.uint8)
        fallen += np.bincount(throw, minlength=fallen.size)
        base = table.after[throw]
        base = base[base >= 0]
    played = int(fallen[over].sum())
    average = Fraction(int((fallen * table.won).sum()), played)
    error = (float(table.variance) / played) ** 0.5
    return Simulated(played, float(average), float(average - table.mean) / error)
