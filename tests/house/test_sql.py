"""The SQL files are read as the schema is: what stands in one is what holds."""

import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted(path for room in ("casino", "ledger") for path in (ROOT / room).rglob("sql/*.sql"))
REFUSAL = re.compile(r"ledger_refuse\('(23H\w{2})', '(\w+)'")
FUNCTION = re.compile(r"^create (?:or replace )?function (\w+)", re.MULTILINE)


def test_no_function_is_written_twice() -> None:
    """A second one would leave the first to be read, and mended, in vain. Variants by server version are indented."""
    names = Counter(name for path in FILES for name in FUNCTION.findall(path.read_text()))
    assert len(names) > 50
    assert [name for name, times in names.items() if times > 1] == []


def test_every_file_is_run_by_a_migration() -> None:
    run = "".join(path.read_text() for room in ("casino", "ledger") for path in (ROOT / room).rglob("migrations/*.py"))
    assert [str(path.relative_to(ROOT)) for path in FILES if f'from_file("{path.name}"' not in run] == []


def test_a_state_says_one_thing_wherever_it_is_raised() -> None:
    said: dict[str, set[str]] = {}
    for path in FILES:
        for state, code in REFUSAL.findall(path.read_text()):
            said.setdefault(state, set()).add(code)
    assert len(said) > 70
    assert {state: codes for state, codes in said.items() if len(codes) > 1} == {}
