"""The last round and who takes the pot."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.chips import HOUSE
from tests.games.ten_thousand.table import (
    TT,
    ZILCH,
    Event,
    bank,
    banks,
    calls,
    facts,
    keep,
    leave,
    net,
    played,
    scores,
    throw,
    turn,
)

ABC: dict[str, Any] = {"seats": ("A", "B", "C"), "target": 1500}
ABCD: dict[str, Any] = {"seats": ("A", "B", "C", "D"), "target": 1500}


def test_who_banks_the_target_opens_the_last_round_and_everyone_else_has_one_more_turn() -> None:
    game = played(*banks("A", 1000), *banks("B", 1500), **ABC)
    assert facts(game)["last_round"] == "B"
    assert turn(game) == ("C", 0, 6)
    for event in (*banks("C", 1000), *banks("A", 500)):
        game.take(event)
    assert game.state.end == "settled"
    assert scores(game) == {"A": 1500, "B": 1500, "C": 1000}


def test_the_highest_total_wins_not_the_first_over_the_target() -> None:
    game = played(*banks("A", 1500), *banks("B", 2000), *banks("C", 1500), **ABC)
    assert net(game) == {"A": -5, "B": 10, "C": -5}
    assert calls(game).count("last_round") == 1
    assert calls(game)[-1] == "pot"


def test_a_score_below_the_target_does_not_open_the_last_round() -> None:
    game = played(*banks("A", 1500), *banks("B", 1500), target=1501)
    assert facts(game)["last_round"] is None
    assert turn(game) == ("A", 0, 6)


def test_a_penalty_in_the_last_round_counts() -> None:
    """A's last turn is his third zilch in a row."""
    game = played(*banks("A", 1500), ZILCH, ZILCH, *banks("B", 1000), ZILCH, *banks("B", 800), ZILCH, target=1600)
    assert scores(game) == {"A": 1000, "B": 1800}
    assert net(game) == {"A": -5, "B": 5}


@pytest.mark.parametrize(
    ("ante", "leavers", "shares"),
    [(10_100, 0, (10_100, 10_100, 10_100)), (25, 1, (34, 33, 33)), (5, 1, (7, 7, 6))],
    ids=str,
)
def test_B21_a_tie_of_three_shares_the_pot_to_the_last_chip(
    ante: int, leavers: int, shares: tuple[int, int, int]
) -> None:
    seats = ("A", "B", "C", "D")[: 3 + leavers]
    events = [*banks("A", 1500), *([leave("D")] if leavers else []), *banks("B", 1500), *banks("C", 1500)]
    game = played(*events, seats=seats, antes=ante, target=1500, purses=dict.fromkeys(seats, 20_000))
    assert tuple(game.purses[seat] - 20_000 + ante for seat in "ABC") == shares
    assert sum(shares) == ante * (3 + leavers)


def test_odd_chips_go_to_who_reached_the_final_total_first_not_to_who_sits_first() -> None:
    """A's last change of score is the last of all: of 20 chips he has 6."""
    game = played(*banks("A", 1000), *banks("B", 1500), *banks("C", 1500), leave("D"), *banks("A", 500), **ABCD)
    assert net(game) == {"A": 1, "B": 2, "C": 2, "D": -5}


FOUR_THOUSAND = (throw(1, 1, 1, 1, 1, 2), keep("C", 1, 1, 1, 1, 1), bank("C"))


def test_a_penalty_is_a_change_of_score() -> None:
    """B comes up to 1500 before a penalty brings A down to it; C leads and leaves: of 15 chips B has 8."""
    game = played(*banks("A", 2000), ZILCH, ZILCH, ZILCH, *banks("B", 1500), ZILCH, seats=("A", "B", "C"), target=2500)
    for event in (ZILCH, ZILCH, *FOUR_THOUSAND, ZILCH, leave("C"), ZILCH):
        game.take(event)
    assert scores(game) == {"A": 1500, "B": 1500}
    assert net(game) == {"A": 2, "B": 3, "C": -5}


def test_a_penalty_that_takes_nothing_is_no_change_of_score() -> None:
    """A is brought down to 0 before B; that A loses nothing later does not put him behind."""
    rules: dict[str, Any] = {"zilch_run": 2, "zilch_penalty": "all", "target": 2500}
    game = played(*banks("A", 1000), ZILCH, ZILCH, ZILCH, *banks("B", 1000), ZILCH, seats=("A", "B", "C"), **rules)
    for event in (ZILCH, ZILCH, ZILCH, ZILCH, ZILCH, *FOUR_THOUSAND, ZILCH, leave("C"), ZILCH):
        game.take(event)
    assert scores(game) == {"A": 0, "B": 0}
    assert net(game) == {"A": 3, "B": 2, "C": -5}


