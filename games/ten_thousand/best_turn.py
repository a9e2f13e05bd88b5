"""The best that a turn can bring, exactly: how many points it banks on average, and when to bank.

The model: one player on the table wants the most points a turn; the target, the others and the penalty are left out.
What he has set aside (points) and the dice in hand tell all. He throws; from a throw that scores he keeps
what makes the most of the rest of the turn; a zilch is worth 0. Of two keeps that leave the same number of
dice the one with more points is never worse, so only that one is looked at.

The tree has an end although sweeps have none. Whoever throws n dice once more and then banks has, from p
points, p x P(no zilch) + the mean of the best keep; from some p on that is no more than p, whatever n is.
Points only grow, so beyond the largest such p nothing else helps either and banking is best (the monotone case of
optimal stopping). Below it every state is worked out from those above, as whole numbers over one
denominator, a power of 6 with enough sixes for every throw on the way: no rounding anywhere.

Half a second where all points are multiples of 50; a table whose points have a smaller divisor needs far longer.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import gcd
from typing import NamedTuple

from games.ten_thousand.chances import ways_of_choices
from games.ten_thousand.scoring import DICE, Scoring
from games.ten_thousand.settings import TenThousandSettings


class BestTurn(NamedTuple):
    """The solution of a table.

    average    points that a turn of six dice banks
    bank_from  by dice in hand (1 to 6): the points from which banking is as good as throwing on
    """

    average: Fraction
    bank_from: dict[int, int]


def best_turn(settings: TenThousandSettings) -> BestTurn:
    """The average turn of a player on the table, and where it banks."""
    levels = _solved(settings.scoring, settings.minimum)
    return BestTurn(levels.throwing(0, DICE), {dice: levels.bank_from(dice) for dice in range(1, DICE + 1)})


def throwing(settings: TenThousandSettings, points: int, dice: int) -> Fraction:
    """Points banked on average by a player on the table who throws `dice` dice now, with `points` set aside.

    A turn that takes over so much is worth this. ValueError where no turn can stand so or banking is always best.
    """
    return _solved(settings.scoring, settings.minimum).throwing(points, dice)


class Levels(NamedTuple):
    """The solution by points: row k, from 0 on, is for k x step points; its place n for n dice in hand.

    thrown   mean worth of throwing now, in points x scale;  minimum  the least that may be banked
    """

    step: int
    scale: int
    minimum: int
    thrown: list[list[int]]

    def throwing(self, points: int, dice: int) -> Fraction:
        level, rest = divmod(points, self.step)
        if rest or not 0 <= level < len(self.thrown) or not 1 <= dice <= DICE:
            raise ValueError(
                f"give points from 0 to {len(self.thrown) * self.step - 1} in steps of {self.step}, 1-6 dice"
            )
        return Fraction(self.thrown[level][dice], self.scale)

    def bank_from(self, dice: int) -> int:
        for level, row in enumerate(self.thrown):
            points = level * self.step
            if points >= self.minimum and row[dice] <= points * self.scale:
                return points
        return len(self.thrown) * self.step


@lru_cache(maxsize=8)
def _solved(scoring: Scoring, minimum: int) -> Levels:
    throws = [ways_of_choices(dice, scoring) for dice in range(1, DICE + 1)]
    step = gcd(*(points for ways in throws for choices in ways for _, points in choices))
    top = max(minimum, *(_always_bank(dice, scoring) for dice in range(1, DICE + 1)))
    rows = -(-top // step)
    scale = 6 ** (DICE * rows)
    worth = [[0] * (DICE + 1) for _ in range(rows)]
    thrown = [[0] * (DICE + 1) for _ in range(rows)]
    for level in reversed(range(rows)):
        points = level * step
        for dice, ways in enumerate(throws, 1):
            total = 0
            for choices, number in ways.items():
                total += number * max(
                    worth[after][in_hand] if (after := level + kept // step) < rows else after * step * scale
                    for in_hand, kept in choices
                )
            mean = total // 6**dice
            thrown[level][dice] = mean
            worth[level][dice] = max(mean, points * scale) if points >= minimum else mean
    return Levels(step, scale, minimum, thrown)


def _always_bank(dice: int, scoring: Scoring) -> int:
    """The points, rounded up, from which throwing these dice once more and then banking gains nothing."""
    ways = ways_of_choices(dice, scoring)
    gained = sum(number * max(points for _, points in choices) for choices, number in ways.items())
    zilches: int = 6**dice - sum(ways.values())
    return -(-gained // zilches)
