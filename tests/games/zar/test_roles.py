"""Who banks and who punts: the bank goes round, leavers, chipless seats, seats that come between rounds."""

from __future__ import annotations

from typing import Any

import pytest

from games import Refused
from tests.games.zar.table import (
    HOUSE,
    VOID,
    ZAR,
    Event,
    bank,
    carry,
    codes,
    leave,
    net,
    play,
    punt,
    roles,
    stake,
    throws,
)

ABCD = ("A", "B", "C", "D")
WON = throws(6)
LOST = throws(1)


def after(*events: Event, banker: str = "A", punter: str = "B", **table: Any) -> tuple[str | None, str | None]:
    """Who banks and punts after a round that `banker` and `punter` began."""
    return roles(play(bank(10, banker), punt(5, punter), *events, **{"seats": ABCD, **table}))


@pytest.mark.parametrize(
    ("banker", "punter", "won", "lost"),
    [
        ("A", "B", ("A", "C"), ("B", "C")),
        ("A", "D", ("A", "B"), ("D", "A")),
        ("B", "A", ("B", "C"), ("A", "B")),
        ("C", "B", ("C", "D"), ("B", "C")),
        ("D", "C", ("D", "A"), ("C", "D")),
    ],
)
def test_the_winner_has_the_bank_and_the_seat_after_the_punter_punts(
    banker: str, punter: str, won: tuple[str, str], lost: tuple[str, str]
) -> None:
    assert after(*WON, banker=banker, punter=punter) == won
    assert after(*throws(3, 3), banker=banker, punter=punter) == won
    assert after(*LOST, banker=banker, punter=punter) == lost
    assert after(*throws(3, 2, 2, 2), banker=banker, punter=punter) == lost


def test_two_players_play_on_with_each_other() -> None:
    assert after(*WON, seats=("A", "B")) == ("A", "B")
    assert after(*LOST, seats=("A", "B")) == ("B", "A")


@pytest.mark.parametrize("faces", [(), (3,), (3, 6)], ids=repr)
def test_a_void_round_leaves_the_roles(faces: tuple[int, ...]) -> None:
    assert after(*throws(*faces), VOID) == ("A", "B")
    assert roles(play(bank(), VOID)) == ("K", None)
    assert roles(play(VOID)) == (None, None)


@pytest.mark.parametrize("laid", [(), (bank(10, "A"),), (bank(10, "A"), punt(5, "C"))], ids=repr)
def test_B25_a_banker_who_leaves_before_the_come_out_ends_the_round(laid: tuple[Event, ...]) -> None:
    round_ = play(*laid, leave("A"), seats=ABCD, start={"banker": "A", "punter": "C"})
    assert round_.state.end == "void"
    assert net(round_) == {}
    assert roles(round_) == ("B", "C")


@pytest.mark.parametrize(
    ("gone", "faces", "next_"),
    [
        ("A", (3,), ("B", "C")),
        ("A", (2, 2, 2), ("C", "D")),
        ("AB", (3,), ("C", "D")),
        ("AC", (2, 2, 2), ("B", "D")),
        ("C", (3,), ("A", "D")),
        ("C", (2, 2, 2), ("D", "A")),
        ("CD", (2, 2, 2), ("A", "B")),
        ("ABC", (3,), ("D", None)),
        ("ABCD", (3,), (None, None)),
        ("BCD", (3,), ("A", None)),
    ],
)
def test_B24_B25_after_the_come_out_leavers_are_settled_and_the_roles_go_on(
    gone: str, faces: tuple[int, ...], next_: tuple[str | None, str | None]
) -> None:
    """A banks and C punts; point 3 is made on the first attempt or missed."""
    round_ = play(bank(10, "A"), punt(5, "C"), *throws(3), *map(leave, gone), *throws(*faces), seats=ABCD)
    won = 10 if faces == (3,) else -10
    assert net(round_) == {"A": won, "C": -won}
    assert roles(round_) == next_


def test_a_leaver_s_throws_are_the_house_s() -> None:
    round_ = play(bank(), punt(), *throws(3), leave("K"))
    assert ZAR.offers(round_.state, round_.purses)[-1].seat == ""
    assert ZAR.offers(round_.state, round_.purses)[-1].dice == 1


def test_a_punter_who_leaves_is_settled_once_he_has_punted_and_replaced_before() -> None:
    assert net(play(bank(), punt(), leave("P"), *throws(1))) == {"K": -5, "P": 5}
    assert after(leave("B"), *LOST) == ("C", "D")
    assert after(leave("B"), *WON) == ("A", "C")
    replaced = play(bank(), leave("P"), punt(5, "S"), start={"banker": "K", "punter": "P"})
    assert codes(replaced) == []
    assert replaced.state.play.punter == "S"
    skips = play(leave("P"), bank(), seats=("K", "S", "P"), start={"banker": "K", "punter": "P"})
    assert skips.state.play.punter == "S"


def test_B28_a_lone_player_is_told_to_wait_and_may_leave() -> None:
    alone = play(bank(), seats=("K",))
    assert codes(alone) == ["nobody_punts"]
    assert [offer.why_not for offer in ZAR.offers(alone.state, alone.purses)] == ["nobody_punts", "bank_first"]
    left_alone = play(bank(), leave("P"), seats=("K", "P"))
    waits = ZAR.offers(left_alone.state, left_alone.purses)[-1]
    assert (waits.why_not, waits.sentence) == (
        "nobody_punts",
        "Nobody else sits here to punt; wait for a second player.",
    )
    left_alone.take(leave("K"))
    assert left_alone.state.end == "void"
    assert left_alone.purses == {"K": 1000, "P": 1000}


