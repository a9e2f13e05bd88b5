"""Stake and odds: what may be laid, what it wins, what it can cost."""

from __future__ import annotations

from typing import Any

import pytest

from games import Refused
from games.engine.chips import HOUSE
from tests.games.hazard.table import HAZARD, codes, net, odds, play, stake, throw

NOT_CHIPS = [
    "$50",
    "NaN",
    "Infinity",
    "1e400",
    0.6,
    "-.6",
    "1_000",
    "١٢",
    50.0,
    "50 ",
    "50",
    True,
    [50],
    None,
]


@pytest.mark.parametrize("chips", [-600, 0, -1, -(10**30)])
def test_A07_a_bet_of_no_chips_or_fewer_is_refused(chips: int) -> None:
    round_ = play(stake(chips), stake(10), throw(5), odds(chips), main="seven")
    assert codes(round_) == ["chips_too_few", "chips_too_few"]
    assert round_.purses["A"] == 990


@pytest.mark.parametrize("chips", NOT_CHIPS, ids=repr)
def test_A08_what_is_no_whole_number_is_refused_not_converted(chips: object) -> None:
    round_ = play(stake(chips), stake(10), throw(5), odds(chips), main="seven")
    assert codes(round_) == ["chips_not_whole", "chips_not_whole"]
    assert round_.purses["A"] == 990


def test_A09_a_win_beyond_32_bits_is_exact() -> None:
    round_ = play(stake(1), throw(4), odds(1_200_000_000, "B"), throw(4), purses={"B": 1_200_000_000}, main="seven")
    assert net(round_)["B"] == 2_400_000_000
    assert round_.purses["B"] == 3_600_000_000


def test_A24_wins_are_rounded_down_and_the_rest_stays_with_the_bank() -> None:
    round_ = play(stake(1), throw(6), odds(35), odds(7, "B"), throw(6), main="seven")
    assert net(round_) == {"A": 1 + 42, "B": 8, HOUSE: -51}


def test_each_bet_is_paid_alone() -> None:
    """Two bets of 7 at 6 to 5 win 8 each, not the 16.8 of 14 rounded down."""
    assert net(play(stake(1), throw(6), odds(7, "B"), odds(7, "B"), throw(6), main="seven"))["B"] == 16


def test_B02_odds_do_not_change_the_stored_stake() -> None:
    lost = play(stake(10), throw(6), odds(20), main="seven")
    assert [bet.stake for bet in lost.state.bets] == [10, 20]
    lost.take(throw(7))
    assert net(lost) == {"A": -30, HOUSE: 30}
    assert net(play(stake(10), throw(6), odds(20), throw(6), main="seven")) == {"A": 34, HOUSE: -34}


def test_B03_the_stake_comes_back_once() -> None:
    assert play(stake(100), throw(11), main="seven").purses["A"] == 1100


def test_B04_a_bet_that_would_win_nothing_is_refused() -> None:
    round_ = play({"main": 5, "by": "A"}, stake(10), throw(6), odds(1), odds(5), throw(6), main="named")
    assert codes(round_) == ["odds_small"]
    assert net(round_) == {"A": 14, HOUSE: -14}


@pytest.mark.parametrize(("chips", "taken"), [(1, False), (5, True), (6, False), (7, False), (10, True)])
def test_exact_odds_take_only_bets_that_win_whole_chips(chips: int, taken: bool) -> None:
    round_ = play(stake(10), throw(6), odds(chips), main="seven", odds_rounding="exact")
    assert len(round_.state.bets) == (2 if taken else 1)


def test_B06_odds_live_and_die_with_a_chance_and_its_round() -> None:
    early = play(odds(20), stake(10), odds(20), main="seven")
    assert codes(early) == ["no_chance", "no_chance"]
    voided = play(stake(10), throw(8), odds(20), {"void": True}, main="seven")
    assert net(voided) == {}
    assert voided.purses["A"] == 1000
    made = play(stake(10), throw(8), odds(20), throw(8), main="seven")
    fresh = HAZARD.open(made.state.settings, made.state.seats, HAZARD.carry(made.state))
    assert fresh.bets == ()


def test_B10_nothing_is_laid_once_the_round_is_over() -> None:
    round_ = play(stake(10), throw(7), main="seven")
    for late in (stake(50), odds(50, "B")):
        answer = round_.take(late)
        assert isinstance(answer, Refused)
        assert answer.code == "over"
    assert net(round_) == {"A": 10, HOUSE: -10}


def test_B12_the_bank_covers_what_it_can_and_no_more() -> None:
    """60 bets of 100 at 2 to 1 against 10,000 free chips of the bank: 50 are taken."""
    round_ = play(stake(1), throw(4), *[odds(100, "B")] * 60, purses={"B": 9000, HOUSE: 10_001}, main="seven")
    assert codes(round_) == ["bank_short"] * 10
    assert round_.purses == {"A": 999, "B": 4000, HOUSE: 0}
    round_.take(throw(4))
    assert net(round_) == {"A": 1, "B": 10_000, HOUSE: -10_001}


def test_a_purse_is_laid_once() -> None:
    round_ = play(stake(31), stake(20), throw(8), odds(11), odds(10), odds(1), purses={"A": 30}, main="seven")
    assert codes(round_) == ["purse_short", "purse_short", "purse_short"]


def test_the_stake_has_its_bounds_and_comes_once_before_the_cast() -> None:
    bounds: dict[str, Any] = {"main": "seven", "min_stake": 5, "max_stake": 50}
    assert codes(play(stake(4), stake(51), stake(50), stake(5), throw(4), stake(5), **bounds)) == [
        "stake_small",
        "stake_large",
        "stake_stands",
        "stake_stands",
    ]
    assert codes(play(stake(5, "B"), stake(5, "Z"), stake(5, None), throw(4), main="seven")) == [
        "not_caster",
        "seat_unknown",
        "seat_unknown",
        "stake_first",
    ]


def test_the_odds_limit_counts_all_odds_of_a_player_in_the_round() -> None:
    round_ = play(
        stake(10),
        throw(4),
        odds(20),
        odds(11),
        odds(10),
        odds(30, "B"),
        odds(1, "B"),
        main="seven",
        odds_limit=3,
    )
    assert codes(round_) == ["odds_limit", "odds_limit"]


def test_the_main_is_named_once_by_the_caster_where_it_is_named() -> None:
    name: list[dict[str, Any]] = [{"main": main, "by": "A"} for main in (4, 10, "7", True, 6, 8)]
    round_ = play({"main": 7, "by": "B"}, throw(7), *name, main="named")
    wrong = ["main_wrong", "main_wrong", "number_wrong", "number_wrong"]
    assert codes(round_) == ["not_caster", "main_first", *wrong, "main_stands"]
    assert round_.state.play.main == 6
    for how in ("thrown", "seven"):
        assert codes(play({"main": 6, "by": "A"}, main=how)) == ["main_not_named"]


@pytest.mark.parametrize("faces", [None, [0, 7], ["3", 4], [3.0, 4], [True, 1], [1], [1, 2, 3], "12", 7, {}], ids=repr)
def test_B09_a_throw_that_is_none_changes_nothing(faces: object) -> None:
    round_ = play(stake(10), throw(5), {"throw": faces}, main="seven")
    assert codes(round_) == ["faces_wrong"]
    round_.take(throw(5))
    assert net(round_) == {"A": 10, HOUSE: -10}


def test_exposure_is_what_can_still_be_lost() -> None:
    round_ = play(throw(6), stake(10), throw(7), odds(6), odds(12, "B"))
    assert HAZARD.exposure(round_.state) == {"A": 16, "B": 12, HOUSE: 25}
