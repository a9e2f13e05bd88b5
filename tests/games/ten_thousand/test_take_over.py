"""Going on from what the one before has banked."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ten_thousand.table import (
    ZILCH,
    Event,
    bank,
    banks,
    codes,
    facts,
    keep,
    leave,
    played,
    scores,
    take_over,
    throw,
    turn,
)

ON = (*banks("A", 1000), *banks("B", 1050))
"""Both are on the table; A may take over 1050 points and two dice."""
TWO_LEFT = {"points": 1050, "dice": 2}


def test_points_and_dice_left_are_taken_over_and_stay_with_who_banked_them() -> None:
    game = played(*ON)
    assert facts(game)["take_over"] == TWO_LEFT
    game.take(take_over("A"))
    assert turn(game) == ("A", 1050, 2)
    for event in (throw(1, 3), keep("A", 1), bank("A")):
        game.take(event)
    assert scores(game) == {"A": 2150, "B": 1050}
    assert facts(game)["take_over"] == {"points": 1150, "dice": 1}


def test_one_must_throw_and_score_before_what_was_taken_can_be_banked() -> None:
    assert codes(played(*ON, take_over("A"), bank("A"))) == ["not_kept"]
    game = played(*ON, take_over("A"), throw(2, 3))
    assert turn(game) == ("B", 0, 6)
    assert facts(game)["zilches"] == {"A": 1, "B": 0}
    assert facts(game)["take_over"] is None


def test_what_was_taken_counts_towards_the_minimum() -> None:
    game = played(*ON, take_over("A"), throw(5, 2), keep("A", 5), bank("A"))
    assert codes(game) == []
    assert scores(game)["A"] == 2100


@pytest.mark.parametrize(
    ("events", "settings", "code"),
    [
        ((*banks("A", 1050), take_over("B")), {}, "off_table"),
        ((*banks("A", 1000), *banks("B", 1000), take_over("A")), {}, "nothing_to_take"),
        ((*banks("A", 1000), *banks("B", 1500), take_over("A")), {}, "nothing_to_take"),
        ((*banks("A", 1000), ZILCH, take_over("A")), {}, "nothing_to_take"),
        ((*ON, throw(1, 2, 2, 3, 4, 6), take_over("A")), {}, "nothing_to_take"),
        ((*ON, take_over("A"), take_over("A")), {}, "nothing_to_take"),
        ((*ON, take_over("B")), {}, "not_your_turn"),
        ((*ON, ZILCH, take_over("B")), {}, "nothing_to_take"),
        ((*ON, take_over("A")), {"take_over": None}, "nothing_to_take"),
        ((*ON, take_over("A")), {"take_over": {"points": 1100, "dice": 2}}, "nothing_to_take"),
        ((*ON, take_over("A")), {"take_over": {"points": 1000, "dice": 1}}, "nothing_to_take"),
        ((*banks("A", 1000), *banks("B", 1500), take_over("A")), {"take_over": {"points": 0, "dice": 6}},
         "nothing_to_take"),
    ],
    ids=repr,
)  # fmt: skip
def test_what_may_not_be_taken_over(events: tuple[Event, ...], settings: dict[str, Any], code: str) -> None:
    assert codes(played(*events, **settings)) == [code]


def test_points_and_dice_of_the_offer_are_settings() -> None:
    settings: dict[str, Any] = {"take_over": {"points": 500, "dice": 3}}
    game = played(*banks("A", 1000), *banks("B", 1000), *banks("A", 500), **settings)
    assert facts(game)["take_over"] == {"points": 500, "dice": 3}
    game.take(take_over("B"))
    assert turn(game) == ("B", 500, 3)


def test_a_sweep_after_a_take_over_leaves_nothing() -> None:
    game = played(*ON, take_over("A"), throw(1, 5), keep("A", 1, 5))
    assert turn(game) == ("A", 1200, 6)
    game.take(bank("A"))
    assert facts(game)["take_over"] is None


THREE: dict[str, Any] = {"seats": ("A", "B", "C")}


def test_a_walk_out_leaves_nothing_to_take() -> None:
    game = played(*banks("A", 1000), *banks("B", 1000), *banks("C", 1050), leave("A"), take_over("B"), **THREE)
    assert codes(game) == ["nothing_to_take"]


@pytest.mark.parametrize("leaver", ["B", "C"])
def test_who_leaves_out_of_turn_changes_nothing_for_the_one_to_play(leaver: str) -> None:
    game = played(*banks("A", 1000), *banks("B", 1000), *banks("C", 1050), leave(leaver), take_over("A"), **THREE)
    assert turn(game) == ("A", 1050, 2)


def test_a_seat_that_left_earlier_is_passed_over() -> None:
    game = played(*banks("A", 1000), *banks("B", 1000), ZILCH, leave("B"), *banks("A", 1050), take_over("C"), **THREE)
    assert codes(game) == ["off_table"]
    game = played(*banks("A", 1000), *banks("B", 1000), *banks("C", 1000), leave("B"), *banks("A", 1050), **THREE)
    game.take(take_over("C"))
    assert turn(game) == ("C", 1050, 2)
