"""A CSV export taken apart and put together again, as a forger would who knows its form."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from ledger.verify.form import COLUMNS, check_word


@dataclass(frozen=True, slots=True)
class Paper:
    """Header, rows as lines of bytes, trailer as one piece."""

    header: bytes
    rows: tuple[bytes, ...]
    trailer: bytes

    @classmethod
    def read(cls, path: Path) -> Self:
        """Takes an export apart; its text must have no line breaks in it."""
        rows, _, trailer = path.read_bytes().partition(b"\n#export,")
        header, *lines = rows.split(b"\n")
        return cls(header + b"\n", tuple(line + b"\n" for line in lines), b"#export," + trailer)

    def joined(self, rows: Sequence[bytes] | None = None, trailer: bytes | None = None) -> bytes:
        """A file of these parts, other rows or another trailer in their place, nothing made anew."""
        return (
            self.header + b"".join(self.rows if rows is None else rows) + (self.trailer if trailer is None else trailer)
        )

    def forged(self, rows: Sequence[bytes], trailer: bytes | None = None) -> bytes:
        """A file in which row numbers, check words, row count and both hashes are made anew around the lie."""
        check, lines = check_word(b"", self.header), []
        for number, row in enumerate(rows, 1):
            body = b"%d,%b" % (number, row.partition(b",")[2].rpartition(b",")[0])
            check = check_word(check, body)
            lines.append(b"%b,%b\n" % (body, check))
        content = self.header + b"".join(lines)
        kept = (self.trailer if trailer is None else trailer).split(b"#rows,")[0]
        content_hash = hashlib.sha256(content).hexdigest().encode()
        content += kept + b"#rows,%d\n#sha256,%b\n" % (len(lines), content_hash)
        return content + b"#end,%b\n" % hashlib.sha256(content).hexdigest().encode()


def edited(row: bytes, column: str, change: Callable[[bytes], bytes]) -> bytes:
    """The row with one cell changed; counts commas from the end for columns behind the free text."""
    at = COLUMNS.index(column) - len(COLUMNS)
    cells = row.rstrip(b"\n").split(b",")
    cells[at] = change(cells[at])
    return b",".join(cells) + b"\n"
