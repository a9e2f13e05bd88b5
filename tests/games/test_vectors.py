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
RECORDS = [json.loads(line) for line in (VECTORS / "games.jsonl").read_text().splitlines()]
NUMBERS = {"hazard": 91, "covered_hazard": 72, "zar": 88, "ten_thousand": 83}


@pytest.mark.parametrize("name", sorted(discover()))
def test_every_record_of_the_game_replays(name: str) -> None:
    records: list[dict[str, Any]] = [record for record in RECORDS if record["game"] == name]
    assert len(records) == NUMBERS.get(name, 0)
    assert {record["id"]: found for record in records if (found := differences(record))} == {}


def test_every_known_answer_of_the_fair_throws_is_derived() -> None:
    answers = list(derive((VECTORS / "fairness.json").read_bytes()))
    assert len(answers) == 16
    assert [answer for answer in answers if answer[1]] == []
