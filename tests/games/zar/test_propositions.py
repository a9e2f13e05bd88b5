"""Propositions: on the round and on one throw."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.zar.table import HOUSE, VOID, ZAR, bank, codes, leave, net, play, prop, punt, stake, throws

OPEN = (bank(), punt())


def test_B07_a_proposition_pays_once_however_often_its_number_falls() -> None:
    round_ = play(*OPEN, prop(2, 6), *throws(3, 6))
    assert net(round_) == {"S": 2, "K": -2}
    again = ZAR.throw(round_.state, [6])
    assert again.movements == ()
    assert again.rulings == ()
    for event in throws(6, 1):
        round_.take(event)
    assert net(round_) == {"S": 2, "P": 10, "K": -12}
    assert ZAR.carry(round_.state)["banker"] == "P"


def test_B08_every_round_is_settled_on_its_own_selection() -> None:
    chips = []
    purses = {"S": 1000}
    for on, faces in ((3, (6,)), (5, (3, 3)), (2, (2, 2))):
        round_ = play(*OPEN, prop(4, on), *throws(*faces), purses=purses)
        purses = {"S": round_.purses["S"]}
        chips.append(purses["S"])
    assert chips == [996, 992, 998]


@pytest.mark.parametrize("faces", [None, [], [0], [7], ["3"], [3.0], [True], [3, 3], "3", 3, {}], ids=repr)
def test_B09_a_throw_that_is_none_pays_and_burns_nothing(faces: object) -> None:
    laid = [prop(2, number) for number in range(1, 7)]
    round_ = play(*OPEN, *laid, {"throw": faces})
    assert codes(round_) == ["faces_wrong"]
    assert not round_.state.end
    assert [bet.kind for bet in round_.state.bets] == ["punt", *["prop"] * 6]
    assert net(round_) == {}
    round_.take(*throws(6))
    assert net(round_) == {"K": 5 + 8, "P": -5, "S": -8}


@pytest.mark.parametrize("number", [0, 7, -1, 10**30])
def test_B09_only_the_six_numbers_are_sold(number: int) -> None:
    assert codes(play(*OPEN, prop(2, number))) == ["number_wrong"]


@pytest.mark.parametrize("number", ["3", 3.0, True, None, [3]], ids=repr)
def test_B09_a_number_is_a_whole_number(number: object) -> None:
    assert len(codes(play(*OPEN, prop(2, number)))) == 1


def test_B19_a_bet_without_a_number_or_with_one_too_many_is_refused() -> None:
    assert codes(play(*OPEN, {"prop": 2, "by": "S"}, {**prop(2, 3), "and": 4})) == ["on_wrong", "event_unknown"]
    assert codes(play(bank(), {**punt(), "on": 3})) == ["on_wrong"]


def test_B29_a_player_is_paid_for_every_number_that_fell() -> None:
    round_ = play(*OPEN, *[prop(2, number) for number in (2, 3, 4, 5)], *throws(2, 3, 4, 5))
    assert net(round_) == {"S": 12, "P": 10, "K": -22}
    won = [move for step in round_.round.movements for move in step if move[1] == "purse:S" and move[3] == "won"]
    assert [move[2] for move in won] == [3, 3, 3, 3]
    assert ZAR.carry(round_.state)["banker"] == "P"


def test_a_number_pays_at_once_and_burns_at_the_end() -> None:
    round_ = play(*OPEN, prop(4, 3), prop(3, 5), *throws(3))
    assert round_.purses == {"K": 980, "P": 990, "S": 1003}
    for event in throws(6, 1, 2):
        round_.take(event)
    assert net(round_) == {"S": 6 - 3, "P": 10, "K": -10 - 6 + 3}


@pytest.mark.parametrize("number", range(1, 7))
def test_a_number_pays_on_the_throw_that_ends_the_round_too(number: int) -> None:
    """On a 6 and a 1 of the come-out, on the point made and on the miss."""
    wins = 6 if 1 < number < 6 else 4
    if number in (1, 6):
        assert net(play(*OPEN, prop(4, number), *throws(number)))["S"] == wins
    else:
        assert net(play(*OPEN, prop(4, number), *throws(number, number)))["S"] == wins
    point = 2 if number != 2 else 3
    assert net(play(*OPEN, prop(4, number), *throws(point, 7 - point, 7 - point, number)))["S"] == wins


@pytest.mark.parametrize(
    ("chips", "number", "wins"), [(1, 3, 1), (2, 3, 3), (3, 5, 4), (7, 2, 10), (1, 6, 1), (7, 1, 7)]
)
def test_A24_wins_are_rounded_down_to_the_chip(chips: int, number: int, wins: int) -> None:
    round_ = play(*OPEN, prop(chips, number), *throws(4, 6 if number != 6 else 1, number))
    assert net(round_) == {"S": wins, "K": -wins}


def test_each_proposition_is_paid_alone() -> None:
    assert net(play(*OPEN, prop(1, 3), prop(1, 3), *throws(3)))["S"] == 2


def test_B04_a_proposition_that_would_win_nothing_is_refused() -> None:
    odds: dict[str, Any] = {"prop_odds": {"6": "1/3"}}
    round_ = play(*OPEN, prop(2, 6), prop(3, 6), *throws(6), **odds)
    assert codes(round_) == ["prop_small"]
    assert net(round_)["S"] == 1


def test_on_the_round_bets_come_before_the_come_out_and_from_anyone_but_the_banker() -> None:
    round_ = play(prop(2, 3), bank(), prop(2, 3), prop(2, 3, "K"), punt(), prop(2, 3, "P"), *throws(4), prop(2, 3))
    assert codes(round_) == ["bank_first", "banker_bets", "prop_late"]
    assert [bet.seat for bet in round_.state.bets] == ["S", "P", "P"]


def test_on_a_throw_a_bet_lives_for_that_throw_alone() -> None:
    rich: dict[str, Any] = {"preset": "die_rich"}
    round_ = play(*OPEN, prop(2, 3), prop(5, 4), *throws(3), prop(1, 6), *throws(2), **rich)
    assert net(round_) == {"S": 8 - 5 - 1, "K": -2}
    assert [bet.kind for bet in round_.state.bets] == ["punt"]
    round_.take(prop(2, 3, "P"))
    round_.take(*throws(3))
    assert net(round_) == {"S": 2, "P": 8 - 5, "K": -5}


def test_the_house_holds_all_propositions_where_it_banks_the_thrower_s_too() -> None:
    rich: dict[str, Any] = {"preset": "die_rich", "bank": "house"}
    round_ = play(prop(1, 5), stake(), prop(2, 5, "K"), *throws(5), prop(1, 4), *throws(2, 5), **rich)
    assert codes(round_) == []
    assert net(round_) == {"K": 5 + 8, "S": 4 - 1, HOUSE: -16}


def test_a_void_round_gives_back_what_is_live_and_leaves_what_was_paid() -> None:
    assert net(play(*OPEN, prop(2, 3), prop(5, 4), *throws(3), VOID)) == {"S": 3, "K": -3}
    assert net(play(*OPEN, prop(2, 3), prop(5, 4), *throws(3), VOID, preset="die_rich")) == {"S": 3, "K": -3}


def test_B24_a_leaver_s_proposition_stands() -> None:
    round_ = play(*OPEN, prop(2, 5), leave("S"), prop(1, 2), *throws(4, 5))
    assert codes(round_) == ["seat_gone"]
    assert net(round_) == {"S": 3, "K": -3}


def test_a_banker_who_has_left_takes_no_more_bets_and_the_house_does() -> None:
    assert codes(play(*OPEN, *throws(3), leave("K"), prop(1, 3), preset="die_rich")) == ["banker_gone"]
    house = play(stake(), *throws(3), leave("K"), prop(1, 3), *throws(3), preset="die_rich", bank="house")
    assert codes(house) == []
    assert net(house) == {"K": 10, "S": 4, HOUSE: -14}
