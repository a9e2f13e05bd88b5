"""The README says what the code does: its examples are played, its figures are counted, its settings are all."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path

import games
from games.engine.replay import replay
from games.ten_thousand.best_turn import best_turn, throwing
from games.ten_thousand.chances import sweep, zilch
from games.ten_thousand.settings import TenThousandSettings
from tests.games.ten_thousand.test_settings import DEFAULTS

TEXT = (Path(games.__file__).parent / "ten_thousand" / "README.md").read_text()
DEFAULT = TenThousandSettings()


def rows(heading: str) -> list[list[str]]:
    """The table below a heading, without its head."""
    below = TEXT.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in below.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_both_examples_replay() -> None:
    examples = [block.encode() for block in re.findall(r"```json\n(.+)\n```", TEXT)]
    assert list(replay(examples)) == [("take-over", []), ("split", [])]


def test_the_odds_are_those_of_the_code() -> None:
    bank_from = best_turn(DEFAULT).bank_from
    shown = {int(dice): (Fraction(none), Fraction(all_), int(points)) for dice, none, all_, points in rows("Odds")}
    assert shown == {
        dice: (zilch(dice, DEFAULT.scoring), sweep(dice, DEFAULT.scoring), bank_from[dice]) for dice in range(1, 7)
    }
    average, two_left, from_points = re.search(
        r"banks (\S+) points a turn.*always\s+right, (\S+) on average from 1000 points; with one die left from (\d+)",
        TEXT,
        re.DOTALL,
    ).groups()  # type: ignore[union-attr]
    assert average == f"{round(best_turn(DEFAULT).average * 100) / 100}"
    assert two_left == f"{round(throwing(DEFAULT, 1000, 2) * 100) / 100}"
    assert throwing(DEFAULT, int(from_points), 1) > best_turn(DEFAULT).average > throwing(DEFAULT, 1100, 1)


def test_every_setting_stands_with_its_default() -> None:
    shown: dict[str, object] = {}
    for names, defaults, _ in rows("Settings"):
        values = json.loads(f"[{defaults.strip('`')}]")
        shown.update(zip(re.findall(r"\w+", names), values, strict=True))
    assert shown == DEFAULTS
