"""Every known answer of tests/vectors, worked out independently of this engine."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.engine.catalogue import discover
from games.engine.replay import differences
from games.fair.answers import derive

VECTORS = Path(__file__).parent.parent / "vectors"
NUMBERS = {
    "games.jsonl": {"hazard": 91, "covered_hazard": 72, "zar": 88, "ten_thousand": 83},
    "second.jsonl": {"hazard": 60, "covered_hazard": 60, "zar": 56, "ten_thousand": 60},
}
"""The second file was played by a small implementation of its own, written from the rules; settings of every kind."""


@pytest.mark.parametrize("file", sorted(NUMBERS))
@pytest.mark.parametrize("name", sorted(discover()))
def test_every_record_of_the_game_replays(name: str, file: str) -> None:
    every: list[dict[str, Any]] = [json.loads(line) for line in (VECTORS / file).read_text().splitlines()]
    records = [record for record in every if record["game"] == name]
    assert len(records) == NUMBERS[file].get(name, 0)
    assert {record["id"]: found for record in records if (found := differences(record))} == {}


def test_every_known_answer_of_the_fair_throws_is_derived() -> None:
    answers = list(derive((VECTORS / "fairness.json").read_bytes()))
    assert len(answers) == 16
    assert [answer for answer in answers if answer[1]] == []
