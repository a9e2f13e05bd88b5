"""Exposure: the worst that can still come, against a search of every throw that may follow."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.chips import HOUSE, purse
from games.engine.state import State
from tests.games.zar.sequences import SEQUENCES, tables_of_the_vectors
from tests.games.zar.table import ZAR, bank, codes, exposure, leave, play, prop, punt, stake, throws
from tests.games.zar.test_sequences import Tree

OPEN = (bank(), punt())
FOUR = [prop(2, number) for number in (2, 3, 4, 5)]


@cache
def deepest(state: State[Any, Any], seat: str) -> int:
    """The deepest that a seat stands below this moment at any later one, by playing every throw that may follow."""
    if state.end:
        return 0
    return max(0, *(lost_by(state, face, seat) for face in range(1, 7)))


def lost_by(state: State[Any, Any], face: int, seat: str) -> int:
    """Chips that the seat is down at worst, once this face has fallen."""
    step = ZAR.throw(state, [face])
    lost = sum(ruling.returned - ruling.bet.stake for ruling in step.rulings if ruling.bet.against == seat)
    lost += sum(ruling.bet.stake - ruling.returned for ruling in step.rulings if ruling.bet.seat == seat)
    return lost + deepest(step.state, seat)


def alone(state: State[Any, Any]) -> State[Any, Any]:
    """The same round with the line's bet and nothing else."""
    return state._replace(bets=tuple(bet for bet in state.bets if bet.kind != "prop"))


def check(state: State[Any, Any]) -> None:
    """What the engine says of every seat of an open round is what the search finds."""
    exposed = ZAR.exposure(state)
    holder = HOUSE if state.settings.bank == "house" else state.play.thrower
    line = alone(state).bets[0].seat
    expected = {holder: max(state.play.bank, deepest(state, holder))}
    for bet in state.bets:
        expected.setdefault(bet.seat, deepest(alone(state), line) if bet.seat == line else 0)
        if bet.kind == "prop":
            expected[bet.seat] += bet.stake
    if state.settings.bank == "house":
        expected.setdefault(line, 0)
    assert exposed == {seat: chips for seat, chips in expected.items() if chips}


@pytest.mark.parametrize("bank_of", ["round", "house"])
@pytest.mark.parametrize("preset", ["seed", "die_rich"])
def test_exposure_is_exact_wherever_a_table_of_the_vectors_stands(preset: str, bank_of: str) -> None:
    for table in tables_of_the_vectors():
        tree = Tree(table, {"preset": preset, "bank": bank_of})
        for faces in SEQUENCES:
            tree.play(faces)
        for state in tree.states.values():
            if not state.end:
                check(state)
            else:
                assert ZAR.exposure(state) == {}
        deepest.cache_clear()


LINES = st.fixed_dictionaries(
    {
        "six_pays": st.integers(1, 3),
        "one_pays": st.integers(1, 3),
        "takes": st.lists(st.integers(1, 5), min_size=3, max_size=3),
        "miss": st.integers(1, 4),
        "one_loses_later": st.booleans(),
        "prop_scope": st.sampled_from(["round", "throw"]),
        "prop_odds": st.fixed_dictionaries({str(face): st.sampled_from(["1/3", "6/7", "1/1"]) for face in range(1, 7)}),
        "punt_cap": st.just("1/4"),
    }
)
LAID = st.lists(st.tuples(st.sampled_from("PSK"), st.integers(3, 90), st.integers(1, 6)), max_size=8)


@settings(max_examples=60, deadline=None, database=None)
@given(line=LINES, bets=LAID, chips=st.integers(1, 60), thrown=st.lists(st.integers(1, 6), max_size=3))
def test_exposure_is_exact_under_any_line_and_any_propositions(
    line: dict[str, Any], bets: list[tuple[str, int, int]], chips: int, thrown: list[int]
) -> None:
    round_ = play(
        bank(chips * 4), punt(chips), *[prop(*each[1:], each[0]) for each in bets], purses={"K": 9000}, **line
    )
    assert set(codes(round_)) <= {"banker_bets"}
    for face in thrown:
        if not round_.state.end:
            check(round_.state)
            round_.take(*throws(face))
    if not round_.state.end:
        check(round_.state)


def test_the_published_exposure() -> None:
    assert exposure(play(*OPEN, *FOUR)) == {"K": 22, "P": 10, "S": 8}


def test_exposure_is_counted_from_where_the_round_stands() -> None:
    round_ = play(*OPEN, *FOUR)
    expected = [{"K": 19, "P": 10, "S": 6}, {"K": 16, "P": 10, "S": 4}, {"K": 13, "P": 10, "S": 2}]
    for face, then in zip((2, 3, 4), expected, strict=True):
        round_.take(*throws(face))
        assert exposure(round_) == then
    last = play(*OPEN, *FOUR, *throws(2, 6, 6))
    assert exposure(last) == {"K": 10 + 3 - 4, "P": 10, "S": 6}, "on the last throw two of three burn"


