"""Is the log what the books say, and what was signed? Recomputes every leaf, node, root and signature from the rows."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from ledger.log import keys, store
from ledger.log.note import Malformed, PublicKey, cosigned_at, parse_checkpoint, parse_note, signed_by
from ledger.log.tree import Frontier, leaf_hash
from ledger.wire import Connection

_CHUNK: Final = 2_000
_LEAVES: Final = """
    SELECT sequence, posting_id, hash FROM ledger_leaf WHERE sequence >= $1::bigint ORDER BY sequence LIMIT $2::int"""
_SEALS: Final = """
    SELECT s.size, s.root, s.checkpoint || coalesce(string_agg(c.line || chr(10), '' ORDER BY c.id), '')
      FROM ledger_seal s LEFT JOIN ledger_cosignature c ON c.size = s.size GROUP BY s.size ORDER BY s.size"""
_NODE: Final = "SELECT hash FROM ledger_node WHERE level = $1::smallint AND index = $2::bigint"
_UNSEALED: Final = """
    SELECT p.id FROM ledger_posting p, (SELECT * FROM ledger_seal ORDER BY size DESC LIMIT 1) s
     WHERE NOT EXISTS (SELECT FROM ledger_leaf l WHERE l.posting_id = p.id)
       AND s.system_identifier = (SELECT system_identifier FROM pg_control_system())
       AND pg_visible_in_snapshot(p.xact, s.snapshot) ORDER BY p.id LIMIT 100"""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong. kind: edited, missing, added (a posting), cut (the log), forged (a signature)."""

    kind: str
    sentence: str


def audit(
    connection: Connection, log: PublicKey, witnesses: Iterable[PublicKey] = (), former: Iterable[PublicKey] = ()
) -> list[Fault]:
    """Everything that is wrong with the log, in its order; empty if nothing is.

    `former` are the names and keys that the log had before it was begun anew over the same books.
    """
    return list(_faults(connection, [log, *former], list(witnesses)))


def _faults(connection: Connection, logs: list[PublicKey], witnesses: list[PublicKey]) -> Iterator[Fault]:
    seals = store.ask(connection, _SEALS)
    frontier, due = Frontier(), 0
    while rows := store.ask(connection, _LEAVES, frontier.size, _CHUNK):
        entries = dict(store.entries(connection, sorted(row[1] for row in rows)))
        for sequence, posting, stored in rows:
            if sequence != frontier.size:
                yield Fault("cut", f"leaf {frontier.size} is not in the log; leaf {sequence} follows.")
                return
            if posting not in entries:
                yield Fault("missing", f"posting {posting} was sealed as leaf {sequence} and is gone.")
            elif leaf_hash(entries[posting]) != bytes(stored):
                yield Fault("edited", f"posting {posting} is not as it was sealed as leaf {sequence}.")
            for level, index, completed in frontier.append(bytes(stored)):
                yield from _node(connection, level, index, completed)
            while due < len(seals) and seals[due][0] == frontier.size:
                yield from _seal(frontier, bytes(seals[due][1]), seals[due][2], logs, witnesses)
                due += 1
    for size, *_ in seals[due:]:
        yield Fault("cut", f"{size} leaves were sealed, {frontier.size} are there.")
    for (posting,) in store.ask(connection, _UNSEALED):
        yield Fault("added", f"posting {posting} was put in behind the sealer's back.")


def _node(connection: Connection, level: int, index: int, completed: bytes) -> Iterator[Fault]:
    if level % store.KEPT_LEVELS == 0:
        rows = store.ask(connection, _NODE, level, index)
        if [bytes(row[0]) for row in rows] != [completed]:
            yield Fault("edited", f"node {index} of level {level} is not that of its leaves.")


def _seal(
    frontier: Frontier, root: bytes, written: str, logs: list[PublicKey], witnesses: list[PublicKey]
) -> Iterator[Fault]:
    try:
        note = parse_note(written)
        checkpoint = parse_checkpoint(note.text)
    except Malformed as wrong:
        yield Fault("forged", f"the seal over {frontier.size} leaves can't be read: {wrong}.")
        return
    if (checkpoint.size, checkpoint.root, root) != (frontier.size, frontier.root(), frontier.root()):
        yield Fault("forged", f"the seal over {frontier.size} leaves has another root than they have.")
    if not any(checkpoint.origin == log.name and signed_by(note, log, keys.verify) for log in logs):
        yield Fault("forged", f"the seal over {frontier.size} leaves is not signed by {logs[0].name}.")
    for witness in witnesses:
        lines = [each for each in note.signatures if each.name == witness.name]
        if lines and cosigned_at(note, witness, keys.verify) is None:
            yield Fault("forged", f"the seal over {frontier.size} leaves has a wrong cosignature of {witness.name}.")
