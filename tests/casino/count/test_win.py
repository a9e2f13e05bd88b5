"""Win and hold: known answers, unknown inputs, roll-ups."""

import json
from pathlib import Path
from typing import Any

import pytest

from casino.count.win import percent, rolled_up, win

VECTORS = [
    json.loads(line) for line in (Path(__file__).parents[2] / "vectors" / "accounting.jsonl").read_text().splitlines()
]


@pytest.mark.parametrize(
    "vector", [vector for vector in VECTORS if vector["id"].startswith("win-")], ids=lambda vector: vector["id"]
)
def test_known_answers(vector: dict[str, Any]) -> None:
    found = win(**{name: vector[name] for name in ("opener", "fills", "credits", "drop", "closer")})
    expected = vector["expect"]
    assert found.win == expected["win"]
    assert found.hold_percent == expected.get("hold_percent")
    assert found.status == expected.get("status", "known")


def test_D08_every_flow_is_in_the_win() -> None:
    assert win(opener=10_000, fills=3_000, credits=1_000, drop=2_500, closer=9_700).win == 200


def test_a_drop_of_nothing_has_no_hold() -> None:
    found = win(opener=1_000, fills=0, credits=0, drop=0, closer=1_500)
    assert (found.win, found.hold_percent) == (500, None)


def test_hold_may_pass_100_percent_and_fall_below_0() -> None:
    assert percent(300, 200) == "150.00"
    assert percent(-300, 200) == "-150.00"
    assert percent(1, 3) == "33.33"
    assert percent(-2, 3) == "-66.67"
    assert percent(-1, 1_000_000) == "0.00"


def test_a_roll_up_is_sum_of_wins_over_sum_of_drops() -> None:
    assert rolled_up([(100, 1_000), (300, 1_000)]).hold_percent == "20.00"
    unknown = rolled_up([(100, 1_000), (None, None)])
    assert (unknown.win, unknown.hold_percent, unknown.status) == (None, None, "awaiting a part")
