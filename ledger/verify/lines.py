"""An export of transfers as lines: rows with their check words, the trailer, and the hashes over both."""

import csv
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import BinaryIO, Final, NamedTuple

from ledger.verify.findings import Unreadable
from ledger.verify.form import COLUMNS, HEADER, guarded
from ledger.verify.reading import read as read_json
from ledger.verify.strangers import head_fault, stranger

_CSV_NUMBER: Final = re.compile(rb"([1-9][0-9]{0,17}),").match
_JSON_NUMBER: Final = re.compile(rb'\{"row":"([1-9][0-9]{0,17})",').match
_FACTS: Final = b'"facts":'
_BEHIND_FACTS: Final = b',"debit":"'
_FREE: Final = tuple(map(COLUMNS.index, ("reason", "scope", "key")))
_LONGEST_ROW: Final = 1 << 20
_LONGEST_TRAILER_LINE: Final = 1 << 16


class Line(NamedTuple):
    """A row as it stands: its number, its bytes before the check word, the check word, its other cells.

    number and cells are None where they can't be read.
    """

    number: int | None
    body: bytes
    check: bytes
    cells: list[str] | None


@dataclass(slots=True)
class Ending:
    """What stood after the rows. `closed`: the last line is the file's own SHA-256, complete. `torn`: the file ends
    inside a row. `stray`: something stands there that is no line of a trailer.
    """

    lines: list[list[str]]
    rows_sha256: str = ""
    file_sha256: str = ""
    stated_end: str = ""
    closed: bool = False
    stray: bool = False
    torn: bool = False


class CsvExport:
    """Reads a CSV export once, front to back, in flat memory."""

    header = HEADER

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._rows = hashlib.sha256()
        self._file = hashlib.sha256()
        self.ending = Ending([])
        self.head_fault = ""

    def rows(self) -> Iterator[Line]:
        """Every row; afterwards `ending` holds what followed. Raises Unreadable when this is no export."""
        head = self._stream.readline(_LONGEST_ROW)
        self._read_head(head)
        self._file.update(head)
        self._rows.update(head)
        for raw in self._lines():
            if raw.startswith((b"#export,", b"#broken,")):
                self._read_trailer(raw)
                return
            if raw.count(b'"') & 1:
                raw = self._whole(raw)
            if raw[-1:] != b"\n" and len(raw) < _LONGEST_ROW:
                self.ending.torn = True
                break
            self._file.update(raw)
            self._rows.update(raw)
            yield self._line(raw)
        self.ending.rows_sha256 = self._rows.hexdigest()

    def _lines(self) -> Iterator[bytes]:
        """Lines, one that never ends in pieces."""
        return iter(partial(self._stream.readline, _LONGEST_ROW), b"")

    def _read_head(self, head: bytes) -> None:
        if head == self.header:
            return
        known = set(COLUMNS) & set(head.decode("utf-8", "replace").strip().split(","))
        if len(known) < len(COLUMNS) // 2:
            raise Unreadable(stranger(head))
        self.head_fault = head_fault(head)

    def _whole(self, raw: bytes) -> bytes:
        """A row whose quoted text runs over several lines."""
        parts, quotes, length = [raw], raw.count(b'"'), len(raw)
        while quotes & 1 and length < _LONGEST_ROW:
            more = self._stream.readline(_LONGEST_ROW)
            if not more:
                break
            parts.append(more)
            quotes += more.count(b'"')
            length += len(more)
        return b"".join(parts)

    def _line(self, raw: bytes) -> Line:
        body, _, check = raw[:-1].rpartition(b",")
        try:
            cells = next(csv.reader([body.decode("utf-8")], strict=True))
        except (UnicodeDecodeError, csv.Error, StopIteration):
            cells = None
        if cells is not None and len(cells) != len(COLUMNS) - 1:
            cells = None
        return Line(_number(_CSV_NUMBER(body)), body, check, cells)

    def _read_trailer(self, first: bytes) -> None:
        self.ending.rows_sha256 = self._rows.hexdigest()
        raw = first
        while raw:
            cells = self._trailer_cells(raw)
            if cells is None or self.ending.closed:
                self.ending.stray = True
            elif cells[0] == "end":
                self.ending.file_sha256 = self._file.hexdigest()
                self.ending.stated_end = cells[1] if len(cells) == 2 else ""
                self.ending.closed = True
            else:
                self.ending.lines.append(cells)
            self._file.update(raw)
            raw = self._stream.readline(_LONGEST_TRAILER_LINE)

    def _trailer_cells(self, raw: bytes) -> list[str] | None:
        if raw[:1] != b"#" or raw[-1:] != b"\n":
            return None
        try:
            return next(csv.reader([raw[1:-1].decode("utf-8")], strict=True))
        except (UnicodeDecodeError, csv.Error, StopIteration):
            return None


class JsonLinesExport(CsvExport):
    """Reads a JSON Lines export: an object a row, then an object a trailer line; all values but null are text."""

    header = b""
    _cut: Final = b',"check":"'

    def rows(self) -> Iterator[Line]:
        for raw in self._lines():
            if raw.startswith((b'{"#export":', b'{"#broken":')):
                self._read_trailer(raw)
                return
            if raw[-1:] != b"\n" and len(raw) < _LONGEST_ROW:
                self.ending.torn = True
                break
            self._file.update(raw)
            self._rows.update(raw)
            yield self._line(raw)
        self.ending.rows_sha256 = self._rows.hexdigest()

    def _line(self, raw: bytes) -> Line:
        body, _, rest = raw[:-1].rpartition(self._cut)
        try:
            cells = _cells(read_json(raw), raw)
        except (ValueError, RecursionError):
            cells = None
        return Line(_number(_JSON_NUMBER(body)), body, rest[:-2], cells)

    def _trailer_cells(self, raw: bytes) -> list[str] | None:
        try:
            read = read_json(raw)
            ((name, cells),) = read.items()
            known = raw[-1:] == b"\n" and name[:1] == "#" and {type(cells), *map(type, cells)} <= {list, str}
        except (ValueError, AttributeError, TypeError, RecursionError):
            return None
        return [name[1:], *cells] if known else None


def _number(found: re.Match[bytes] | None) -> int | None:
    return int(found[1]) if found else None


def _cells(read: object, raw: bytes) -> list[str] | None:
    """The cells of a row's object as CSV has them: null is an empty cell, facts stand as they were written."""
    if not isinstance(read, dict) or list(read) != list(COLUMNS) or not isinstance(read["facts"], dict):
        return None
    # Within a text each quote has a backslash before it: these are the row's own names.
    facts = raw[raw.index(_FACTS) + len(_FACTS) : raw.rindex(_BEHIND_FACTS)].decode("utf-8")
    cells = ["" if cell is None else cell for cell in ({**read, "facts": facts}[name] for name in COLUMNS[:-1])]
    if not all(type(cell) is str for cell in cells):
        return None
    for at in _FREE:
        cells[at] = guarded(cells[at])
    return cells
