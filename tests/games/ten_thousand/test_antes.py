"""Before the first throw: the antes, who begins, who goes back to what he had."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.refusals import Refused
from tests.games.ten_thousand.table import TT, ZILCH, ante, banks, codes, facts, leave, net, played, throw, turn

ABC: dict[str, Any] = {"seats": ("A", "B", "C")}
FIRST = throw(1, 2, 2, 3, 4, 6)


def test_everyone_antes_before_the_first_throw() -> None:
    game = played(ante("A"), FIRST, ante("B"), FIRST, ante("C"), FIRST, antes=0, **ABC)
    assert codes(game) == ["antes_first", "antes_first"]
    assert facts(game)["pot"] == 15
    assert net(game) == {}
    assert TT.exposure(game.state) == {"A": 5, "B": 5, "C": 5}


def test_the_first_to_ante_says_how_much() -> None:
    game = played(ante("B", 4), ante("B", 7), ante("A", 8), ante("A", 6), ante("A", 7), antes=0)
    assert codes(game) == ["ante_small", "ante_differs", "ante_differs"]
    assert codes(played(ante("A", 2), ante("B", 2), FIRST, antes=0, ante_min=2)) == []


def test_an_ante_that_went_back_no_longer_says_how_much() -> None:
    game = played(ante("A", 7), leave("A"), ante("B", 9), ante("C", 7), ante("C", 9), FIRST, antes=0, **ABC)
    assert codes(game) == ["ante_differs"]


def test_an_ante_is_laid_once_and_not_after_the_first_throw() -> None:
    assert codes(played(ante("A"), ante("A"), antes=0)) == ["ante_lies"]
    assert codes(played(FIRST, ante("A"))) == ["game_begun"]


def test_an_ante_is_laid_from_the_purse() -> None:
    game = played(ante("A", 50), ante("B", 50), antes=0, purses={"A": 60, "B": 49})
    assert codes(game) == ["purse_short"]
    offers = {offer.seat: offer for offer in TT.offers(game.state, game.purses) if offer.verb == "ante"}
    assert set(offers) == {"B"}
    assert (offers["B"].why_not, offers["B"].largest) == ("purse_short", 0)


@pytest.mark.parametrize("value", [0, -5, 5.0, "5", True, None, [5]], ids=repr)
def test_an_ante_is_whole_chips(value: object) -> None:
    assert codes(played(ante("A", value), antes=0))[0].startswith("chips_")


def test_it_takes_two() -> None:
    with pytest.raises(Refused) as refused:
        TT.open(TT.settings({}), ["A"])
    assert refused.value.code == "seats_number"


def test_B23_before_the_first_throw_a_leaver_has_his_ante_back_and_one_alone_has_no_game() -> None:
    game = played(leave("B"), antes=100, **ABC)
    assert game.purses == {"A": 900, "B": 1000, "C": 900}
    assert turn(game) == ("A", 0, 6)
    game.take(leave("C"))
    assert game.state.end == "void"
    assert game.purses == {"A": 1000, "B": 1000, "C": 1000}


def test_who_has_not_anted_leaves_and_the_others_play() -> None:
    game = played(ante("A"), ante("C"), FIRST, leave("B"), FIRST, antes=0, **ABC)
    assert codes(game) == ["antes_first"]
    assert list(facts(game)["scores"]) == ["A", "C"]


def test_when_the_first_to_play_leaves_before_the_first_throw_the_next_begins() -> None:
    game = played(leave("A"), **ABC)
    assert turn(game) == ("B", 0, 6)
    game.take(ZILCH)
    game.take(ZILCH)
    assert turn(game) == ("B", 0, 6)


def test_B30_a_game_not_begun_gives_its_antes_back_when_the_pit_voids_it() -> None:
    game = played(ante("A", 100), antes=0)
    assert facts(game)["begun"] is False
    game.take({"void": True})
    assert game.state.end == "void"
    assert game.purses == {"A": 1000, "B": 1000}
    assert game.round.movements[1] == [["layout", "purse:A", 100, "void", "A"]]


def test_B30_a_game_that_can_not_go_on_is_voided_and_leavers_have_their_antes_back_too() -> None:
    game = played(*banks("A", 1000), leave("C"), throw(1, 2, 2, 3, 4, 6), {"void": True}, antes=100, **ABC)
    assert facts(game)["begun"] is True
    assert game.purses == {"A": 1000, "B": 1000, "C": 1000}
