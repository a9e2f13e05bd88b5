"""A turn: what may be set aside, banked, thrown on; the table's entry and minimum; sweeps; zilches in a row."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ten_thousand.table import (
    ZILCH,
    Event,
    bank,
    banks,
    calls,
    codes,
    facts,
    keep,
    net,
    played,
    scores,
    take_over,
    throw,
    turn,
)


def test_B15_dice_of_earlier_throws_are_not_built_on() -> None:
    game = played(*banks("A", 2000), ZILCH, throw(1, 2, 2, 3, 4, 6), keep("A", 1))
    game.take(throw(1, 1, 2, 3, 4))
    game.take(keep("A", 1, 1))
    assert turn(game) == ("A", 300, 3)
    game.take(bank("A"))
    assert codes(game) == ["below_minimum"]

    other = played(throw(2, 2, 2, 3, 4, 6), keep("A", 2, 2, 2), throw(2, 3, 5), keep("A", 2))
    assert codes(other) == ["no_score"]
    assert turn(played(throw(2, 2, 2, 3, 4, 6), keep("A", 2, 2, 2), throw(2, 3, 4))) == ("B", 0, 6)


def test_B16_after_a_sweep_six_fresh_dice_and_a_zilch_loses_the_whole_turn() -> None:
    game = played(*banks("A", 800), ZILCH, throw(1, 1, 1, 2, 3, 4), keep("A", 1, 1, 1), entry=800)
    game.take(throw(5, 5, 5))
    game.take(keep("A", 5, 5, 5))
    assert turn(game) == ("A", 1500, 6)
    assert scores(game) == {"A": 800, "B": 0}
    game.take(throw(2, 3, 3, 4, 6, 6))
    assert turn(game) == ("B", 0, 6)
    assert scores(game) == {"A": 800, "B": 0}


def test_a_sweep_may_be_banked_as_usual() -> None:
    game = played(*banks("A", 1500))
    assert calls(game) == ["sweep", "bank", "on_table"]
    assert scores(game) == {"A": 1500, "B": 0}


@pytest.mark.parametrize(
    ("faces", "kept", "left"),
    [((1, 2, 3, 4, 5, 5), (1, 5, 5), 3), ((1, 3, 4, 5, 6, 6), (1, 5), 4), ((1, 2, 3, 4, 5, 6), (1, 2, 3, 4, 5, 6), 6)],
)
def test_B17_only_a_whole_straight_is_one(faces: tuple[int, ...], kept: tuple[int, ...], left: int) -> None:
    game = played(throw(*faces), keep("A", *faces))
    assert codes(game) == ([] if kept == faces else ["no_score"])
    game.take(keep("A", *kept))
    assert turn(game)[2] == left


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ([1, 2], "no_score"),
        ([1, 1], "not_thrown"),
        ([], "keep_none"),
        ([9], "faces_wrong"),
        ([0], "faces_wrong"),
        ([True], "faces_wrong"),
        (["1"], "faces_wrong"),
        ([1, 2, 3, 3, 4, 6, 1], "not_thrown"),
        (1, "faces_wrong"),
        (None, "faces_wrong"),
        ([3, 3], "no_score"),
        ([5], "not_thrown"),
    ],
    ids=str,
)
def test_B19_a_die_that_does_not_score_or_is_not_there_is_not_kept(wanted: Any, code: str) -> None:
    game = played(throw(1, 2, 3, 3, 4, 6), {"keep": wanted, "by": "A"})
    assert codes(game) == [code]
    assert turn(game) == ("A", 0, 6)
    game.take(keep("A", 1))
    assert turn(game) == ("A", 100, 5)


def test_one_sets_aside_once_a_throw_in_any_order_of_faces() -> None:
    game = played(throw(5, 1, 4, 4, 4, 1), keep("A", 4, 1, 4, 5, 4), keep("A", 1))
    assert codes(game) == ["throw_first"]
    assert turn(game) == ("A", 550, 1)


@pytest.mark.parametrize("act", [keep("B", 1), bank("B"), take_over("B")], ids=str)
def test_only_who_has_the_turn_plays(act: Event) -> None:
    for before in ((), (throw(1, 1, 1, 2, 3, 4),), (throw(1, 1, 1, 2, 3, 4), keep("A", 1, 1, 1))):
        assert codes(played(*before, act)) == ["not_your_turn"]


def test_one_throws_and_keeps_before_banking_and_keeps_before_throwing_on() -> None:
    assert codes(played(bank("A"))) == ["not_kept"]
    assert codes(played(throw(1, 1, 1, 1, 1, 1), bank("A"), throw(1, 1, 1, 1, 1, 1))) == ["not_kept", "keep_first"]
    on = (*banks("A", 1000), ZILCH, throw(5, 5, 5, 2, 3, 4), keep("A", 5, 5, 5))
    assert codes(played(*on, throw(1, 2, 3), bank("A"))) == ["not_kept"]
    assert codes(played(on[0], on[1], bank("A"), bank("A"))) == ["not_your_turn"]


def test_950_points_are_no_entry_and_450_no_bank_later() -> None:
    game = played(throw(6, 6, 6, 1, 1, 5), keep("A", 1, 1, 5, 6, 6, 6), bank("A"))
    assert turn(game) == ("A", 850, 6)
    assert facts(game)["needs"] == 1000
    for event in (throw(1, 2, 2, 3, 4, 6), keep("A", 1), bank("A"), throw(1, 2, 2, 3, 4), keep("A", 1), bank("A")):
        game.take(event)
    assert codes(game) == ["below_entry", "below_entry"]
    assert scores(game)["A"] == 1050
    assert facts(game)["on_table"] == ["A"]
    for event in (ZILCH, throw(4, 4, 4, 5, 2, 3), keep("A", 4, 4, 4, 5), bank("A")):
        game.take(event)
    assert facts(game)["needs"] == 500
    assert codes(game)[2:] == ["below_minimum"]


def test_entry_and_minimum_are_settings_and_a_score_of_exactly_so_much_is_enough() -> None:
    game = played(throw(1, 2, 2, 3, 4, 6), keep("A", 1), bank("A"), entry=100, minimum=50)
    assert scores(game) == {"A": 100, "B": 0}
    game.take(ZILCH)
    game.take(throw(5, 2, 2, 3, 4, 6))
    game.take(keep("A", 5))
    game.take(bank("A"))
    assert scores(game) == {"A": 150, "B": 0}


def three_zilches(**settings: Any) -> list[int]:
    """A's score after 300 points, then after each of four zilches in a row."""
    game = played(*banks("A", 300), ZILCH, entry=300, minimum=300, **settings)
    found = [scores(game)["A"]]
    for _ in range(4):
        game.take(ZILCH)
        game.take(ZILCH)
        found.append(scores(game)["A"])
    assert net(game) == {}
    return found


