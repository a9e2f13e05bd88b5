"""Whose signatures count, and whether a checkpoint carries them."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from ledger.log.note import Note, PublicKey, cosigned_at, signed_by

try:
    from ledger.log.keys import verify  # a hundred times faster, where `cryptography` is
except ImportError:
    from ledger.log.ed25519 import verify


@dataclass(frozen=True, slots=True)
class Trust:
    """The log's keys, and those of the witnesses that must have cosigned; without `logs` no signature is looked at.

    A log that was begun anew has another name and key since: `logs` are all it had. `every`: all signatures of a
    bundle's log are verified, not only those of its last checkpoint.
    """

    logs: tuple[PublicKey, ...] = ()
    witnesses: tuple[PublicKey, ...] = ()
    every: bool = False

    def wrong(self, note: Note, origin: str) -> Iterator[str]:
        """What is wrong with the signatures of the checkpoint that everything rests on."""
        yield from self._unsigned("the checkpoint", note, origin)
        for witness in self.witnesses:
            if cosigned_at(note, witness, verify) is None:
                yield f"the checkpoint is not cosigned by {witness.name}."

    def wrong_before(self, note: Note, origin: str, size: int) -> Iterator[str]:
        """The same of an earlier one: a witness may have passed it by, but not have signed anything else."""
        what = f"the checkpoint over {size} leaves"
        yield from self._unsigned(what, note, origin)
        for witness in self.witnesses:
            named = any(each.name == witness.name for each in note.signatures)
            if named and cosigned_at(note, witness, verify) is None:
                yield f"{what} has a wrong cosignature of {witness.name}."

    def _unsigned(self, what: str, note: Note, origin: str) -> Iterator[str]:
        own = [log for log in self.logs if log.name == origin]
        if self.logs and not own:
            yield f"{what} is of the log {origin}, not of {self.logs[0].name}."
        elif own and not any(signed_by(note, log, verify) for log in own):
            yield f"{what} is not signed by {origin}."

    def of(self, origin: str) -> PublicKey:
        """The key of the log with this name; the first key of all if none is its."""
        return next((log for log in self.logs if log.name == origin), self.logs[0])

    def cosigned(self, note: Note) -> Iterator[str]:
        """Each witness that cosigned, and when: `name at 2026-06-16T05:30:00Z`."""
        for witness in self.witnesses:
            seconds = cosigned_at(note, witness, verify)
            if seconds is not None:
                yield f"{witness.name} at {datetime.fromtimestamp(seconds, UTC).isoformat().replace('+00:00', 'Z')}"
