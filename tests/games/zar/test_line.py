"""The line: come-out, point, attempts; the punter's side of it and the house's."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.zar.table import HOUSE, VOID, bank, codes, net, play, punt, stake, throws

POINTS = (2, 3, 4, 5)
OPEN = (bank(), punt())


def banker_wins(*faces: int, **settings: Any) -> int | None:
    """Chips that the banker wins with a punt of 5; None while the round is open."""
    round_ = play(*OPEN, *throws(*faces), **settings)
    won = net(round_)
    if not round_.state.end:
        assert won == {}
        return None
    assert won == {"K": won["K"], "P": -won["K"]}
    return won["K"]


@pytest.mark.parametrize(
    ("faces", "won"),
    [
        ((6,), 5),
        ((1,), -5),
        ((3, 3), 10),
        ((3, 2, 3), 5),
        ((3, 6, 1, 3), 10),
        ((3, 6, 1, 2), -10),
        ((3, 6, 1), None),
    ],
    ids=repr,
)
def test_the_table_of_the_seed(faces: tuple[int, ...], won: int | None) -> None:
    assert banker_wins(*faces) == won


@pytest.mark.parametrize("point", POINTS)
def test_after_the_come_out_only_the_point_counts(point: int) -> None:
    """Every face on every attempt; 6 and 1 are as neutral as the rest."""
    others = [face for face in range(1, 7) if face != point]
    for first in others:
        assert banker_wins(point, first) is None
        for second in others:
            assert banker_wins(point, first, second) is None
            assert banker_wins(point, first, second, point) == 10
            assert {banker_wins(point, first, second, third) for third in others} == {-10}


@pytest.mark.parametrize("point", POINTS)
def test_in_die_rich_a_later_1_loses_at_once_and_a_miss_costs_one_stake(point: int) -> None:
    neutral = [face for face in (2, 3, 4, 5, 6) if face != point]
    for first in neutral:
        assert banker_wins(point, 1, preset="die_rich") == -5
        assert banker_wins(point, first, 1, preset="die_rich") == -5
        for second in neutral:
            assert banker_wins(point, first, second, 1, preset="die_rich") == -5
            assert banker_wins(point, first, second, first, preset="die_rich") == -5
    assert banker_wins(point, point, preset="die_rich") == 10


def test_a_later_1_pays_what_a_1_pays_and_a_miss_what_a_miss_pays() -> None:
    """The page says that it loses at once; how much follows from what it is, a 1."""
    rules: dict[str, Any] = {"one_loses_later": True, "one_pays": 1, "miss": 2}
    assert banker_wins(3, 1, **rules) == -5
    assert banker_wins(3, 2, 2, 2, **rules) == -10


def test_every_ending_pays_what_its_setting_says() -> None:
    rules: dict[str, Any] = {"six_pays": 3, "one_pays": 2, "takes": [4, 5, 6], "miss": 2}
    assert [banker_wins(*faces, **rules) for faces in ((6,), (1,), (2, 2), (2, 3, 2), (2, 3, 3, 2), (2, 3, 3, 3))] == [
        15,
        -10,
        20,
        25,
        30,
        -10,
    ]


@pytest.mark.parametrize(
    ("faces", "won"),
    [((6,), 5), ((1,), -5), ((3, 3), 10), ((3, 2, 3), 5), ((4, 1), -5), ((4, 2, 3, 5), -5)],
    ids=repr,
)
def test_before_the_house_bank_the_thrower_stands_where_the_banker_stood(faces: tuple[int, ...], won: int) -> None:
    round_ = play(stake(), *throws(*faces), preset="die_rich", bank="house")
    assert net(round_) == {"K": won, HOUSE: -won}


def test_a_thrower_may_lose_more_than_he_staked_and_has_it_reserved() -> None:
    """The seed's line before the house's bank: a miss costs two stakes."""
    round_ = play(stake(6), stake(5), *throws(4, 2, 3, 5), bank="house", purses={"K": 10})
    assert codes(round_) == ["purse_short"]
    assert net(round_) == {"K": -10, HOUSE: 10}
    assert round_.purses["K"] == 0


def test_A19_a_stake_is_taken_once_and_a_void_round_gives_it_back() -> None:
    assert play(bank(200), punt(100), *throws(6)).purses["P"] == 900
    for faces in ((), (3,), (3, 6)):
        assert play(bank(200), punt(100), *throws(*faces), VOID).purses == {"K": 1000, "P": 1000, "S": 1000}


def test_the_banker_gets_his_bank_back_whole() -> None:
    round_ = play(bank(200), punt(100), *throws(3))
    assert round_.purses == {"K": 800, "P": 800, "S": 1000}
    for face in (2, 4, 6):
        round_.take(*throws(face))
    assert round_.purses == {"K": 800, "P": 1200, "S": 1000}


@pytest.mark.parametrize("chips", [0, -5, 5.0, "5", True, None, [5]], ids=repr)
def test_A07_A08_what_is_no_whole_number_of_chips_is_refused(chips: object) -> None:
    assert len(codes(play(bank(chips), bank(), punt(chips)))) == 2
    assert len(codes(play(stake(chips), bank="house"))) == 1


@pytest.mark.parametrize(
    ("chips", "cap", "most"), [(10, "1/2", 5), (11, "1/2", 5), (40, "1/3", 13), (7, "2/5", 2), (2, "1/2", 1)]
)
def test_a_punt_is_at_most_its_part_of_the_bank(chips: int, cap: str, most: int) -> None:
    round_ = play(bank(chips), punt(most + 1), punt(most), punt_cap=cap)
    assert codes(round_) == ["punt_large"]


def test_a_bank_that_nobody_could_punt_against_is_refused() -> None:
    assert codes(play(bank(1))) == ["bank_small"]
    assert codes(play(bank(3), bank(4), punt_cap="2/7")) == ["bank_small"]


def test_bank_punt_throw_come_in_order_and_once() -> None:
    round_ = play(
        *throws(3), punt(), bank(), bank(), bank(5, "S"), *throws(3), punt(5, "K"), punt(), punt(), punt(2, "S")
    )
    assert codes(round_) == [
        "bank_first",
        "bank_first",
        "bank_stands",
        "not_banker",
        "punt_first",
        "banker_bets",
        "punt_stands",
        "punt_stands",
    ]


def test_each_bank_has_its_own_acts() -> None:
    assert codes(play(stake())) == ["not_this_bank"]
    house = play(*throws(3), bank(), punt(), stake(5, "P"), stake(), stake(), bank="house")
    assert codes(house) == ["stake_first", "not_this_bank", "not_this_bank", "not_thrower", "stake_stands"]


def test_what_the_table_calls_out() -> None:
    def calls(*faces: int, **settings: Any) -> list[str]:
        return [call for each in play(*OPEN, *throws(*faces), **settings).round.calls for call in each]

    assert calls(6) == ["six"]
    assert calls(1) == ["one"]
    assert calls(3, 1, 3) == ["point", "made"]
    assert calls(3, 1, 2, 6) == ["point", "missed"]
    assert calls(3, 1, preset="die_rich") == ["point", "one"]


def test_the_table_shows_roles_bank_point_and_attempts_left() -> None:
    round_ = play(*OPEN, *throws(3, 6))
    assert round_.game.facts(round_.state) == {"banker": "K", "punter": "P", "bank": 10, "point": 3, "attempts": 2}
    house = play(stake(), bank="house")
    assert house.game.facts(house.state) == {"thrower": "K", "bank": None, "point": None, "attempts": None}
