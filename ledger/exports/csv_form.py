"""CSV (RFC 4180 with line feeds, UTF-8): the form that any spreadsheet and any script reads."""

import csv
import io
from typing import Any, BinaryIO

import psycopg

from ledger.exports.scope import Scope
from ledger.exports.text import Progress, Shape, write_text
from ledger.verify.form import HEADER


def _line(cells: list[str]) -> bytes:
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerow(cells)
    return b"#" + written.getvalue().encode("utf-8")


SHAPE = Shape(
    header=HEADER,
    body=lambda number, raw: b"%d,%b" % (number, raw[:-1]),
    closed=lambda body, check: b"%b,%b\n" % (body, check),
    line=_line,
)


def write(snap: psycopg.Connection[Any], scope: Scope, out: BinaryIO, progress: Progress | None) -> int:
    """Transfers as CSV; returns the rows."""
    return write_text(SHAPE, snap, scope, out, progress)
