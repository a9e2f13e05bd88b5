"""What somebody may do to an export, one act at a time: found, its first row named, and what was done."""

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from ledger.verify.form import COLUMNS
from tests.ledger.verify.making import apart, cells_of, line_of, night, passes, verified

EXPORT = night().export()
PARTS = apart(EXPORT)
ROWS = PARTS.rows
COUNT = len(ROWS)

row_numbers = st.integers(1, COUNT)
cell_text = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=12)


def test_an_export_as_written_is_verified() -> None:
    report = verified(EXPORT)
    assert report.good
    assert (report.rows, report.scope) == (COUNT, ("everything",))


@example(row=3, column=0, text="#")
@example(row=COUNT, column=0, text="99999")
@example(row=2, column=0, text="1")
@given(row=row_numbers, column=st.integers(0, len(COLUMNS) - 1), text=cell_text)
def test_an_edited_cell_is_found_in_its_row(row: int, column: int, text: str) -> None:
    cells = cells_of(ROWS[row - 1])
    assume(cells[column] != text)
    cells[column] = text
    first = verified(PARTS.joined([*ROWS[: row - 1], line_of(cells), *ROWS[row:]])).first
    assert first is not None
    assert (first.kind, first.row) == ("edited", row)


@given(at=st.integers(0, len(EXPORT) - 1), byte=st.integers(0, 255))
def test_a_changed_byte_anywhere_is_found(at: int, byte: int) -> None:
    assume(EXPORT[at] != byte)
    assert not passes(EXPORT[:at] + bytes([byte]) + EXPORT[at + 1 :])


@given(first=row_numbers, length=st.integers(1, COUNT))
def test_missing_rows_are_found_where_they_stood(first: int, length: int) -> None:
    kept = [*ROWS[: first - 1], *ROWS[first - 1 + length :]]
    found = verified(PARTS.joined(kept)).first
    assert found is not None
    assert (found.kind, found.row) == ("missing", first)


@given(at=row_numbers, copied=row_numbers, amount=st.integers(1, 10**6), renumbered=st.booleans())
def test_an_added_row_is_found_where_it_stands(at: int, copied: int, amount: int, renumbered: bool) -> None:
    """A row of another's making, or a plain copy, put in behind row `at`."""
    cells = cells_of(ROWS[copied - 1])
    cells[COLUMNS.index("amount")] = str(amount)
    if renumbered:
        cells[0] = str(at + 1)
    found = verified(PARTS.joined([*ROWS[:at], line_of(cells), *ROWS[at:]])).first
    assert found is not None
    assert (found.kind, found.row) == ("added", at + 1)


@given(taken=row_numbers, to=row_numbers)
def test_a_moved_row_is_found_at_the_first_place_out_of_order(taken: int, to: int) -> None:
    assume(taken != to)
    rows = [*ROWS[: taken - 1], *ROWS[taken:]]
    rows.insert(to - 1, ROWS[taken - 1])
    found = verified(PARTS.joined(rows)).first
    assert found is not None
    assert (found.kind, found.row) == ("moved", min(taken, to))


@given(one=row_numbers, other=row_numbers)
def test_two_rows_that_changed_places_are_found(one: int, other: int) -> None:
    assume(one < other)
    rows = list(ROWS)
    rows[one - 1], rows[other - 1] = rows[other - 1], rows[one - 1]
    found = verified(PARTS.joined(rows)).first
    assert found is not None
    assert (found.kind, found.row) == ("moved", one)


def test_E11_a_file_cut_at_any_byte_is_found() -> None:
    for length in range(len(PARTS.header), len(EXPORT)):
        kinds = {finding.kind for finding in verified(EXPORT[:length]).findings}
        assert "cut" in kinds, length


@given(line=st.integers(0, PARTS.trailer.count(b"\n") - 1))
def test_a_line_missing_from_the_trailer_is_found(line: int) -> None:
    lines = PARTS.trailer.splitlines(keepends=True)
    assert not verified(PARTS.header + b"".join(ROWS) + b"".join(lines[:line] + lines[line + 1 :])).good


@pytest.mark.parametrize("extra", [b"x\n", b"#note,more\n", ROWS[-1], b"\n", b"x"])
def test_something_behind_the_end_is_found(extra: bytes) -> None:
    found = verified(EXPORT + extra).first
    assert found is not None
    assert found.kind == "trailer"


def test_columns_renamed_are_found() -> None:
    found = verified(EXPORT.replace(b"amount", b"amonut", 1)).first
    assert found is not None
    assert found.kind == "edited"


def test_a_broken_export_says_after_how_many_rows() -> None:
    found = verified(PARTS.header + b"".join(ROWS[:5]) + b"#broken,5,the connection was lost\n").first
    assert found is not None
    assert (found.kind, found.row) == ("cut", 6)
    assert "after 5 rows" in found.sentence
