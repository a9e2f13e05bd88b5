"""What dice score, by trying every division into the scoring sets of the rules: plain, and not the engine's way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, product

from games.ten_thousand.scoring import FACES, Scoring

MULTISETS = [dice for number in range(1, 7) for dice in combinations_with_replacement(FACES, number)]


def sets(scoring: Scoring) -> Iterator[tuple[Counter[int], int]]:
    """Every scoring set of the rules, one by one, with its points."""
    yield Counter({1: 1}), 100
    yield Counter({5: 1}), 50
    for face in FACES:
        triple = scoring.triple_ones if face == 1 else face * 100
        for count, times in ((3, 1), (4, 2), (5, 4), (6, 8)):
            yield Counter({face: count}), triple * times
    yield Counter(FACES), scoring.straight
    for pairs in product(FACES, repeat=3):
        if pairs[0] < pairs[1] < pairs[2]:
            yield Counter(dict.fromkeys(pairs, 2)), scoring.three_pairs
    if scoring.four_two:
        for four, two in product(FACES, repeat=2):
            if four != two:
                yield Counter({four: 4, two: 2}), scoring.three_pairs


@cache
def divided(scoring: Scoring) -> dict[tuple[int, ...], int]:
    """Every multiset that divides into scoring sets without a rest, with the points of its best division."""
    known = [(dice, points) for dice, points in sets(scoring) if points]

    @cache
    def best(dice: tuple[int, ...]) -> int | None:
        if not dice:
            return 0
        count, found = Counter(dice), []
        for part, points in known:
            if part[dice[0]] and part <= count:
                rest = best(tuple(sorted((count - part).elements())))
                found += [] if rest is None else [points + rest]
        return max(found, default=None)

    return {dice: points for dice in MULTISETS if (points := best(dice)) is not None}
