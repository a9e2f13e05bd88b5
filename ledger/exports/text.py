"""Exports that can be verified, CSV and JSON Lines: numbered rows with check words, then the trailer."""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO, Final

import psycopg

from ledger.exports import rows
from ledger.exports.reach import checkpoint
from ledger.exports.scope import Scope
from ledger.exports.totals import Totals, totals
from ledger.verify.form import FORM, check_word, guarded

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
    summed = totals(snap, scope)
    span = rows.Span(summed.reached.leaves)
    source = rows.stream(snap, scope, span)

    def trailer(digest: str) -> Iterator[list[str]]:
        return trailer_of(scope, summed, sealed_lines(snap, summed, span), digest)

    return assemble(shape, source, out, trailer, summed.rows, progress)


def assemble(
    shape: Shape, source: Iterable[bytes], out: BinaryIO, trailer: Callable[[str], Iterable[list[str]]],
    expected: int, progress: Progress | None = None,
) -> int:  # fmt: skip
    """The same from rows at hand, as many as `expected`; `trailer` gives its lines from the SHA-256 of the rows."""
    of_rows = hashlib.sha256(shape.header)
    out.write(shape.header)
    written = 0
    try:
        for count, block in _blocks(shape, source):
            of_rows.update(block)
            out.write(block)
            written = count
            if progress is not None:
                progress(written, expected)
    except psycopg.Error as broken:
        out.write(shape.line(["broken", str(written), str(broken).strip().partition("\n")[0]]))
        raise
    if written != expected:
        raise Differs(f"{expected} rows were counted, {written} came")
    of_file = of_rows.copy()
    lines = b"".join(shape.line(cells) for cells in trailer(of_rows.hexdigest()))
    of_file.update(lines)
    out.write(lines + shape.line(["end", of_file.hexdigest()]))
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


def sealed_lines(snap: psycopg.Connection[Any], summed: Totals, span: rows.Span) -> list[list[str]]:
    """What the trailer says of the log: see `sealed_by`. Ask once all rows have gone by."""
    return [*sealed_by(span, checkpoint(snap, summed.reached, span.last), summed.reached.beyond)]


def sealed_by(span: rows.Span, note: str, beyond: int) -> Iterator[list[str]]:
    """The places of the first and the last row in the log; the checkpoint over them (a C2SP note, or empty), its lines
    as cells; how many postings the books held that no checkpoint reached.
    """
    if span.first is not None and span.last is not None:
        yield ["sequence", str(span.first), str(span.last)]
    if note:
        yield ["checkpoint", *map(guarded, note.removesuffix("\n").split("\n"))]
    yield ["beyond", str(beyond)]


def trailer_of(scope: Scope, summed: Totals, sealed: Iterable[list[str]], rows_sha256: str) -> Iterator[list[str]]:
    """The trailer's lines as cells, the last one aside; `sealed` are those about the log."""
    yield ["export", "transfers", FORM]
    yield ["scope", *scope.words()]
    yield ["taken", summed.taken]
    yield from sealed
    for asset in summed.assets:
        yield ["asset", *map(str, asset)]
    for account in summed.accounts:
        yield ["account", *("" if cell is None else str(cell) for cell in account)]
    if not summed.rows:
        yield ["note", NO_ACTIVITY]
    yield ["rows", str(summed.rows)]
    yield ["sha256", rows_sha256]
