"""One seal: takes what is new in the books, appends it to the log, signs the root; all of it or nothing.

What is new: the rows that this transaction sees and the last seal's transaction did not. The last seal kept its
snapshot, so a row is new if its transaction was still running then (it is named in the snapshot) or began later, up to
the present snapshot's end. Long transactions, in this database or another, hold nothing back: each is named by itself.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import psycopg

from ledger.log import store
from ledger.log.keys import SigningKey
from ledger.log.note import Checkpoint
from ledger.log.tree import Frontier, leaf_hash

CHUNK: Final = 2_000
LOCK: Final = 0x6C6F67
"""The advisory lock ("log") that the one sealer holds for as long as its session lasts."""

OPTIONS: Final = (
    # Times as ISO text. Rows are found by index one by one, whatever the planner guesses of arrays, and a cursor is
    # planned for all its rows.
    "-c TimeZone=UTC -c DateStyle=ISO -c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off"
    " -c cursor_tuple_fraction=1"
)
"""What the sealer's session is started with."""

_STATE: Final = """
    select s.size, case when s.system_identifier = here.system_identifier then s.snapshot::text end, leaves.count,
           pg_current_snapshot()::text
      from pg_control_system() here, lateral (select coalesce(max(sequence) + 1, 0) as count from ledger_leaf) leaves
      left join lateral (select * from ledger_seal order by size desc limit 1) s on true"""
# After `order by p.id + 0` nobody reads the whole table in the order of its key to find a few rows.
_NEW: Final = """
    with before as (select %(snapshot)s::pg_snapshot as snapshot), fresh as materialized (
        select p.id from ledger_posting p
         where p.xact >= (select pg_snapshot_xmax(snapshot) from before)
           and p.xact < pg_snapshot_xmax(pg_current_snapshot())
        union all
        select p.id from before, pg_snapshot_xip(before.snapshot) running join ledger_posting p on p.xact = running
    )
    select id from fresh p where not exists (select from ledger_leaf where posting_id = p.id) order by p.id + 0"""
# On a server that has never sealed here (a new one, or one restored from a dump) no snapshot means anything.
_ALL: Final = """
    select id from ledger_posting p where not exists (select from ledger_leaf where posting_id = p.id) order by p.id"""


@dataclass(slots=True)
class _Appended:
    """What one chunk adds: postings with their hashes, and the inner nodes that are kept."""

    postings: list[int] = field(default_factory=list)
    hashes: list[bytes] = field(default_factory=list)
    levels: list[int] = field(default_factory=list)
    indexes: list[int] = field(default_factory=list)
    inner: list[bytes] = field(default_factory=list)


class Sealer:
    """Seals on one connection in autocommit, begun with OPTIONS; remembers the tree's edge between seals."""

    def __init__(self, connection: psycopg.Connection[Any], key: SigningKey) -> None:
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        self._connection = connection
        self._key = key
        self._frontier = Frontier()
        self._seen: str | None = None

    def take_office(self) -> bool:
        """Whether this session is now the one that seals; it stays so until it ends."""
        row = self._connection.execute("select pg_try_advisory_lock(%s)", [LOCK]).fetchone()
        return row is not None and bool(row[0])

    def seal(self) -> int:
        """Seals all that is new; how many postings that was. Raises psycopg.Error, and then nothing has changed."""
        with self._connection.transaction():
            state = self._connection.execute(_STATE).fetchone()
            if state is None:
                raise psycopg.DataError("the log's state can't be read")
            size, sealed, leaves, sees = state
            if self._frontier.size != leaves:
                self._frontier = store.frontier(self._connection, leaves)
            grown = Frontier(leaves, self._frontier.hashes)
            for postings in self._new(self._seen or sealed):
                self._append(grown, postings)
            if grown.size > (size or 0):
                note = self._key.signed(Checkpoint(self._key.public.name, grown.size, grown.root()))
                self._connection.execute("select ledger_append_seal(%s, %s, %s)", [grown.size, grown.root(), str(note)])
        # Known to be committed: what the next look is measured by, even if there was nothing to seal.
        self._frontier, self._seen = grown, sees
        return grown.size - int(leaves)

    def _new(self, snapshot: str | None) -> Iterator[list[int]]:
        with self._connection.cursor(name="fresh") as cursor:
            cursor.execute(_ALL if snapshot is None else _NEW, {"snapshot": snapshot})
            while rows := cursor.fetchmany(CHUNK):
                yield [row[0] for row in rows]

    def _append(self, frontier: Frontier, postings: Sequence[int]) -> None:
        first, chunk = frontier.size, _Appended()
        for posting, entry in store.entries(self._connection, postings):
            leaf = leaf_hash(entry)
            chunk.postings.append(posting)
            chunk.hashes.append(leaf)
            for level, index, completed in frontier.append(leaf):
                if level % store.KEPT_LEVELS == 0:
                    chunk.levels.append(level)
                    chunk.indexes.append(index)
                    chunk.inner.append(completed)
        self._connection.execute(
            "select ledger_append_leaves(%s, %s::bigint[], %s::bytea[], %s::smallint[], %s::bigint[], %s::bytea[])",
            [first, chunk.postings, chunk.hashes, chunk.levels, chunk.indexes, chunk.inner],
        )
