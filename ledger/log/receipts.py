"""A receipt for any posting: what its holder can show to anybody, with nothing but the log's and the witness's keys."""

from typing import Final

from ledger.errors import Refused
from ledger.log import store
from ledger.log.note import Note, parse_note, parse_signatures
from ledger.log.proof import Proof
from ledger.log.tree import inclusion_proof, leaf_hash
from ledger.wire import Connection

_LEAF: Final = """
    SELECT l.sequence, l.hash FROM ledger_posting p LEFT JOIN ledger_leaf l ON l.posting_id = p.id
     WHERE p.id = $1::bigint"""
# The newest cosigned seal over the leaf; without one, the newest seal.
_SEAL: Final = """
    SELECT s.size, s.checkpoint, s.size IN (SELECT size FROM ledger_cosignature) AS cosigned FROM ledger_seal s
     WHERE s.size > $1::bigint
       AND s.size IN ((SELECT max(size) FROM ledger_seal), (SELECT max(size) FROM ledger_cosignature))
     ORDER BY cosigned DESC, s.size DESC LIMIT 1"""
_LINES: Final = "SELECT line FROM ledger_cosignature WHERE size = $1::bigint ORDER BY id"


def receipt(connection: Connection, posting: int) -> str:
    """The C2SP tlog-proof text for a posting: the entry, its index, the path to the root, the signed checkpoint.

    Cosigned where a witness has seen the log since; ask again later for a cosigned one. Raises Refused:
    unknown_posting, not_sealed (try again in a second), log_differs (it is not what was sealed: call the auditor).
    """
    found = store.ask(connection, _LEAF, posting)
    if not found:
        raise Refused("unknown_posting", f"There is no posting {posting}.", {"posting": posting})
    index, sealed = found[0]
    seals = [] if index is None else store.ask(connection, _SEAL, index)
    if not seals:
        raise Refused(
            "not_sealed", f"Posting {posting} is not sealed yet: ask again in a moment.", {"posting": posting}
        )
    ((_, entry),) = store.entries(connection, [posting])
    if leaf_hash(entry) != bytes(sealed):
        raise Refused("log_differs", f"Posting {posting} is not what was sealed.", {"posting": posting, "leaf": index})
    size, checkpoint, _ = seals[0]
    path = inclusion_proof(index, size, store.stored(connection))
    note = parse_note(checkpoint)
    lines = "".join(f"{line}\n" for (line,) in store.ask(connection, _LINES, size))
    cosignatures = parse_signatures(lines) if lines else ()
    return str(Proof(entry, index, tuple(path), Note(note.text, (*note.signatures, *cosignatures))))
