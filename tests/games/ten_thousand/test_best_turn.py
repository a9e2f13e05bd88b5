"""The exact solution of a turn, against known figures and a plain recursion over every throw and every keep."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from games.ten_thousand.best_turn import best_turn, throwing
from games.ten_thousand.scoring import DICE, FACES, keeps
from games.ten_thousand.settings import TenThousandSettings

DEFAULT = TenThousandSettings()
THROWS = {dice: Counter(tuple(sorted(faces)) for faces in product(FACES, repeat=dice)) for dice in range(1, 7)}


def test_best_play_averages_537_03_points_a_turn() -> None:
    average = best_turn(DEFAULT).average
    assert round(average * 100) == 53703
    assert Fraction("537.027542") < average < Fraction("537.027543")


def test_best_play_banks_from() -> None:
    assert best_turn(DEFAULT).bank_from == {1: 500, 2: 500, 3: 500, 4: 1050, 5: 3100, 6: 16950}


def test_the_solution_of_a_table_without_minimum_is_another() -> None:
    free = best_turn(TenThousandSettings(minimum=0))
    assert free.average > best_turn(DEFAULT).average > best_turn(TenThousandSettings(minimum=1000)).average
    assert free.bank_from == {1: 300, 2: 250, 3: 450, 4: 1050, 5: 3100, 6: 16950}


def by_recursion(settings: TenThousandSettings, points: int, dice: int) -> Fraction:
    """Throwing on, over every sorted throw and every legal keep; banks where the solution was proved to bank."""
    always = max(best_turn(settings).bank_from.values())

    @cache
    def worth(points: int, dice: int) -> Fraction:
        if points >= always:
            return Fraction(points)
        thrown = throw(points, dice)
        return max(thrown, Fraction(points)) if points >= settings.minimum else thrown

    def throw(points: int, dice: int) -> Fraction:
        total = Fraction(0)
        for faces, ways in THROWS[dice].items():
            options = keeps(faces, settings.scoring)
            total += ways * max(
                (worth(points + keep.points, dice - len(keep.faces) or DICE) for keep in options), default=Fraction(0)
            )
        mean: Fraction = total / 6**dice
        return mean

    return throw(points, dice)


@pytest.mark.parametrize("points", [16_900, 16_500])
@pytest.mark.parametrize("dice", [1, 3, 6])
def test_the_solution_is_that_of_a_plain_recursion(points: int, dice: int) -> None:
    assert throwing(DEFAULT, points, dice) == by_recursion(DEFAULT, points, dice)


def test_a_recursion_below_the_minimum_too() -> None:
    """A minimum above all else: nobody banks under it, and what is banked above it is a plain recursion."""
    high = TenThousandSettings(minimum=17_200)
    assert best_turn(high).bank_from[1] == 17_200
    assert throwing(high, 16_900, 4) == by_recursion(high, 16_900, 4)


def test_no_one_gains_by_throwing_once_more_where_best_play_banks() -> None:
    for dice, points in best_turn(DEFAULT).bank_from.items():
        if points < 16_950:
            assert throwing(DEFAULT, points, dice) <= points
        if points > DEFAULT.minimum:
            assert throwing(DEFAULT, points - 50, dice) > points - 50


def test_taking_over_two_dice_is_always_right_and_one_die_from_1150_points() -> None:
    average = best_turn(DEFAULT).average
    assert throwing(DEFAULT, 1000, 2) > average
    assert throwing(DEFAULT, 1100, 1) < average < throwing(DEFAULT, 1150, 1)


@pytest.mark.parametrize(("points", "dice"), [(-50, 2), (75, 2), (500, 0), (500, 7), (16_950, 6)])
def test_a_turn_that_can_not_be_has_no_worth(points: int, dice: int) -> None:
    with pytest.raises(ValueError, match="give points from 0 to 16949 in steps of 50"):
        throwing(DEFAULT, points, dice)
