"""JSON Lines: an object a row. Every value is text, numbers too (a reader's floats can't round them), but for absent
ones (null) and a posting's facts (an object).
"""

import csv
import json
from json.encoder import encode_basestring
from typing import Any, BinaryIO, Final

import psycopg

from ledger.exports.scope import Scope
from ledger.exports.text import Progress, Shape, write_text
from ledger.verify.form import COLUMNS, unguarded

_WRITTEN: Final = COLUMNS[1:-1]
_FREE: Final = tuple(_WRITTEN.index(name) for name in ("reason", "scope", "key"))
_ABSENT: Final = tuple(_WRITTEN.index(name) for name in ("reverses", "void_of"))
# Free text, facts and what may be absent bring their own quotes; all other cells need no escaping.
_BARE: Final = {"reason", "scope", "key", "facts", "reverses", "void_of"}
_ROW: Final = ",".join(['{"row":"%d"', *(f'"{name}":%s' if name in _BARE else f'"{name}":"%s"' for name in _WRITTEN)])


def _body(number: int, raw: bytes) -> bytes:
    cells = next(csv.reader((raw[:-1].decode("utf-8"),)))
    for at in _FREE:
        cells[at] = encode_basestring(unguarded(cells[at]))
    for at in _ABSENT:
        cells[at] = f'"{cells[at]}"' if cells[at] else "null"
    return (_ROW % (number, *cells)).encode("utf-8")


def _line(cells: list[str]) -> bytes:
    return json.dumps({f"#{cells[0]}": cells[1:]}, ensure_ascii=False, separators=(",", ":")).encode("utf-8") + b"\n"


SHAPE = Shape(
    header=b"",
    body=_body,
    closed=lambda body, check: b'%b,"check":"%b"}\n' % (body, check),
    line=_line,
)


def write(snap: psycopg.Connection[Any], scope: Scope, out: BinaryIO, progress: Progress | None) -> int:
    """Transfers as JSON Lines; returns the rows."""
    return write_text(SHAPE, snap, scope, out, progress)
