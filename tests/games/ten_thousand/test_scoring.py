"""Every multiset of one to six dice, and everything that may be set aside from it, against a search of divisions."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from games.ten_thousand.chances import sweep, ways_of_choices, zilch
from games.ten_thousand.scoring import FACES, Keep, Scoring, keeps, score
from tests.games.ten_thousand.divisions import MULTISETS, divided

DEFAULT = Scoring()
TABLES = (
    DEFAULT,
    Scoring(four_two=True),
    Scoring(triple_ones=300, straight=0, three_pairs=0),
    Scoring(triple_ones=0, straight=2000, three_pairs=1500, four_two=True),
    Scoring(triple_ones=150, three_pairs=100),
)


@pytest.mark.parametrize("scoring", TABLES, ids=str)
def test_every_multiset_scores_its_best_division_or_nothing(scoring: Scoring) -> None:
    by_search = divided(scoring)
    assert {dice: score(dice, scoring) for dice in MULTISETS} == {dice: by_search.get(dice, 0) for dice in MULTISETS}


@pytest.mark.parametrize("scoring", TABLES, ids=str)
def test_from_every_throw_exactly_the_parts_in_which_every_die_scores_may_be_kept(scoring: Scoring) -> None:
    by_search = divided(scoring)
    for thrown in MULTISETS:
        within = {dice for dice in by_search if Counter(dice) <= Counter(thrown)}
        found = keeps(thrown, scoring)
        assert {keep.faces for keep in found} == within
        assert len(found) == len(within)
        assert all(keep.points == by_search[keep.faces] for keep in found)
        assert list(found) == sorted(found, key=lambda keep: (-keep.points, len(keep.faces), keep.faces))
        assert keeps(tuple(reversed(thrown)), scoring) == found


@pytest.mark.parametrize(
    ("dice", "points"),
    [
        ((1,), 100),
        ((5,), 50),
        ((2,), 0),
        ((1, 2), 0),
        ((1, 1, 1), 1000),
        ((2, 2, 2), 200),
        ((5, 5, 5), 500),
        ((6, 6, 6, 6), 1200),
        ((2, 2, 2, 2, 2), 800),
        ((1, 1, 1, 1, 1, 1), 8000),
        ((6, 6, 6, 6, 6, 6), 4800),
        ((1, 1, 1, 5, 5, 5), 1500),
        ((1, 2, 3, 4, 5, 6), 1500),
        ((1, 1, 4, 4, 5, 5), 1000),
        ((2, 2, 2, 2, 3, 3), 0),
        ((1, 1, 1, 1, 5, 5), 2100),
        ((2, 2, 2, 2, 5, 5), 500),
        ((2, 2, 2, 3, 3, 3), 500),
    ],
)
def test_points_of_the_table_of_the_rules(dice: tuple[int, ...], points: int) -> None:
    assert score(dice, DEFAULT) == points


def test_four_and_two_are_three_pairs_only_where_the_table_says_so_and_only_if_better() -> None:
    four_two = Scoring(four_two=True)
    assert score((2, 2, 2, 2, 3, 3), four_two) == 1000
    assert score((1, 1, 1, 1, 5, 5), four_two) == 2100
    assert score((2, 2, 2, 2, 2, 2), four_two) == 1600


def test_B17_a_broken_straight_is_none() -> None:
    assert keeps((1, 2, 3, 4, 5, 5), DEFAULT)[0] == Keep((1, 5, 5), 200)
    assert keeps((1, 3, 4, 5, 6, 6), DEFAULT)[0] == Keep((1, 5), 150)
    assert keeps((1, 2, 3, 4, 5, 6), DEFAULT)[0] == Keep((1, 2, 3, 4, 5, 6), 1500)


ZILCH = ("2/3", "4/9", "5/18", "17/108", "25/324", "5/216")
ALL_SCORE = ("1/3", "1/9", "1/18", "13/324", "59/1944", "101/1296")


@pytest.mark.parametrize("dice", range(1, 7))
def test_chances_of_a_zilch_and_of_all_dice_scoring(dice: int) -> None:
    """Known figures, found again by throwing every one of the 6**dice throws against the search of divisions."""
    assert zilch(dice, DEFAULT) == Fraction(ZILCH[dice - 1])
    assert sweep(dice, DEFAULT) == Fraction(ALL_SCORE[dice - 1])
    by_search = divided(DEFAULT)
    throws = Counter(tuple(sorted(faces)) for faces in product(FACES, repeat=dice))
    nothing = sum(ways for thrown, ways in throws.items() if not any(Counter(d) <= Counter(thrown) for d in by_search))
    everything = sum(ways for thrown, ways in throws.items() if thrown in by_search)
    assert zilch(dice, DEFAULT) == Fraction(nothing, 6**dice)
    assert sweep(dice, DEFAULT) == Fraction(everything, 6**dice)


def test_choices_name_the_most_points_for_every_number_of_dice_left() -> None:
    assert ways_of_choices(1, DEFAULT) == {((6, 100),): 1, ((6, 50),): 1}
    assert ways_of_choices(2, DEFAULT) == {
        ((1, 50),): 8,
        ((1, 100),): 8,
        ((1, 50), (6, 100)): 1,
        ((1, 100), (6, 150)): 2,
        ((1, 100), (6, 200)): 1,
    }
