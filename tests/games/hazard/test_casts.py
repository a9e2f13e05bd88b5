"""The cast and the chance, every main against every total: design of hazard, seed 000."""

from __future__ import annotations

import itertools

import pytest

from games.engine.casts import CASTS, MAINS, WAYS
from tests.games.hazard.table import net, odds, play, stake, throw

NICKS = {5: {5}, 6: {6, 12}, 7: {7, 11}, 8: {8, 12}, 9: {9}}
OUTS = {5: {2, 3, 11, 12}, 6: {2, 3, 11}, 7: {2, 3, 12}, 8: {2, 3, 11}, 9: {2, 3, 11, 12}}
TOTALS = range(2, 13)
PAIRS = [(main, total) for main in MAINS for total in TOTALS]
CHANCES = [(main, total) for main, total in PAIRS if CASTS[main][total] == "chance"]
SEED_ODDS = {
    5: ["4/3", None, "4/5", "2/3", "4/5", "1/1", "4/3"],
    6: ["5/3", "5/4", None, "5/6", "1/1", "5/4", "5/3"],
    7: ["2/1", "3/2", "6/5", None, "6/5", "3/2", "2/1"],
    8: ["5/3", "5/4", "1/1", "5/6", None, "5/4", "5/3"],
    9: ["4/3", "1/1", "4/5", "2/3", "4/5", None, "4/3"],
}


@pytest.mark.parametrize(("main", "total"), PAIRS)
def test_B05_every_first_throw_after_every_main(main: int, total: int) -> None:
    round_ = play({"main": main, "by": "A"}, stake(100), throw(total), main="named")
    if total in NICKS[main]:
        assert net(round_) == {"A": 100, "house": -100}
    elif total in OUTS[main]:
        assert net(round_) == {"A": -100, "house": 100}
    else:
        assert not round_.state.end
        assert round_.game.facts(round_.state) == {"caster": "A", "main": main, "chance": total}
        assert round_.purses["A"] == 900
        assert net(round_) == {}


@pytest.mark.parametrize(("main", "chance"), CHANCES)
def test_B27_after_a_chance_only_two_totals_decide(main: int, chance: int) -> None:
    """Every total as the throw after the chance, and again after every neutral one."""
    for total in TOTALS:
        round_ = play({"main": main, "by": "A"}, stake(10), throw(chance), throw(total), main="named")
        if total in (main, chance):
            assert net(round_) == ({"A": 10, "house": -10} if total == chance else {"A": -10, "house": 10})
            continue
        neutral = round_.state
        for again in TOTALS:
            step = round_.game.throw(neutral, throw(again)["throw"])
            assert step.over == (again in (main, chance))
            assert (step.state == neutral) == (again not in (main, chance))


def test_B27_the_published_case() -> None:
    round_ = play(stake(10), *map(throw, (5, 11, 3, 12, 2)), main="seven")
    assert not round_.state.end
    round_.take(throw(5))
    assert net(round_) == {"A": 10, "house": -10}


def test_the_dice_are_what_counts_not_only_their_total() -> None:
    """All 36 throws as the cast: as many end it as the ways of the totals say."""
    ends = 0
    for faces in itertools.product(range(1, 7), repeat=2):
        round_ = play(stake(10), {"throw": list(faces)}, main="seven")
        assert round_.state.play.chance in (0, sum(faces))
        ends += bool(round_.state.end)
    assert ends == sum(WAYS[total] for total in NICKS[7] | OUTS[7]) == 12


def test_the_odds_are_the_30_cells_of_the_seed() -> None:
    for main, row in SEED_ODDS.items():
        for chance, cell in zip(range(4, 11), row, strict=True):
            if cell is None:
                assert CASTS[main][chance] == "nick"
                continue
            wins, for_each = map(int, cell.split("/"))
            laid = odds(60 * for_each, "B")
            round_ = play({"main": main, "by": "A"}, stake(10), throw(chance), laid, throw(chance), main="named")
            assert net(round_) == {"A": 10, "B": 60 * wins, "house": -10 - 60 * wins}


def test_the_two_examples_of_the_seed() -> None:
    assert net(play(stake(1), throw(5), odds(10, "B"), throw(5), main="seven"))["B"] == 15
    five = play({"main": 5, "by": "A"}, stake(1), throw(6), odds(10, "B"), throw(6), main="named")
    assert net(five)["B"] == 8


def test_a_thrown_main_is_sought_until_5_to_9() -> None:
    """Before the main is known nothing is won or lost, with or without a stake."""
    for laid in ([], [stake(10)]):
        round_ = play(*laid, *map(throw, (2, 3, 4, 10, 11, 12)))
        assert round_.state.play.main == 0
        assert net(round_) == {}
    for main in MAINS:
        assert play(throw(main)).state.play.main == main