def test_B18_the_third_zilch_in_a_row_costs_500_and_the_count_begins_again() -> None:
    assert three_zilches(penalty_floor_zero=False) == [300, 300, 300, -200, -200]
    assert three_zilches() == [300, 300, 300, 0, 0]
    assert three_zilches(zilch_penalty=100) == [300, 300, 300, 200, 200]
    assert three_zilches(zilch_penalty="all") == [300, 300, 300, 0, 0]
    assert three_zilches(zilch_penalty="all", penalty_floor_zero=False) == [300, 300, 300, 0, 0]
    assert three_zilches(zilch_penalty=0) == [300] * 5
    assert three_zilches(zilch_run=1, zilch_penalty=50) == [300, 250, 200, 150, 100]
    assert three_zilches(zilch_run=2, zilch_penalty=50) == [300, 300, 250, 250, 200]


def test_a_bank_ends_the_row_of_zilches() -> None:
    game = played(*banks("A", 1000), ZILCH, ZILCH, ZILCH, ZILCH, ZILCH, *banks("A", 500), ZILCH)
    assert facts(game)["zilches"] == {"A": 0, "B": 0}
    for _ in range(4):
        game.take(ZILCH)
    assert scores(game) == {"A": 1500, "B": 0}
    assert facts(game)["zilches"] == {"A": 2, "B": 0}


def test_zilches_off_the_table_count_only_where_the_table_says_so() -> None:
    six = [ZILCH] * 6
    assert facts(played(*six))["zilches"] == {"A": 0, "B": 0}
    counted = played(*six, penalty_off_table=True, penalty_floor_zero=False)
    assert scores(counted) == {"A": -500, "B": -500}
    assert codes(played(*six, throw(5, 5, 5, 2, 3, 4), keep("A", 5, 5, 5), bank("A"), penalty_off_table=True)) == [
        "below_entry"
    ]


def test_a_penalty_takes_nobody_off_the_table() -> None:
    game = played(*banks("A", 1000), *[ZILCH] * 7, zilch_penalty="all")
    assert scores(game)["A"] == 0
    for event in banks("A", 500):
        game.take(event)
    assert scores(game)["A"] == 500
    assert codes(game) == []


def test_a_penalty_is_called() -> None:
    assert calls(played(*banks("A", 1000), *[ZILCH] * 6)).count("penalty") == 1
    assert "penalty" not in calls(played(*banks("A", 1000), *[ZILCH] * 6, zilch_penalty=0))
