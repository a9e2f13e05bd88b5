"""Files and functions stay small: one job each."""

import ast
import statistics
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted(
    path
    for room in ("casino", "games", "ledger", "deploy", "tests")
    for path in (ROOT / room).rglob("*.py")
    if "migrations" not in path.parts
)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_has_at_most_400_lines_and_its_functions_60(path: Path) -> None:
    text = path.read_text()
    assert text.count("\n") <= 400
    long = [
        f"{node.name}: {node.end_lineno - node.lineno + 1}"
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.end_lineno is not None
        and node.end_lineno - node.lineno + 1 > 60
    ]
    assert long == []


def test_the_median_file_is_near_100_lines() -> None:
    lengths = [path.read_text().count("\n") for path in FILES if path.stat().st_size]
    assert statistics.median(lengths) <= 130
