"""JSON Lines say the same as CSV and are verified as closely."""

import json

from hypothesis import assume, given
from hypothesis import strategies as st

from ledger.verify.form import COLUMNS
from tests.ledger.verify.making import night, passes, verified

MODEL = night()
EXPORT = MODEL.export("jsonl")
LINES = EXPORT.splitlines(keepends=True)
COUNT = len(MODEL.lines)


def test_json_lines_as_written_are_verified() -> None:
    report = verified(EXPORT, "jsonl")
    assert report.good
    assert report.rows == COUNT
    assert report.counts == verified(MODEL.export()).counts


def test_E05_every_number_is_text() -> None:
    for line in LINES[:COUNT]:
        row = json.loads(line)
        assert list(row) == list(COLUMNS)
        assert all(type(row[name]) in (str, type(None)) for name in COLUMNS if name != "facts")


@given(row=st.integers(1, COUNT), column=st.sampled_from([name for name in COLUMNS if name != "facts"]), text=st.text())
def test_an_edited_value_is_found_in_its_row(row: int, column: str, text: str) -> None:
    read = json.loads(LINES[row - 1])
    assume(read[column] != text)
    read[column] = text
    edited = json.dumps(read, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass") + b"\n"
    found = verified(b"".join([*LINES[: row - 1], edited, *LINES[row:]]), "jsonl").first
    assert found is not None
    assert (found.kind, found.row) == ("edited", row)


@given(row=st.integers(1, COUNT))
def test_a_missing_line_is_found(row: int) -> None:
    found = verified(b"".join([*LINES[: row - 1], *LINES[row:]]), "jsonl").first
    assert found is not None
    assert (found.kind, found.row) == ("missing", row)


@given(at=st.integers(0, len(EXPORT) - 1), byte=st.integers(0, 255))
def test_a_changed_byte_anywhere_is_found(at: int, byte: int) -> None:
    assume(EXPORT[at] != byte)
    assert not passes(EXPORT[:at] + bytes([byte]) + EXPORT[at + 1 :], "jsonl")


def test_E11_a_file_cut_at_any_byte_is_found() -> None:
    for length in range(1, len(EXPORT)):
        assert "cut" in {finding.kind for finding in verified(EXPORT[:length], "jsonl").findings}, length
