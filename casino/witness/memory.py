"""What the witness remembers, in one SQLite file: each log's largest checkpoint, and what did not fit it."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Final

_TABLES: Final = """
create table if not exists cosigned (
    origin text primary key, size integer not null, root blob not null, note text not null, at integer not null
) strict;
create table if not exists evidence (
    origin text not null, note text not null, old integer not null, at integer not null, unique (origin, note, old)
) strict;
"""


class Memory:
    """One connection, one writer at a time, also among processes. What is committed is on the disk."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
        self._connection.execute("pragma journal_mode = wal")
        self._connection.execute("pragma synchronous = full")
        self._connection.executescript(_TABLES)
        self._lock = Lock()

    @contextmanager
    def deciding(self) -> Iterator[None]:
        """Between looking and writing nobody else writes; what the block wrote is kept unless it raises."""
        with self._lock:
            self._connection.execute("begin immediate")
            try:
                yield
            except BaseException:
                self._connection.execute("rollback")
                raise
            self._connection.execute("commit")

    def last(self, origin: str) -> tuple[int, bytes]:
        """Size and root of the log's last cosigned checkpoint; (0, nothing) if there is none."""
        row = self._connection.execute("select size, root from cosigned where origin = ?", [origin]).fetchone()
        return (int(row[0]), bytes(row[1])) if row else (0, b"")

    def cosign(self, origin: str, size: int, root: bytes, note: str, at: int) -> None:
        """Remembers this as the log's last."""
        self._connection.execute(
            "insert into cosigned values (?, ?, ?, ?, ?) on conflict (origin) do update"
            " set size = excluded.size, root = excluded.root, note = excluded.note, at = excluded.at",
            [origin, size, root, note, at],
        )

    def keep_evidence(self, origin: str, note: str, old: int, at: int) -> None:
        """Keeps a checkpoint that the log signed and that does not fit what it signed before."""
        self._connection.execute("insert or ignore into evidence values (?, ?, ?, ?)", [origin, note, old, at])

    def close(self) -> None:
        with self._lock:
            self._connection.close()
