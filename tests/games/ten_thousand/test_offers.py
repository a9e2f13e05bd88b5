"""What a player is offered, and what the house does for one out of time."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any

import pytest

from games.engine.state import Act, Offer
from games.ten_thousand.scoring import FACES, Scoring, score
from tests.games.ten_thousand.table import (
    TT,
    ZILCH,
    Event,
    ante,
    banks,
    facts,
    keep,
    leave,
    played,
    take_over,
    throw,
)


def offered(*events: Event, **settings: Any) -> dict[str, Offer]:
    """The offers after these events, by verb and seat; of the throw only what it says."""
    game = played(*events, **settings)
    return {f"{offer.verb} {offer.seat}": offer for offer in TT.offers(game.state, game.purses)}


def test_before_the_first_throw_the_antes_are_offered_and_why_the_dice_wait() -> None:
    offers = offered(antes=0)
    assert set(offers) == {"ante A", "ante B", "throw A"}
    assert (offers["ante A"].smallest, offers["ante A"].largest) == (5, 1000)
    assert (offers["throw A"].dice, offers["throw A"].why_not) == (0, "antes_first")
    assert offers["throw A"].sentence == "First everyone who sits antes, or leaves: A, B."
    offers = offered(ante("B", 30), antes=0)
    assert set(offers) == {"ante A", "throw A"}
    assert (offers["ante A"].smallest, offers["ante A"].largest) == (30, 30)


def test_every_keep_is_offered_with_its_points_the_best_first() -> None:
    offers = offered(throw(1, 5, 4, 4, 4, 2))
    assert set(offers) == {"keep A", "throw A"}
    assert list(zip(offers["keep A"].choices, offers["keep A"].points, strict=True)) == [
        ((1, 4, 4, 4, 5), 550),
        ((1, 4, 4, 4), 500),
        ((4, 4, 4, 5), 450),
        ((4, 4, 4), 400),
        ((1, 5), 150),
        ((1,), 100),
        ((5,), 50),
    ]
    assert offers["throw A"].why_not == "keep_first"


def test_the_keeps_of_a_throw_are_few() -> None:
    most = 0
    for thrown in combinations_with_replacement(FACES, 6):
        offers = TT.offered(played(throw(*thrown)).state) if thrown[0] == 1 else ()
        most = max(most, *(len(offer.choices) for offer in offers), 0)
    assert most == 15


def test_the_bank_is_offered_with_what_it_still_needs() -> None:
    offers = offered(throw(5, 5, 5, 2, 3, 4), keep("A", 5, 5, 5))
    assert set(offers) == {"bank A", "throw A"}
    assert offers["bank A"].why_not == "below_entry"
    assert offers["bank A"].sentence == "This turn has 500 points; it needs 1000 to be banked. Throw on."
    assert offers["throw A"].dice == 3
    offers = offered(*banks("A", 1000), ZILCH, throw(5, 5, 5, 2, 3, 4), keep("A", 5, 5, 5))
    assert offers["bank A"].why_not == ""


def test_a_take_over_is_offered_before_the_throw_alone() -> None:
    on = (*banks("A", 1000), *banks("B", 1050))
    offers = offered(*on)
    assert set(offers) == {"take_over A", "throw A"}
    assert (offers["take_over A"].why_not, offers["throw A"].dice) == ("", 6)
    assert set(offered(*on, take_over("A"))) == {"throw A"}
    assert offered(*banks("A", 1050))["take_over B"].why_not == "off_table"


def out_of_time(*events: Event, **settings: Any) -> Act | None:
    return TT.out_of_time(played(*events, **settings).state)


@pytest.mark.parametrize(
    ("thrown", "kept"),
    [
        ((1, 5, 4, 4, 4, 2), (1, 4, 4, 4, 5)),
        ((2, 2, 3, 3, 1, 1), (1, 1, 2, 2, 3, 3)),
        ((5, 2, 3, 3, 4, 6), (5,)),
        ((2, 3, 4, 5, 6, 1), (1, 2, 3, 4, 5, 6)),
    ],
)
def test_out_of_time_the_dice_worth_most_are_kept(thrown: tuple[int, ...], kept: tuple[int, ...]) -> None:
    assert out_of_time(throw(*thrown)) == Act("keep", "A", kept)


def test_out_of_time_of_equal_worth_the_fewest_dice_are_kept() -> None:
    """With three 1s at 150, four 1s are worth 400 as single ones; with the 5 there is more, whatever it costs."""
    rules: dict[str, Any] = {"triple_ones": 0, "straight": 150}
    assert out_of_time(throw(1, 2, 3, 4, 5, 6), **rules) == Act("keep", "A", (1, 5))


def test_out_of_time_no_other_keep_of_any_throw_is_worth_more_or_as_much_with_fewer_dice() -> None:
    for thrown in combinations_with_replacement(FACES, 6):
        if thrown[0] > 1:
            continue
        act = out_of_time(throw(*thrown))
        assert act is not None
        best = score(act.value, Scoring())
        for offer in TT.offered(played(throw(*thrown)).state):
            for faces, points in zip(offer.choices, offer.points, strict=True):
                assert isinstance(faces, tuple)
                assert (points, -len(faces)) <= (best, -len(act.value))


def test_out_of_time_the_house_banks_what_it_may_and_else_throws() -> None:
    assert out_of_time(throw(1, 1, 1, 2, 3, 4), keep("A", 1, 1, 1)) == Act("bank", "A", True)
    assert out_of_time(throw(5, 5, 5, 2, 3, 4), keep("A", 5, 5, 5)) is None
    on = (*banks("A", 1000), *banks("B", 1050))
    assert out_of_time(*on) is None, "a take over is the player's own to choose"
    assert out_of_time(*on, take_over("A")) is None
    assert out_of_time(*on, take_over("A"), throw(1, 2)) == Act("keep", "A", (1,))
    assert out_of_time(*on, take_over("A"), throw(1, 2), keep("A", 1)) == Act("bank", "A", True)


def test_out_of_time_before_the_first_throw_there_is_no_act_for_the_house() -> None:
    game = played(antes=0)
    assert TT.out_of_time(game.state) is None
    assert facts(game)["begun"] is False


def test_nothing_is_offered_to_who_has_left() -> None:
    offers = offered(leave("A"), seats=("A", "B", "C"))
    assert set(offers) == {"throw B"}
