"""An export of transfers as CSV: numbered rows with check words, then the trailer."""

import csv
import hashlib
import io
from collections.abc import Callable, Iterable, Iterator
from typing import Any, BinaryIO, Final

import psycopg

from ledger.exports import rows
from ledger.exports.scope import Scope
from ledger.exports.totals import Totals, totals
from ledger.verify.form import FORM, HEADER, check_word, first_check

Progress = Callable[[int, int], None]
"""Is told the rows written and the rows there are, now and then."""

NO_ACTIVITY: Final = "No activity"
_BATCH: Final = 2000


class Differs(RuntimeError):
    """PostgreSQL counted other rows than it sent: the export is given up."""


def write_csv(snap: psycopg.Connection[Any], scope: Scope, out: BinaryIO, progress: Progress | None = None) -> int:
    """Writes the whole export in the snapshot's own view; returns its rows."""
    summed = totals(snap, scope)
    whole, of_rows = hashlib.sha256(HEADER), hashlib.sha256(HEADER)
    out.write(HEADER)
    written = 0
    try:
        for count, block in blocks(rows.stream(snap, scope)):
            whole.update(block)
            of_rows.update(block)
            out.write(block)
            written = count
            if progress is not None:
                progress(written, summed.rows)
    except psycopg.Error as broken:
        out.write(line("broken", str(written), str(broken).strip().partition("\n")[0]))
        raise
    if written != summed.rows:
        raise Differs(f"{summed.rows} rows were counted, {written} came")
    trailer = b"".join(line(*cells) for cells in trailer_of(scope, summed, of_rows.hexdigest()))
    whole.update(trailer)
    out.write(trailer + line("end", whole.hexdigest()))
    return written


def blocks(source: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """Rows with their number and check word, some thousand at a time, and how many that makes so far."""
    check = first_check()
    batch: list[bytes] = []
    count = 0
    for raw in source:
        count += 1
        body = b"%d,%b" % (count, raw[:-1])
        check = check_word(check, body)
        batch.append(b"%b,%b\n" % (body, check))
        if len(batch) == _BATCH:
            yield count, b"".join(batch)
            batch.clear()
    if batch:
        yield count, b"".join(batch)


def trailer_of(scope: Scope, summed: Totals, rows_sha256: str) -> Iterator[list[str]]:
    """The trailer's lines as cells, the last one aside."""
    yield ["export", "transfers", FORM]
    yield ["scope", *scope.words()]
    yield ["taken", summed.taken]
    for asset in summed.assets:
        yield ["asset", *map(str, asset)]
    for account in summed.accounts:
        yield ["account", *("" if cell is None else str(cell) for cell in account)]
    if not summed.rows:
        yield ["note", NO_ACTIVITY]
    yield ["rows", str(summed.rows)]
    yield ["sha256", rows_sha256]


def line(*cells: str) -> bytes:
    """One line of the trailer."""
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerow(cells)
    return b"#" + written.getvalue().encode("utf-8")