def test_B28_a_seat_without_chips_gets_no_role() -> None:
    assert after(*WON, purses={"C": 0}) == ("A", "D")
    assert after(*WON, purses={"C": 0, "D": 0}) == ("A", "B")
    assert after(*LOST, purses={"C": 0, "D": 0}) == ("B", "A")
    assert after(*throws(3), leave("A"), *throws(3), purses={"B": 10, "C": 0}) == ("D", "B")
    broke = after(*throws(3), leave("A"), *throws(3), purses={"B": 10, "C": 0, "D": 0})
    assert broke == ("B", "C"), "when nobody has chips the roles go on as if all had"


def test_B28_a_role_whose_seat_has_no_chips_when_a_round_opens_goes_on() -> None:
    default = ZAR.settings({})
    start = {"banker": "B", "punter": "C", "line": ["B", "C", "D", "A"]}
    for purses, banker, punter in (
        ({"A": 5, "B": 5, "C": 5, "D": 5}, "B", "C"),
        ({"A": 5, "B": 5, "C": 0, "D": 5}, "B", "D"),
        ({"A": 5, "B": 0, "C": 5, "D": 5}, "C", "D"),
        ({"A": 5, "B": 5, "C": 0, "D": 0}, "B", "A"),
        ({}, "B", "C"),
    ):
        opened = ZAR.open(default, ABCD, start, purses)
        assert opened.play[:2] == (banker, punter)
        again = ZAR.open(default, ABCD, ZAR.carry(ZAR.void(opened).state))
        assert again == opened, "a record's reader, who knows no purses, opens it with the same roles"


def test_roles_of_those_who_left_between_rounds_go_to_the_left() -> None:
    default = ZAR.settings({})
    start = {"banker": "B", "punter": "C", "line": ["B", "C", "D", "A"]}

    def opened(*seats: str) -> tuple[str, str]:
        thrower, punter, *_ = ZAR.open(default, seats, start).play
        return thrower, punter

    assert opened("A", "B", "C", "D", "E") == ("B", "C")
    assert opened("A", "C", "D") == ("C", "D")
    assert opened("A", "E", "D") == ("D", "A")
    assert opened("A", "B", "D") == ("B", "D")
    assert opened("E", "A", "B") == ("B", "A")
    assert opened("A", "E") == ("A", "E")
    assert opened("B", "E") == ("B", ""), "of those who were here nobody else is: the first to punt punts"
    assert opened("B") == ("B", "")
    assert opened("E", "F") == ("", "")


def test_in_a_first_round_the_first_to_put_up_a_bank_banks_and_the_first_to_punt_punts() -> None:
    round_ = play(bank(10, "C"), bank(10, "A"), punt(5, "B"), punt(5, "D"), seats=ABCD)
    assert codes(round_) == ["not_banker", "punt_stands"]
    assert round_.state.play[:2] == ("C", "B")


def test_named_roles_are_kept() -> None:
    laid = (bank(10, "K"), bank(10, "S"), punt(5, "K"), punt(5, "S"), punt(5, "P"))
    round_ = play(*laid, start={"banker": "S", "punter": "P"})
    assert codes(round_) == ["not_banker", "not_punter", "banker_bets"]
    assert round_.state.play[:2] == ("S", "P")


@pytest.mark.parametrize(
    "start",
    [
        {"banker": "Z"},
        {"banker": "K", "punter": "Z"},
        {"banker": "K", "punter": "K"},
        {"punter": "P"},
        {"banker": "K", "thrower": "K"},
        {"banker": 0},
        {"banker": {}},
        {"banker": "K", "line": "KPS"},
        {"banker": "K", "line": ["P", "S"]},
        {"line": [None]},
        {"line": [{}]},
        {"losses": 2},
    ],
    ids=repr,
)
def test_a_start_that_makes_no_sense_is_refused(start: dict[str, Any]) -> None:
    with pytest.raises(Refused, match="start_wrong"):
        play(start=start)


def test_before_the_house_bank_the_die_goes_left_from_who_loses_or_leaves() -> None:
    house: dict[str, Any] = {"bank": "house", "preset": "die_rich"}

    def next_thrower(*events: Event, **table: Any) -> str | None:
        thrower: str | None = carry(play(stake(), *events, **house, **table))["thrower"]
        return thrower

    assert next_thrower(*throws(6)) == "K"
    assert next_thrower(*throws(1)) == "P"
    assert next_thrower(*throws(1), purses={"P": 0}) == "S"
    assert next_thrower(*throws(1), seats=("K",)) == "K"
    assert next_thrower(*throws(3), VOID) == "K"
    assert next_thrower(*throws(3), leave("K"), *throws(3)) == "P"
    left = play(stake(), leave("K"), **house)
    assert (left.state.end, net(left), carry(left)["thrower"]) == ("void", {}, "P")
    assert play(start={"thrower": "S"}, **house).state.play.thrower == "S"
    assert play(leave("K"), leave("P"), leave("S"), **house).state.end == "void"
    assert net(play(stake(), *throws(3), leave("K"), *throws(3), **house)) == {"K": 10, HOUSE: -10}


def test_a_table_whose_bank_was_changed_goes_on_with_the_seat_that_threw() -> None:
    round_bank, house = ZAR.settings({}), ZAR.settings({"bank": "house"})
    start = carry(play(bank(), punt(), *throws(6)))
    assert ZAR.open(house, ("K", "P", "S"), start).play.thrower == "K"
    start = carry(play(stake(), *throws(1), bank="house"))
    assert ZAR.open(round_bank, ("K", "P", "S"), start).play[:2] == ("P", "")