def test_the_bank_is_reserved_while_it_is_more_and_what_it_paid_is_gone_from_it() -> None:
    round_ = play(bank(40), punt(1), prop(2, 3))
    assert exposure(round_) == {"K": 40, "P": 2, "S": 2}
    round_.take(*throws(3))
    assert exposure(round_) == {"K": 37, "P": 2}
    assert round_.purses["K"] == 960
    dearer = play(bank(2), punt(1), prop(50, 3), *throws(3), preset="die_rich")
    assert exposure(dearer) == {"K": 1, "P": 2}, "the bank is used up, one stake can still be lost"
    assert dearer.state.play.bank == 0


def test_a_throw_that_burns_more_than_it_pays_leaves_the_bank_whole() -> None:
    round_ = play(bank(40), punt(1), prop(9, 4), prop(2, 3), *throws(3), preset="die_rich")
    assert exposure(round_) == {"K": 40, "P": 2}


def test_the_punter_has_two_stakes_at_risk_though_one_lies_there() -> None:
    round_ = play(bank(), punt(5), punt(3), punt(2), purses={"P": 5})
    assert codes(round_) == ["purse_short", "purse_short"]
    assert exposure(round_)["P"] == 4
    assert round_.purses["P"] == 1
    narrow = play(bank(), punt(), *throws(3, 2), takes=[3, 1, 1])
    assert exposure(narrow)["P"] == 5, "after the first attempt the point takes one stake at most"


def test_B12_the_banker_takes_what_his_purse_covers_and_no_more() -> None:
    """10 chips cover the line; 12 cover a proposition of 1 on top, whose number may fall before the miss."""
    poor = play(*OPEN, prop(1, 3), purses={"K": 10})
    assert codes(poor) == ["purse_short"]
    assert poor.purses == {"K": 0, "P": 990, "S": 1000}
    exact = play(*OPEN, prop(1, 3), prop(1, 3), prop(1, 6), *throws(3, 6, 1, 2), purses={"K": 12})
    assert codes(exact) == ["purse_short"]
    assert exact.purses == {"K": 0, "P": 1010, "S": 1002}


def test_what_burns_in_the_throw_that_ends_a_round_pays_in_it() -> None:
    """Four throws show four numbers: two of six burn, so backing the other two costs the banker less, not more."""
    six = play(*OPEN, *FOUR, prop(2, 6), prop(2, 1), purses={"K": 22})
    assert codes(six) == []
    assert exposure(six)["K"] == 3 * 4 - 2 * 2 + 10
    assert codes(play(*OPEN, *FOUR, prop(20, 6), purses={"K": 22})) == ["purse_short"]


def test_what_burns_later_pays_nothing_now() -> None:
    """Three numbers are paid before anything burns: 450 chips must lie there, whatever the end brings back."""
    dear = [prop(100, number) for number in range(1, 7)]
    assert exposure(play(bank(2), punt(1), *dear))["K"] == 450
    assert exposure(play(bank(2), punt(1), *dear, preset="die_rich"))["K"] == 2, "on one throw five burn at once"


def test_a_1_that_ends_the_round_is_not_followed_by_a_miss() -> None:
    round_ = play(*OPEN, prop(20, 1), one_loses_later=True)
    assert exposure(round_)["K"] == 20 + 5
    round_.take(*throws(3))
    assert exposure(round_)["K"] == 20 + 5
    assert exposure(play(*OPEN, prop(20, 1)))["K"] == 20 + 10


def test_the_house_reserves_its_worst_case_and_refuses_beyond_it() -> None:
    """A 5 costs 4 and may cost 10 more; a 6 costs 4 and 5, which is less than what the line may cost alone."""
    rich: dict[str, Any] = {"preset": "die_rich", "bank": "house"}
    round_ = play(stake(), prop(1, 5), purses={HOUSE: 13}, **rich)
    assert codes(round_) == ["bank_short"]
    assert exposure(round_) == {"K": 5, HOUSE: 10}
    round_.take(prop(1, 6))
    assert exposure(round_) == {"K": 5, "S": 1, HOUSE: 9}
    assert exposure(play(prop(2, 5), stake(), **rich)) == {"K": 5, "S": 2, HOUSE: 8 + 10}


def test_a_leaver_s_reserve_stands_until_the_round_is_over() -> None:
    round_ = play(*OPEN, *throws(3), leave("K"), leave("P"))
    assert exposure(round_) == {"K": 10, "P": 10}
    for face in (2, 2, 2):
        round_.take(*throws(face))
    assert exposure(round_) == {}
    assert round_.purses[purse("P").seat] == 1010
