"""Who may stake and cover, how much and when; what a stake is that nobody covers whole."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.chips import HOUSE
from tests.games.covered_hazard.table import ABC, COVERED, SEVEN, carry, codes, cover, named, net, play, stake, throw


def test_the_players_cover_what_they_like_and_no_more_than_the_stake() -> None:
    round_ = play(SEVEN, cover(1), stake(10), cover(11), cover(3), cover(3), cover(5, "C"), cover(4, "C"), cover(1))
    assert codes(round_) == ["stake_first", "cover_large", "cover_large", "cover_large"]
    assert COVERED.exposure(round_.state) == {"A": 10, "B": 6, "C": 4}
    assert COVERED.facts(round_.state)["uncovered"] == 0
    assert COVERED.facts(round_.state)["pot"] == 20


def test_the_caster_covers_nothing_and_the_others_stake_nothing() -> None:
    round_ = play(named(7, "B"), stake(5, "B"), SEVEN, stake(10), cover(1, "A"), stake(3))
    assert codes(round_) == ["not_caster", "not_caster", "caster_covers", "stake_stands"]


def test_nothing_is_covered_after_the_cast() -> None:
    round_ = play(SEVEN, stake(10), cover(4), throw(5), cover(1, "C"), stake(1))
    assert codes(round_) == ["cover_late", "stake_stands"]


def test_the_cast_waits_for_main_stake_and_cover() -> None:
    round_ = play(throw(7), SEVEN, throw(7), stake(10), throw(7), cover(1), throw(11))
    assert codes(round_) == ["main_first", "stake_first", "cover_first"]
    assert net(round_) == {"A": 1, "B": -1}


def test_the_main_is_named_once_from_5_to_9() -> None:
    round_ = play(*(named(main) for main in (4, 10, "7", True, 6, 8)))
    assert codes(round_) == ["main_wrong", "main_wrong", "number_wrong", "number_wrong", "main_stands"]
    assert codes(play(SEVEN, main="seven")) == codes(play(SEVEN, main="thrown")) == ["main_not_named"]


@pytest.mark.parametrize(("total", "won"), [(7, {"A": 98, "B": -98}), (2, {"A": -98, "B": 98})])
def test_B26_an_unequal_stake_shrinks_to_what_is_covered(total: int, won: dict[str, int]) -> None:
    round_ = play(SEVEN, stake(102), cover(98), throw(total))
    assert net(round_) == won
    trimmed = [tuple(move) for moves in round_.round.movements for move in moves if move[3] == "trimmed"]
    assert trimmed == [("layout", "purse:A", 4, "trimmed", "A")]


def test_where_short_cover_is_void_the_cast_gives_all_back() -> None:
    round_ = play(SEVEN, stake(10), cover(9), throw(7), short_cover="void")
    assert round_.state.end == "void"
    assert net(round_) == {}
    assert carry(round_)["caster"] == "A"
    assert net(play(SEVEN, stake(10), cover(9), cover(1, "C"), throw(7), short_cover="void"))["A"] == 10


def test_where_short_cover_is_wait_the_cast_waits_for_the_last_chip() -> None:
    round_ = play(SEVEN, stake(10), cover(9), throw(7), cover(1, "C"), throw(5), throw(5), short_cover="wait")
    assert codes(round_) == ["cover_short"]
    assert net(round_) == {"A": 10, "B": -9, "C": -1}


def test_a_cover_beyond_a_purse_is_refused() -> None:
    round_ = play(SEVEN, stake(60), stake(50), cover(6), cover(5), purses={"A": 50, "B": 5})
    assert codes(round_) == ["purse_short", "purse_short"]


@pytest.mark.parametrize("before", [(), (SEVEN,), (SEVEN, stake(5)), (SEVEN, stake(5), cover(5))], ids=repr)
def test_B25_a_caster_who_leaves_before_the_cast_ends_the_round(before: tuple[dict[str, Any], ...]) -> None:
    round_ = play(*before, {"leave": "A"})
    assert round_.state.end == "void"
    assert net(round_) == {}
    assert carry(round_)["caster"] == "B"


@pytest.mark.parametrize(("total", "won"), [(4, {"A": 9, "B": -6, "C": -3}), (9, {"A": -9, "B": 6, "C": 3})])
def test_B25_leavers_are_paid_and_charged_as_if_they_sat(total: int, won: dict[str, int]) -> None:
    left = [{"leave": seat} for seat in ("B", "A", "C")]
    round_ = play(named(9), stake(9), cover(6), left[0], cover(3, "C"), throw(4), *left[1:], throw(total))
    assert net(round_) == won
    assert carry(round_)["caster"] is None


def test_a_void_round_gives_everything_back_and_the_role_stays() -> None:
    round_ = play(SEVEN, stake(10), cover(10), throw(5), {"void": True})
    assert net(round_) == {}
    assert carry(round_)["caster"] == "A"


def test_two_to_eight_play_and_the_house_risks_nothing() -> None:
    eight = "ABCDEFGH"
    round_ = play(SEVEN, stake(7), *(cover(1, seat) for seat in eight[1:]), seats=tuple(eight))
    assert HOUSE not in COVERED.exposure(round_.state)
    round_.take(throw(3))
    assert net(round_) == {"A": -7, **dict.fromkeys(eight[1:], 1)}


def test_covers_are_offered_from_the_casters_left() -> None:
    round_ = play(named(7, "B"), stake(5, "B"), start={"caster": "B", "line": ["B", "C", "A"]}, seats=ABC)
    offers = COVERED.offers(round_.state, round_.purses)
    assert [(offer.verb, offer.seat, offer.largest) for offer in offers] == [
        ("cover", "C", 5),
        ("cover", "A", 5),
        ("throw", "B", None),
    ]
    assert offers[-1].why_not == "cover_first"
