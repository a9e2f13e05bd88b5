"""A spreadsheet (XLSX): numbers as numbers, everything else as text that is never a formula, totals on a second sheet.

What a spreadsheet can't hold exactly is refused: it has 1,048,576 rows and fifteen digits.
"""

from collections.abc import Sequence
from typing import Any, BinaryIO, Final

import psycopg
import xlsxwriter

from ledger.errors import Refused
from ledger.exports.cells import WRITTEN, cells
from ledger.exports.rows import Span
from ledger.exports.scope import Scope
from ledger.exports.text import NO_ACTIVITY, Progress, sealed_lines
from ledger.exports.totals import AccountTotal, AssetTotal, Totals, totals
from ledger.verify.form import NUMBER_COLUMNS

MOST_ROWS: Final = 1_048_575
MOST_NUMBER: Final = 10**15 - 1
MOST_TEXT: Final = 32_767
_EVERY: Final = 1000
_NUMBERS: Final = tuple(name in NUMBER_COLUMNS for name in WRITTEN)
_NO_GUESSES: Final = {
    "constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False,
}  # fmt: skip


def write(snap: psycopg.Connection[Any], scope: Scope, out: BinaryIO, progress: Progress | None) -> int:
    """Transfers as a workbook; returns the rows. Refused: too_many_rows, too_large_for_xlsx, too_long_for_xlsx."""
    summed = totals(snap, scope)
    if summed.rows > MOST_ROWS:
        raise Refused(
            "too_many_rows", f"A spreadsheet holds {MOST_ROWS:,} rows, this export has {summed.rows:,}: take CSV.",
            {"rows": summed.rows},
        )  # fmt: skip
    written, span = 0, Span(summed.reached.leaves)
    with xlsxwriter.Workbook(out, _NO_GUESSES) as book:
        sheet = book.add_worksheet("Transfers")
        sheet.freeze_panes(1, 0)
        sheet.write_row(0, 0, WRITTEN)
        for written, row in enumerate(cells(snap, scope, span), 1):
            _write_row(sheet, written, row)
            if progress is not None and written % _EVERY == 0:
                progress(written, summed.rows)
        if not written:
            sheet.write_string(1, 0, NO_ACTIVITY)
        sealed = sealed_lines(snap, summed, span)
        _write_totals(book.add_worksheet("Totals"), scope, summed, sealed)
    return written


def _write_row(sheet: Any, line: int, row: list[str]) -> None:
    for column, (cell, number) in enumerate(zip(row, _NUMBERS, strict=True)):
        if cell == "":
            continue
        if number:
            sheet.write_number(line, column, _exact(int(cell), line))
        elif len(cell) > MOST_TEXT:
            raise Refused("too_long_for_xlsx", f"Row {line} has a text that no spreadsheet cell holds: take CSV.")
        else:
            sheet.write_string(line, column, cell)


def _exact(number: int, line: int) -> int:
    if abs(number) > MOST_NUMBER:
        raise Refused(
            "too_large_for_xlsx", f"Row {line} has {number}: a spreadsheet keeps fifteen digits, take CSV.",
            {"row": line, "number": str(number)},
        )  # fmt: skip
    return number


def _write_totals(sheet: Any, scope: Scope, summed: Totals, sealed: Sequence[Sequence[str]]) -> None:
    """Totals as text: sums may have more digits than a spreadsheet keeps."""
    lines: list[tuple[Any, ...]] = [("scope", *scope.words()), ("taken", summed.taken), ("rows", summed.rows)]
    lines += [*map(tuple, sealed), (), AssetTotal._fields, *summed.assets, (), AccountTotal._fields, *summed.accounts]
    for line, row in enumerate(lines):
        for column, cell in enumerate(row):
            sheet.write_string(line, column, "" if cell is None else str(cell))
