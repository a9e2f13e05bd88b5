"""Whose turn it is to cast, and the session of so many casts each."""

from __future__ import annotations

from typing import Any

import pytest

from games import Refused
from tests.games.covered_hazard.table import ABC, COVERED, carry, cover, named, play, stake, throw

Row = dict[str, Any]


def round_of(caster: str, start: Row | None = None, total: int = 7, **more: Any) -> Row:
    """What stands after a round in which this one cast and another covered 10; nick on 7, out on 2."""
    other = next(seat for seat in ABC if seat != caster)
    events = (named(7, caster), stake(10, caster), cover(10, other), throw(total))
    return carry(play(*events, start=start, **more))


def test_the_role_goes_left_every_round_won_or_lost() -> None:
    start: Row | None = None
    for caster, total in (("A", 7), ("B", 2), ("C", 7), ("A", 2)):
        start = round_of(caster, start, total)
    assert start == {"caster": "B", "line": ["B", "C", "A"]}


def test_B28_a_seat_without_chips_is_skipped() -> None:
    assert round_of("A", purses={"B": 10})["caster"] == "C"
    alone = play(named(7), stake(10), cover(10), throw(7), purses={"B": 10, "C": 0})
    assert carry(alone)["caster"] == "A"
    default = COVERED.settings({})
    for purses, caster in (({"A": 1, "B": 0, "C": 3}, "C"), ({"A": 1}, "A"), ({}, "B")):
        assert COVERED.open(default, ABC, {"caster": "B", "line": ["B", "C", "A"]}, purses).play.caster == caster


def test_the_role_of_one_who_left_goes_on_to_his_left() -> None:
    start = {"caster": "B", "line": ["B", "C", "A"]}
    assert COVERED.open(COVERED.settings({}), ("A", "C"), start).play.caster == "C"


def test_in_a_session_everyone_casts_so_often_then_most_chips_win() -> None:
    start = round_of("A", casts_each=1)
    assert start == {"caster": "B", "line": ["B", "C", "A"], "casts": {"A": 1, "B": 0, "C": 0}}
    start = round_of("B", start, casts_each=1)
    assert start["casts"] == {"A": 1, "B": 1, "C": 0}
    over = round_of("C", start, casts_each=1)
    assert over["casts"] == {"A": 0, "B": 0, "C": 0}
    assert over["winners"] == ["C"]
    assert round_of("A", over, casts_each=1)["casts"] == {"A": 1, "B": 0, "C": 0}


def test_ties_share_the_session() -> None:
    start = {"caster": "C", "casts": {"A": 1, "B": 1, "C": 0}}
    tied = round_of("C", start, total=2, purses={"A": 990, "B": 1000, "C": 900}, casts_each=1)
    assert tied["winners"] == ["A", "B"]


def test_a_newcomer_casts_as_often_as_the_others_before_anyone_casts_again() -> None:
    start = {"caster": "C", "line": ["C", "A", "B"], "casts": {"A": 1, "C": 0}}
    after = round_of("C", start, casts_each=1)
    assert (after["caster"], after["casts"]) == ("B", {"A": 1, "B": 0, "C": 1})


def test_who_left_or_has_no_chips_keeps_no_session_open() -> None:
    start = {"caster": "C", "casts": {"A": 1, "B": 0, "C": 0}}
    events = (named(7, "C"), stake(10, "C"), cover(10, "A"), throw(7))
    left = carry(play(*events[:2], {"leave": "B"}, *events[2:], start=start, casts_each=1))
    assert left["winners"] == ["C"]
    assert "B" not in left["casts"]
    assert carry(play(*events, start=start, purses={"B": 0}, casts_each=1))["winners"] == ["C"]


def test_a_void_round_is_no_cast() -> None:
    start = {"caster": "B", "casts": {"A": 1, "B": 0, "C": 0}}
    void = carry(play({"void": True}, start=start, casts_each=1))
    assert (void["caster"], void["casts"]) == ("B", {"A": 1, "B": 0, "C": 0})
    gone = carry(play({"leave": "B"}, start=start, casts_each=1))
    assert (gone["caster"], gone["casts"]) == ("C", {"A": 1, "C": 0})


def test_a_seat_that_takes_over_the_role_has_casts_left() -> None:
    start = {"caster": "B", "line": ["B", "C", "A"], "casts": {"A": 0, "B": 0, "C": 1}}
    one = COVERED.settings({"casts_each": 1})
    assert COVERED.open(one, ("A", "C"), start).play.caster == "A"
    assert COVERED.open(one, ABC, start, {"A": 5, "B": 0, "C": 5}).play.caster == "A"
    assert COVERED.open(one, ABC, start).play.casts == (0, 0, 1)


@pytest.mark.parametrize("casts", [7, ["A"], {"A": -1}, {"A": "1"}, {"A": True}], ids=repr)
def test_casts_of_another_shape_are_refused(casts: object) -> None:
    with pytest.raises(Refused) as refused:
        COVERED.open(COVERED.settings({"casts_each": 2}), ABC, {"casts": casts})
    assert refused.value.code == "start_wrong"
