"""What a table may set: names, defaults, refusals."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.engine.refusals import Refused
from tests.games.ten_thousand.table import TT

DEFAULTS = {
    "ante_min": 5,
    "target": 10_000,
    "entry": 1000,
    "minimum": 500,
    "straight": 1500,
    "three_pairs": 1000,
    "triple_ones": 1000,
    "four_two": False,
    "take_over": {"points": 1000, "dice": 2},
    "zilch_run": 3,
    "zilch_penalty": 500,
    "penalty_floor_zero": True,
    "penalty_off_table": False,
    "fee_percent": 0,
    "fee_flat": 0,
    "fee_cap": None,
    "fee_min_pot": 0,
}


def test_every_setting_with_its_default() -> None:
    assert TT.settings({}).full() == DEFAULTS


@pytest.mark.parametrize(
    "other",
    [
        {"take_over": None},
        {"take_over": {"points": 0, "dice": 6}},
        {"zilch_penalty": "all"},
        {"zilch_penalty": 0},
        {"ante_min": 1, "target": 1, "entry": 0, "minimum": 0},
        {"straight": 0, "three_pairs": 0, "triple_ones": 0},
        {"fee_percent": 100, "fee_flat": 7, "fee_cap": 0, "fee_min_pot": 3},
    ],
    ids=str,
)
def test_what_differs_is_written_and_reads_back(other: dict[str, Any]) -> None:
    read = TT.settings(other)
    assert read.full() == {**DEFAULTS, **other}
    assert read.differences() == other
    assert TT.settings(json.loads(json.dumps(read.full()))) == read


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("take_over", {"points": 1000}),
        ("take_over", {"points": 1000, "dice": 7}),
        ("take_over", {"points": 1000, "dice": 0}),
        ("take_over", {"points": -1, "dice": 2}),
        ("take_over", {"points": True, "dice": 2}),
        ("take_over", {"points": 1000, "dice": 2, "more": 1}),
        ("take_over", [1000, 2]),
        ("take_over", False),
        ("zilch_penalty", -1),
        ("zilch_penalty", "some"),
        ("zilch_penalty", None),
        ("zilch_penalty", True),
        ("zilch_penalty", ["all"]),
        ("zilch_run", 0),
        ("ante_min", 0),
        ("target", 0),
        ("fee_percent", 101),
        ("four_two", 1),
    ],
    ids=str,
)
def test_a_wrong_value_is_refused_with_the_name_of_the_setting(name: str, value: object) -> None:
    with pytest.raises(Refused) as refused:
        TT.settings({name: value})
    assert refused.value.code == "setting_wrong"
    assert refused.value.sentence.startswith(f"Setting {name} must be ")
