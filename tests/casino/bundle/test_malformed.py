"""A bundle whose JSON was changed anywhere to anything: the verifier ends with its report, never with a trace."""

import hashlib
import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from casino.bundle.verify import verify_bundle
from casino.bundle.verify.__main__ import lines
from ledger.verify import Unreadable
from ledger.verify.findings import Verdict
from tests.casino.night.evening import DAY
from tests.ledger.sealed import TRUST

Place: TypeAlias = tuple[str | int, ...]

NAMES = [f"{kind}-{DAY.isoformat()}.jsonl" for kind in ("rounds", "slips", "log")]
MANIFEST = "manifest.json"
KEPT = 3
ODD: list[Any] = [
    None, True, -1, 0, 10**30, 1.5, float("nan"), "", "x", "٣", "9" * 5000, "\ud800", [], {}, [1], {"a": 1},
]  # fmt: skip


def places(value: Any, before: Place = ()) -> Iterator[Place]:
    named = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, inner in named:
        yield (*before, name)
        yield from places(inner, (*before, name))


def changed(value: Any, place: Place, odd: Any) -> Any:
    value = inner = deepcopy(value)
    for name in place[:-1]:
        inner = inner[name]
    inner[place[-1]] = odd
    return value


def relisted(folder: Path, contents: dict[str, Any], name: str, lines: list[Any]) -> None:
    content = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
    (folder / name).write_bytes(content)
    contents["files"][name] |= {"size": len(content), "sha256": hashlib.sha256(content).hexdigest()}


def judged(folder: Path) -> str:
    """The report's last line."""
    try:
        return lines(verify_bundle(folder, TRUST))[-1]
    except Unreadable as wrong:
        return f"{Verdict.NOT_VERIFIED}: {wrong}"


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=st.sampled_from([*NAMES, MANIFEST]), data=st.data(), odd=st.sampled_from(ODD))
def test_whatever_stands_anywhere_the_answer_is_a_report(copy: Path, name: str, data: st.DataObject, odd: Any) -> None:
    original = {each: (copy / each).read_bytes() for each in (*NAMES, MANIFEST)}
    try:
        contents = json.loads(original[MANIFEST])
        for each in NAMES:
            records = [json.loads(line) for line in original[each].splitlines()[:KEPT]]
            if each == name:
                at = data.draw(st.integers(0, len(records) - 1))
                records[at] = changed(records[at], data.draw(st.sampled_from([*places(records[at])])), odd)
            relisted(copy, contents, each, records)
        if name == MANIFEST:
            contents = changed(contents, data.draw(st.sampled_from([*places(contents)])), odd)
        (copy / MANIFEST).write_text(json.dumps(contents))
        assert judged(copy).startswith(str(Verdict.NOT_VERIFIED))
    finally:
        for each, content in original.items():
            (copy / each).write_bytes(content)


@pytest.mark.parametrize("key", ["id", "throws", "house"])
def test_a_record_that_says_a_thing_twice_is_found(copy: Path, key: str) -> None:
    """Readers differ in which of the two they take."""
    name = NAMES[0]
    first, *others = (copy / name).read_bytes().splitlines(keepends=True)
    record = json.loads(first)
    twice = f'{{"{key}":{json.dumps(record[key])},'.encode() + first.lstrip()[1:]
    (copy / name).write_bytes(b"".join([twice, *others]))
    assert "an object names a key twice" in "\n".join(lines(verify_bundle(copy, TRUST)))
