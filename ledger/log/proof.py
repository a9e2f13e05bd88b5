"""A receipt: the C2SP tlog-proof text that shows, offline, that an entry is in the log. Pure.

It holds the entry itself (as the format's extra data, which counts only because its hash leads to the signed root), its
index, the audit path and the checkpoint with its signatures.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from ledger.log import ed25519
from ledger.log.note import (
    Checkpoint,
    Malformed,
    Note,
    PublicKey,
    Verify,
    cosigned_at,
    decoded,
    encoded,
    hashes,
    parse_checkpoint,
    parse_note,
    signed_by,
)
from ledger.log.tree import leaf_hash, verify_inclusion

_FORM: Final = "c2sp.org/tlog-proof@v1"
_INDEX: Final = re.compile(r"index (0|[1-9][0-9]{0,18})")
_LONGEST_PATH: Final = 63


@dataclass(frozen=True, slots=True)
class Proof:
    """An entry, its place in the log, the way to the root, and the signed root. Nothing is verified yet."""

    entry: bytes
    index: int
    path: tuple[bytes, ...]
    note: Note

    @property
    def checkpoint(self) -> Checkpoint:
        """Raises Malformed."""
        return parse_checkpoint(self.note.text)

    def __str__(self) -> str:
        path = "".join(f"{encoded(step)}\n" for step in self.path)
        return f"{_FORM}\nextra {encoded(self.entry)}\nindex {self.index}\n{path}\n{self.note}"


class Unproven(Exception):
    """The receipt does not prove what it claims; the text says what is missing."""


def parse(text: str) -> Proof:
    """A receipt as it is written. Raises Malformed."""
    head, gap, note = text.partition("\n\n")
    lines = head.split("\n")
    if not gap or len(lines) < 3 or lines[0] != _FORM or not lines[1].startswith("extra "):
        raise Malformed(f"a receipt begins with {_FORM}, the entry and its index")
    index = _INDEX.fullmatch(lines[2])
    if index is None or len(lines) > 3 + _LONGEST_PATH:
        raise Malformed("a receipt has an index and at most 63 steps to the root")
    return Proof(decoded(lines[1].removeprefix("extra ")), int(index[1]), tuple(hashes(lines[3:])), parse_note(note))


def prove(
    proof: Proof, log: PublicKey, witnesses: Iterable[PublicKey] = (), verify: Verify = ed25519.verify
) -> Checkpoint:
    """That the log with this key holds the entry, and every one of the witnesses saw that log. Raises Unproven."""
    checkpoint = proof.checkpoint
    if checkpoint.origin != log.name:
        raise Unproven(f"the checkpoint is of {checkpoint.origin}, not of {log.name}")
    if not signed_by(proof.note, log, verify):
        raise Unproven(f"the checkpoint is not signed by {log.name}")
    for witness in witnesses:
        if cosigned_at(proof.note, witness, verify) is None:
            raise Unproven(f"the checkpoint is not cosigned by {witness.name}")
    if not verify_inclusion(proof.index, checkpoint.size, leaf_hash(proof.entry), proof.path, checkpoint.root):
        raise Unproven("the path does not lead from the entry to the checkpoint's root")
    return checkpoint