def test_among_those_who_never_scored_the_order_of_play_tells() -> None:
    game = played(*banks("A", 1500), leave("A"), ZILCH, ZILCH, **ABC)
    assert net(game) == {"A": -5, "B": 3, "C": 2}
    start = {"first": "C", "line": ["C", "A", "B"]}
    game = played(*banks("C", 1500), leave("C"), ZILCH, ZILCH, start=start, **ABC)
    assert net(game) == {"A": 3, "B": 2, "C": -5}


def test_a_leaver_wins_nothing_and_the_last_round_that_he_opened_goes_on() -> None:
    game = played(*banks("A", 2000), leave("A"), *banks("B", 1000), **ABC)
    assert turn(game) == ("C", 0, 6)
    game.take(ZILCH)
    assert net(game) == {"A": -5, "B": 10, "C": -5}
    assert scores(game) == {"B": 1000, "C": 0}


def test_a_player_who_leaves_in_his_turn_of_the_last_round_ends_it_where_it_would_have_ended() -> None:
    game = played(*banks("A", 1500), ZILCH, leave("C"), **ABC)
    assert net(game) == {"A": 10, "B": -5, "C": -5}
    game = played(*banks("A", 1500), throw(1, 2, 2, 3, 4, 6), leave("B"), **ABC)
    assert turn(game) == ("C", 0, 6)
    assert calls(game)[-1] == "walk_out"


@pytest.mark.parametrize("first_out", ["B", "C"])
def test_B23_the_last_one_seated_takes_the_pot_at_any_score(first_out: str) -> None:
    last_out = "BC".replace(first_out, "")
    game = played(ZILCH, *banks("B", 1000), leave(first_out), leave(last_out), antes=100, **ABC)
    assert game.state.end == "settled"
    assert net(game) == {"A": 200, "B": -100, "C": -100}
    assert calls(game)[-2:] == ["last_seated", "pot"]


@pytest.mark.parametrize(
    ("fees", "fee"),
    [
        ({}, 0),
        ({"fee_percent": 5}, 7),
        ({"fee_percent": 5, "fee_flat": 2}, 9),
        ({"fee_percent": 50, "fee_cap": 10}, 10),
        ({"fee_flat": 1000}, 150),
        ({"fee_flat": 3, "fee_min_pot": 151}, 0),
        ({"fee_flat": 3, "fee_min_pot": 150}, 3),
        ({"fee_flat": 3, "fee_cap": 0}, 0),
    ],
    ids=str,
)
def test_the_houses_fee_comes_out_of_the_pot(fees: dict[str, Any], fee: int) -> None:
    won = 100 - fee
    game = played(*banks("A", 1500), ZILCH, ZILCH, antes=50, **ABC, **fees)
    assert game.round.tally.net(game.state) == {"A": won, "B": -50, "C": -50, HOUSE: fee}
    alone = played(ZILCH, leave("B"), leave("C"), antes=50, **ABC, **fees)
    assert alone.round.tally.net(alone.state) == {"A": won, "B": -50, "C": -50, HOUSE: fee}
    void = played(ZILCH, {"void": True}, antes=50, **ABC, **fees)
    assert net(void) == {}


def test_points_are_never_chips() -> None:
    """What moves are the antes and the pot, whatever the score."""
    game = played(*banks("A", 1500), *banks("B", 2000), *banks("C", 1000), **ABC)
    moved = [movement for step in game.round.movements for movement in step]
    assert [movement[:3] for movement in moved] == [
        ["purse:A", "layout", 5],
        ["purse:B", "layout", 5],
        ["purse:C", "layout", 5],
        ["layout", "purse:B", 15],
    ]


def carried(*events: Event, **settings: Any) -> dict[str, Any]:
    game = played(*events, **{**ABC, **settings})
    return TT.carry(game.state, game.purses)


def test_the_next_game_is_begun_by_the_seat_to_the_left_and_after_a_void_one_by_the_same() -> None:
    won = (*banks("A", 1500), ZILCH, ZILCH)
    assert carried(*won) == {"first": "B", "line": ["B", "C", "A"]}
    assert carried(ZILCH, {"void": True}) == {"first": "A", "line": ["A", "B", "C"]}
    assert carried(ZILCH, leave("A"), {"void": True}) == {"first": "B", "line": ["B", "C", "A"]}
    assert carried(*won[:3], leave("B"), ZILCH)["first"] == "C"
    assert carried(leave("A"), *banks("B", 1500), ZILCH)["first"] == "C", "B began this one"
    assert carried(*won, purses={"B": 5})["first"] == "C"


def test_the_game_begins_with_whom_the_start_names_or_the_next_who_sits_and_has_chips() -> None:
    default = TT.settings({})
    for row, purses, first in (
        (("A", "B", "C"), None, "B"),
        (("A", "C"), None, "C"),
        (("A", "B", "C"), {"A": 5, "C": 5}, "C"),
        (("D", "E"), None, "D"),
    ):
        state = TT.open(default, row, {"first": "B", "line": ["B", "C", "A"]}, purses)
        assert TT.thrower(state) == first
