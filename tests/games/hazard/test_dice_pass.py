"""Who has the dice: losses in a row, leavers, chipless seats."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.chips import HOUSE
from tests.games.hazard.table import HAZARD, carry, codes, net, odds, play, stake, throw

ABC = ("A", "B", "C")
OUT = (stake(1), throw(2))
LOST = (stake(1), throw(4), throw(7))
NICK = (stake(1), throw(7))
VOID = ({"void": True},)


def dice_after(*rounds: tuple[dict[str, Any], ...], **settings: Any) -> tuple[str, int]:
    """Who has the dice after these rounds, and how many losses stand."""
    start: dict[str, Any] | None = None
    for events in rounds:
        start = carry(play(*events, seats=ABC, start=start, main="seven", **settings))
    assert start is not None
    return start["caster"], start["losses"]


def by_b(events: tuple[dict[str, Any], ...]) -> tuple[dict[str, Any], ...]:
    return tuple({**event, "by": "B"} if "by" in event else event for event in events)


@pytest.mark.parametrize(
    ("rounds", "expected"),
    [
        ((OUT, LOST), ("A", 2)),
        ((OUT, LOST, OUT), ("B", 0)),
        ((OUT, LOST, VOID, OUT), ("B", 0)),
        ((OUT, LOST, NICK, OUT), ("A", 1)),
        ((OUT, OUT, VOID), ("A", 2)),
        ((OUT, OUT, OUT, by_b(OUT)), ("B", 1)),
    ],
    ids=repr,
)
def test_B28_three_lost_rounds_in_a_row_pass_the_dice_and_a_void_one_does_not_count(
    rounds: tuple[tuple[dict[str, Any], ...], ...], expected: tuple[str, int]
) -> None:
    assert dice_after(*rounds) == expected


def test_where_only_outs_count_another_loss_breaks_the_row() -> None:
    assert dice_after(OUT, OUT, losses_count="outs") == ("A", 2)
    assert dice_after(OUT, OUT, LOST, losses_count="outs") == ("A", 0)
    assert dice_after(OUT, OUT, OUT, losses_count="outs") == ("B", 0)


def test_losses_to_pass_is_a_setting() -> None:
    assert dice_after(LOST, losses_to_pass=1) == ("B", 0)


def test_B28_a_seat_without_chips_is_skipped() -> None:
    third: dict[str, Any] = {"seats": ABC, "start": {"losses": 2}, "main": "seven"}
    assert carry(play(*OUT, purses={"B": 0}, **third))["caster"] == "C"
    assert carry(play(*OUT, purses={"B": 0, "C": 0}, **third))["caster"] == "A"
    assert carry(play(*OUT, seats=("A",), start={"losses": 2}, main="seven")) == {
        "caster": "A",
        "losses": 0,
        "line": ["A"],
    }


def test_a_caster_without_chips_when_a_round_opens_is_skipped_and_his_losses_with_him() -> None:
    default = HAZARD.settings({})
    start = {"caster": "B", "losses": 2, "line": ["B", "C", "A"]}
    for purses, caster, losses in (
        ({"A": 5, "B": 5, "C": 5}, "B", 2),
        ({"A": 5, "B": 0, "C": 5}, "C", 0),
        ({"A": 5, "B": 0, "C": 0}, "A", 0),
        ({}, "B", 2),
    ):
        assert HAZARD.open(default, ABC, start, purses).play[:2] == (caster, losses)


def test_the_dice_of_one_who_left_between_rounds_go_to_the_next_who_still_sits() -> None:
    start = {"caster": "B", "losses": 2, "line": ["B", "C", "A"]}
    default = HAZARD.settings({})
    assert HAZARD.open(default, ("A", "C"), start).play[:2] == ("C", 0)
    assert HAZARD.open(default, ("A", "D"), start).play[:2] == ("A", 0)
    assert HAZARD.open(default, ("D", "E"), start).play[:2] == ("D", 0)
    assert HAZARD.open(default, ("D", "A", "B"), start).play[:2] == ("B", 2)


@pytest.mark.parametrize("before", [(), (throw(7),), (throw(7), stake(5)), (stake(5),)], ids=repr)
def test_B25_a_caster_who_leaves_before_the_cast_ends_the_round(before: tuple[dict[str, Any], ...]) -> None:
    round_ = play(*before, {"leave": "A"}, seats=ABC, start={"losses": 2})
    assert round_.state.end == "void"
    assert net(round_) == {}
    assert carry(round_)["caster"] == "B"
    assert carry(round_)["losses"] == 0


@pytest.mark.parametrize(("last", "won"), [(10, {"A": 5, "B": 4, HOUSE: -9}), (7, {"A": -5, "B": -2, HOUSE: 7})])
def test_B24_B25_after_the_cast_a_leaver_is_paid_and_charged_as_if_he_sat(last: int, won: dict[str, int]) -> None:
    round_ = play(throw(7), stake(5), throw(10), odds(2, "B"), {"leave": "A"}, {"leave": "B"}, seats=ABC)
    assert HAZARD.offers(round_.state, round_.purses)[-1].seat == ""
    round_.take(odds(1, "A"))
    round_.take(throw(last))
    assert codes(round_) == ["seat_gone"]
    assert net(round_) == won
    assert carry(round_)["caster"] == "C"


def test_B25_leaving_after_the_round_changes_nothing() -> None:
    round_ = play(stake(5), throw(7), {"leave": "A"}, main="seven")
    assert net(round_) == {"A": 5, HOUSE: -5}
    assert carry(round_)["caster"] == "A"


def test_when_everyone_has_left_nobody_has_the_dice() -> None:
    assert carry(play({"leave": "B"}, {"leave": "A"}))["caster"] is None


def test_one_leaves_once() -> None:
    assert codes(play({"leave": "B"}, {"leave": "B"}, {"leave": "Z"}, {"leave": None})) == ["seat_unknown"] * 3
