"""JSON Lines: an object a row. Every value is text, numbers too (a reader's floats can't round them), but for absent
ones (null) and a posting's facts (an object).
"""

import csv
import json
from typing import Any, BinaryIO, Final

import psycopg

from ledger.exports.scope import Scope
from ledger.exports.text import Progress, Shape, write_text
from ledger.verify.form import COLUMNS, unguarded

_FREE: Final = frozenset({"reason", "scope", "key"})
_WRITTEN: Final = COLUMNS[1:-1]


def _body(number: int, raw: bytes) -> bytes:
    cells = next(csv.reader([raw[:-1].decode("utf-8")]))
    parts = [f'{{"row":"{number}"']
    for name, cell in zip(_WRITTEN, cells, strict=True):
        if name in _FREE:
            parts.append(f'"{name}":{json.dumps(unguarded(cell), ensure_ascii=False)}')
        elif name == "facts":
            parts.append(f'"facts":{cell}')
        elif cell == "" and name != "approvers":
            parts.append(f'"{name}":null')
        else:
            parts.append(f'"{name}":"{cell}"')
    return ",".join(parts).encode("utf-8")


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
