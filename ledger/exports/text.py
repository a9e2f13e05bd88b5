"""Exports that can be verified, CSV and JSON Lines: numbered rows with check words, then the trailer."""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO, Final

import psycopg

from ledger.exports import rows
from ledger.exports.scope import Scope
from ledger.exports.totals import Totals, totals
from ledger.verify.form import FORM, check_word

Progress = Callable[[int, int], None]
"""Is told the rows written and the rows there are, now and then."""

NO_ACTIVITY: Final = "No activity"
_BATCH: Final = 2000


class Differs(RuntimeError):
    """PostgreSQL counted other rows than it sent: the export is given up."""


@dataclass(frozen=True, slots=True)
class Shape:
    """How a form writes.

    `body`: a row from its number and its CSV line; `closed`: the line from body and check word; `line`: a trailer line.
    """

    header: bytes
    body: Callable[[int, bytes], bytes]
    closed: Callable[[bytes, bytes], bytes]
    line: Callable[[list[str]], bytes]


def write_text(
    shape: Shape, snap: psycopg.Connection[Any], scope: Scope, out: BinaryIO, progress: Progress | None = None
) -> int:
    """Writes the whole export as the snapshot sees it; returns its rows.

    When the connection breaks, a last line says so and after how many rows; the error goes on.
    """
    return assemble(shape, scope, totals(snap, scope), rows.stream(snap, scope), out, progress)


def assemble(
    shape: Shape, scope: Scope, summed: Totals, source: Iterable[bytes], out: BinaryIO, progress: Progress | None = None
) -> int:
    """The same from rows at hand."""
    of_rows = hashlib.sha256(shape.header)
    out.write(shape.header)
    written = 0
    try:
        for count, block in _blocks(shape, source):
            of_rows.update(block)
            out.write(block)
            written = count
            if progress is not None:
                progress(written, summed.rows)
    except psycopg.Error as broken:
        out.write(shape.line(["broken", str(written), str(broken).strip().partition("\n")[0]]))
        raise
    if written != summed.rows:
        raise Differs(f"{summed.rows} rows were counted, {written} came")
    of_file = of_rows.copy()
    trailer = b"".join(shape.line(cells) for cells in trailer_of(scope, summed, of_rows.hexdigest()))
    of_file.update(trailer)
    out.write(trailer + shape.line(["end", of_file.hexdigest()]))
    return written


def _blocks(shape: Shape, source: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """Some thousand rows at a time, and how many that makes so far."""
    check = check_word(b"", shape.header)
    body_of, closed = shape.body, shape.closed
    batch: list[bytes] = []
    count = 0
    for raw in source:
        count += 1
        body = body_of(count, raw)
        check = check_word(check, body)
        batch.append(closed(body, check))
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
