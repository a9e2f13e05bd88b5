"""The bench's compiled tables throw what the rules throw: their means are the exact ones within four errors."""

from __future__ import annotations

from fractions import Fraction

import pytest

from games.engine import Act
from tests.bench.compiled import compiled, ready, simulate

HAZARD = [Act("stake", "A", 1)]
ZAR = [Act("bank", "A", 2), Act("punt", "B", 1)]


@pytest.mark.parametrize(
    ("name", "settings", "acts", "mean", "states"),
    [
        ("hazard", {}, HAZARD, Fraction(-37, 2016), 36),
        ("hazard", {"main": "seven"}, HAZARD, Fraction(-7, 495), 7),
        ("zar", {}, ZAR, Fraction(49, 162), 13),
        ("zar", {"preset": "die_rich"}, ZAR, Fraction(1, 27), 13),
    ],
)
def test_a_compiled_table_agrees_with_the_exact_figure(
    name: str, settings: dict[str, object], acts: list[Act], mean: Fraction, states: int
) -> None:
    table = compiled(*ready(name, settings, acts))
    assert len(table.after) == states * table.ways
    assert table.mean == mean
    found = simulate(table, 500_000, seed=2)
    assert found.rounds >= 500_000
    assert abs(found.errors_off) < 4
