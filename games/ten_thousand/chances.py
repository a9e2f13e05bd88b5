"""What a throw of one to six dice can bring, by counting every throw."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod

from games.ten_thousand.scoring import DICE, FACES, Scoring, keeps

Choices = tuple[tuple[int, int], ...]
"""What a throw lets one choose: for every number of dice then in hand (6 after a sweep), the most points for it."""


@lru_cache(maxsize=64)
def ways_of_choices(dice: int, scoring: Scoring) -> dict[Choices, int]:
    """How many of the 6**dice throws give each set of choices; the zilches are in none."""
    found: defaultdict[Choices, int] = defaultdict(int)
    for thrown in combinations_with_replacement(FACES, dice):
        best: dict[int, int] = {}
        for faces, points in keeps(thrown, scoring):
            in_hand = dice - len(faces) or DICE
            best[in_hand] = max(points, best.get(in_hand, 0))
        if best:
            ways = factorial(dice) // prod(factorial(thrown.count(face)) for face in FACES)
            found[tuple(sorted(best.items()))] += ways
    return dict(found)


def zilch(dice: int, scoring: Scoring) -> Fraction:
    """The chance that none of `dice` dice scores."""
    return 1 - Fraction(sum(ways_of_choices(dice, scoring).values()), 6**dice)


def sweep(dice: int, scoring: Scoring) -> Fraction:
    """The chance that all of `dice` dice score, so that they can be set aside together."""
    swept = [ways for choices, ways in ways_of_choices(dice, scoring).items() if choices[-1][0] == DICE]
    return Fraction(sum(swept), 6**dice)
