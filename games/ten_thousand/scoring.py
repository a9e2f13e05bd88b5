"""What dice set aside from one throw are worth, and what may be set aside at all (seed 004)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

FACES = (1, 2, 3, 4, 5, 6)
DICE = 6
SINGLES = {1: 100, 5: 50}
ALL_DIFFERENT, THREE_PAIRS, FOUR_TWO = [1, 1, 1, 1, 1, 1], [2, 2, 2], [2, 4]


class Scoring(NamedTuple):
    """The points that a table may set; 0 points: such a combination is none."""

    triple_ones: int = 1000
    straight: int = 1500
    three_pairs: int = 1000
    four_two: bool = False
    """Whether four of a kind and a pair count as three pairs."""


class Keep(NamedTuple):
    """Faces that may be set aside together, in ascending order, and their points."""

    faces: tuple[int, ...]
    points: int


@lru_cache(maxsize=8192)
def score(kept: tuple[int, ...], scoring: Scoring) -> int:
    """Points of the best division of these dice of one throw (1 to 6 faces); 0 unless every die scores."""
    counts = [kept.count(face) for face in FACES]
    alike = [_alike(face, count, scoring) for face, count in zip(FACES, counts, strict=True) if count]
    best = sum(alike) if all(alike) else 0
    shape = sorted(count for count in counts if count)
    if shape == ALL_DIFFERENT:
        return scoring.straight
    if shape == THREE_PAIRS or (shape == FOUR_TWO and scoring.four_two):
        return max(best, scoring.three_pairs)
    return best


def _alike(face: int, count: int, scoring: Scoring) -> int:
    """Best points of `count` dice that show one face; 0 unless all of them score.

    Either all are single ones or some are one set: twice three alike are worth less than six. Where a face
    scores nothing alone, the set of all of them is worth most.
    """
    single = SINGLES.get(face, 0)
    triple = scoring.triple_ones if face == 1 else 100 * face
    as_sets: list[int] = [triple * 2 ** (alike - 3) + (count - alike) * single for alike in range(3, count + 1)]
    return max([count * single, *as_sets])


def keeps(thrown: Iterable[int], scoring: Scoring) -> tuple[Keep, ...]:
    """Everything that may be set aside from a throw, each once; none: it is a zilch.

    Best first: most points, of equal worth the fewest dice, then the lower faces.
    """
    return _keeps(tuple(sorted(thrown)), scoring)


@lru_cache(maxsize=4096)
def _keeps(thrown: tuple[int, ...], scoring: Scoring) -> tuple[Keep, ...]:
    sets = {kept for size in range(1, len(thrown) + 1) for kept in combinations(thrown, size)}
    found = [Keep(kept, points) for kept in sets if (points := score(kept, scoring))]
    return tuple(sorted(found, key=lambda keep: (-keep.points, len(keep.faces), keep.faces)))
