"""The log as the database keeps it: postings as entries, hashes of subtrees, seals. Reading only."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from ledger.log.entry import canonical
from ledger.log.tree import Frontier, HashOf, edge, node_hash
from ledger.wire import Connection, Row, wire

KEPT_LEVELS: Final = 8
"""Of the inner nodes, those of every eighth level are kept: any other is made from at most 256 kept hashes."""

# Times in UTC whatever the session's zone is.
_POSTINGS: Final = """
    SELECT p.id, p.public_id::text, p.kind, p.period::text, (p.effective_at AT TIME ZONE 'UTC')::text,
           (p.recorded_at AT TIME ZONE 'UTC')::text, p.actor, p.approvers, p.reason, p.scope, p.key,
           coalesce(p.reverses_id::text, ''), coalesce(p.void_of_id::text, ''), p.facts::text
      FROM ledger_posting p WHERE p.id = ANY ($1::bigint[]) ORDER BY p.id"""
_TRANSFERS: Final = """
    SELECT t.posting_id, t.id::text, (t.recorded_at AT TIME ZONE 'UTC')::text, d.path, c.path, s.code, t.amount::text,
           t.debit_balance::text, t.debit_version::text, t.credit_balance::text, t.credit_version::text
      FROM ledger_transfer t JOIN ledger_account d ON d.id = t.debit_id JOIN ledger_account c ON c.id = t.credit_id
      JOIN ledger_asset s ON s.id = t.asset_id
     WHERE t.posting_id = ANY ($1::bigint[]) ORDER BY t.posting_id, t.id"""
_LEAVES: Final = "SELECT hash FROM ledger_leaf WHERE sequence >= $1::bigint AND sequence < $2::bigint ORDER BY sequence"
_NODES: Final = """
    SELECT hash FROM ledger_node WHERE level = $1::smallint AND index >= $2::bigint AND index < $3::bigint
     ORDER BY index"""
_SEAL: Final = "SELECT size, root, checkpoint FROM ledger_seal"


@dataclass(frozen=True, slots=True)
class SealRow:
    """One seal: leaves, their root, the signed checkpoint's text."""

    size: int
    root: bytes
    checkpoint: str


class Missing(Exception):
    """The log lacks leaves or nodes that its size says it has: somebody removed them."""


def entries(connection: Connection, postings: Sequence[int]) -> Iterator[tuple[int, bytes]]:
    """Each posting's id and canonical bytes, in the order of their ids; ids that are not there are left out."""
    line = wire(connection)
    found = line.exchange([(_POSTINGS, [list(postings)]), (_TRANSFERS, [list(postings)])])
    rows = {posting: [row[1:] for row in group] for posting, group in groupby(line.rows(found[1]), itemgetter(0))}
    for posting in line.rows(found[0]):
        yield posting[0], canonical([str(posting[0]), *posting[1:]], rows.get(posting[0], []))


def stored(connection: Connection) -> HashOf:
    """The hashes of complete subtrees, read from the database; each is one query. They raise Missing."""
    return partial(_subtree, connection)


def frontier(connection: Connection, size: int) -> Frontier:
    """The right edge of the stored tree at `size` leaves. Raises Missing."""
    hash_of = stored(connection)
    return Frontier(size, [hash_of(level, index) for level, index in edge(0, size)])


def newest(connection: Connection) -> SealRow | None:
    """The last seal, None before the first."""
    return _seal(ask(connection, f"{_SEAL} ORDER BY size DESC LIMIT 1"))


def seal_of(connection: Connection, size: int) -> SealRow | None:
    """The seal over exactly `size` leaves, if there was one."""
    return _seal(ask(connection, f"{_SEAL} WHERE size = $1::bigint", size))


def ask(connection: Connection, sql: str, *parameters: Any) -> list[Row]:
    """One statement, one round trip; `$1` names the first parameter."""
    line = wire(connection)
    return line.rows(line.exchange([(sql, parameters)])[0])


def _seal(rows: Sequence[Row]) -> SealRow | None:
    return SealRow(int(rows[0][0]), bytes(rows[0][1]), rows[0][2]) if rows else None


def _subtree(connection: Connection, level: int, index: int) -> bytes:
    kept = level - level % KEPT_LEVELS
    begin, end = index << (level - kept), (index + 1) << (level - kept)
    rows = ask(connection, _LEAVES, begin, end) if kept == 0 else ask(connection, _NODES, kept, begin, end)
    if len(rows) != end - begin:
        raise Missing(f"of the log's hashes {begin} to {end - 1} of level {kept} only {len(rows)} are there")
    hashes = [bytes(row[0]) for row in rows]
    while len(hashes) > 1:
        hashes = [node_hash(*pair) for pair in zip(hashes[::2], hashes[1::2], strict=True)]
    return hashes[0]
