"""The canonical bytes of a posting: one fixed form, and no two postings share it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.log.entry import POSTING, TRANSFER, canonical, moment

CELLS: list[str | list[str]] = [
    "7", "0190a0b0-0000-7000-8000-000000000001", "test_bet", "2026-06-15", "2026-06-15 20:00:00+00",
    "2026-06-15 20:00:00.25+00", "staff:1", ["staff:2", "staff:3"], "why ✓", "throw", "t1", "", "5", '{"a": 1}',
]  # fmt: skip
ROW = ["11", "2026-06-15 20:00:00.25+00", "table:7:tray", "player:42", "chips:GBP", "150", "150", "1", "-150", "1"]


def test_the_bytes_of_version_1() -> None:
    assert canonical(CELLS, [ROW]) == (
        b'["hazard-house/posting/v1","7","0190a0b0-0000-7000-8000-000000000001","test_bet","2026-06-15",'
        b'"2026-06-15T20:00:00.000000Z","2026-06-15T20:00:00.250000Z","staff:1",["staff:2","staff:3"],"why \\u2713",'
        b'"throw","t1","","5","{\\"a\\": 1}",[["11","2026-06-15T20:00:00.250000Z","table:7:tray","player:42",'
        b'"chips:GBP","150","150","1","-150","1"]]]'
    )


def test_every_cell_counts() -> None:
    seen = {canonical(CELLS, [ROW]), canonical(CELLS, [ROW, ROW]), canonical(CELLS, [])}
    for place in range(len(POSTING)):
        changed = [*CELLS]
        changed[place] = ["staff:2"] if POSTING[place] == "approvers" else f"{CELLS[place]}1"
        seen.add(canonical(changed, [ROW]))
    for place in range(len(TRANSFER)):
        seen.add(canonical(CELLS, [[*ROW[:place], ROW[place] + "1", *ROW[place + 1 :]]]))
    assert len(seen) == 3 + len(POSTING) + len(TRANSFER)


def test_text_can_t_pass_for_structure() -> None:
    quoted, plain = [*CELLS], [*CELLS]
    quoted[8], quoted[9] = 'a","b', "c"
    plain[8], plain[9] = "a", 'b","c'
    assert canonical(quoted, [ROW]) != canonical(plain, [ROW])
    assert json.loads(canonical(quoted, [ROW]))[9] == 'a","b'


@given(
    texts=st.lists(st.text() | st.sampled_from(['"', "\\", '","', "\x7f", "\n", "", "plain"]), min_size=9, max_size=9)
)
def test_whatever_the_cells_hold_they_are_json_as_python_writes_it(texts: list[str]) -> None:
    """The short cut for cells without anything to escape takes none that has."""
    row = [texts[0], "infinity", *texts[1:]]
    made = json.loads(canonical([*CELLS[:8], *texts[:6]], [row]))
    plain = json.dumps(made, ensure_ascii=True, separators=(",", ":")).encode()
    assert canonical([*CELLS[:8], *texts[:6]], [row]) == plain
    assert made[-1] == [row]


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("2026-06-15 20:00:00+00", "2026-06-15T20:00:00.000000Z"),
        ("2026-06-15 20:00:00.000001+00", "2026-06-15T20:00:00.000001Z"),
        ("2026-06-15 20:00:00.000001", "2026-06-15T20:00:00.000001Z"),
        ("294276-12-31 23:59:59.9+00", "294276-12-31T23:59:59.900000Z"),
        ("0044-03-15 12:00:00+00 BC", "0044-03-15T12:00:00.000000Z BC"),
        ("infinity", "infinity"),
        ("-infinity", "-infinity"),
    ],
)
def test_times_of_any_age(written: str, expected: str) -> None:
    assert moment(written) == expected
