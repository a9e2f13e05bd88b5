"""The theoretical win and its band are the exact solver's, in money."""

import json
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from casino.night.checks.replay import play
from casino.night.played import Played
from casino.night.theory import Theory, root
from games import find

VECTORS = Path(__file__).resolve().parents[2] / "vectors" / "accounting.jsonl"
CASES = [json.loads(line) for line in VECTORS.read_text().splitlines()]


def round_of(settings: Mapping[str, Any], events: list[Mapping[str, Any]], game: str = "hazard") -> Played:
    """A round as the pit would have kept it, of one seat with a purse of 1,000 chips worth 100 each."""
    known = find(game)
    return Played(
        id=1, number=1, state="over", game_state={}, seats={"1": 7}, purses={"1": 1000, "house": 10_000}, start={},
        throws=0, events=len(events), net={}, shift=1, day="2026-06-15", game=game, edition=known.edition,
        settings=known.settings(settings).full(), chip=100, currency="GBP",
        happened=[[n, event, [], []] for n, event in enumerate(events, 1)], posted=[], thrown=[],
    )  # fmt: skip


@pytest.mark.parametrize(
    "case", [case for case in CASES if case["id"].startswith("theo-")], ids=lambda case: case["id"]
)
def test_the_known_answers_hold(case: Mapping[str, Any]) -> None:
    """1,000 rounds of one chip unit at hundred minor units: hundredths of a chip are minor units."""
    one = round_of({"main": "seven"}, [{"stake": case["stake"], "by": "1"}, {"throw": [3, 4]}])
    theory = Theory()
    for _ in range(case["rounds"]):
        theory.add(one, play(one))
    found = theory.figures(0)
    assert found["win"] == case["expect"]["theoretical_win"].replace(".", "")
    assert found["deviation"] == case["expect"]["sd"].replace(".", "")


def test_the_band_reaches_1_96_deviations_and_says_who_lies_in_it() -> None:
    theory = Theory(win=Fraction(1000), variance=Fraction(100**2))
    assert (theory.figures(0)["low"], theory.figures(0)["high"]) == ("804", "1196")
    assert [theory.figures(won)["within"] for won in (803, 804, 1196, 1197)] == [False, True, True, False]


def test_without_bets_the_house_expects_nothing_and_has_no_luck() -> None:
    found = Theory().figures(0)
    assert (found["win"], found["deviation"], found["low"], found["within"]) == ("0", "0", None, None)
    assert found["why"] == "The house held no bet."


def test_a_fee_is_no_luck_and_no_win_of_a_table_where_the_players_hold_all_bets() -> None:
    events: list[Mapping[str, Any]] = [
        {"main": 7, "by": "1"}, {"stake": 100, "by": "1"}, {"cover": 100, "by": "2"}, {"throw": [1, 1]},
    ]  # fmt: skip
    one = round_of({"fee_percent": 10}, events, "covered_hazard")
    two = replace(one, seats={"1": 7, "2": 8}, purses={"1": 1000, "2": 1000, "house": 10_000})
    theory = Theory()
    theory.add(two, play(two))
    assert play(two).net == {"1": -100, "2": 80, "house": 20}
    assert theory.figures(0)["why"] == "The house held no bet."


def test_a_round_that_cannot_be_played_again_leaves_theory_unknown_with_the_reason() -> None:
    broken = round_of({"main": "seven"}, [{"throw": [3, 4]}])
    theory = Theory()
    theory.add(broken, play(broken))
    assert theory.figures(0)["win"] is None
    assert theory.figures(0)["why"] == "Round 1 can't be played again."


@pytest.mark.parametrize(("variance", "whole"), [(0, 0), (2, 1), (3, 2), (99_980_000, 9999), (100_000_000, 10_000)])
def test_a_root_is_rounded_to_the_nearest(variance: int, whole: int) -> None:
    assert root(variance) == whole
