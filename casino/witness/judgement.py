"""The one decision of a witness: C2SP tlog-witness, `add-checkpoint`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from casino.witness.growth import has_only_grown
from casino.witness.memory import Memory
from casino.witness.notes import Checkpoint, LogKey, Unreadable, WitnessKey, decoded, number, read_checkpoint

_MOST_STEPS: Final = 63


@dataclass(frozen=True, slots=True)
class Answer:
    """What the caller gets: an HTTP status, a body, its type."""

    status: int
    body: str
    kind: str = "text/plain; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Submission:
    """A caller's claim: his log had `old` leaves and has grown to this checkpoint."""

    old: int
    proof: tuple[bytes, ...]
    checkpoint: Checkpoint
    note: str


class Witness:
    """Judges submissions by the logs it trusts and what it remembers of them."""

    def __init__(self, key: WitnessKey, logs: Mapping[str, Sequence[LogKey]], memory: Memory) -> None:
        self._key = key
        self._logs = logs
        self._memory = memory

    def add_checkpoint(self, body: str, at: int) -> Answer:
        """Cosigns, or says why not. `at` is now, in seconds of Unix time."""
        try:
            claim = read_submission(body)
        except Unreadable as wrong:
            return Answer(400, f"{wrong}\n")
        checkpoint = claim.checkpoint
        if checkpoint.origin not in self._logs:
            return Answer(404, f"the log {checkpoint.origin} is not known here\n")
        if not any(checkpoint.signed_by(key) for key in self._logs[checkpoint.origin]):
            return Answer(403, f"the checkpoint is not signed by {checkpoint.origin}\n")
        if claim.old > checkpoint.size:
            return Answer(400, "the old size is larger than the checkpoint's\n")
        with self._memory.deciding():
            return self._judge(claim, at)

    def _judge(self, claim: Submission, at: int) -> Answer:
        checkpoint = claim.checkpoint
        size, root = self._memory.last(checkpoint.origin)
        if claim.old != size:
            return Answer(409, f"{size}\n", "text/x.tlog.size")
        if size == checkpoint.size and size and root != checkpoint.root:
            self._memory.keep_evidence(checkpoint.origin, claim.note, claim.old, at)
            return Answer(409, f"{size}\n", "text/x.tlog.size")
        if not has_only_grown(size, checkpoint.size, claim.proof, root or bytes(32), checkpoint.root):
            self._memory.keep_evidence(checkpoint.origin, claim.note, claim.old, at)
            return Answer(422, f"the proof does not lead from {size} leaves to this checkpoint\n")
        self._memory.cosign(checkpoint.origin, checkpoint.size, checkpoint.root, claim.note, at)
        return Answer(200, f"{self._key.cosigned(checkpoint.text, at)}\n")


def read_submission(body: str) -> Submission:
    """The request as the specification writes it. Raises Unreadable."""
    head, gap, note = body.partition("\n\n")
    first, *steps = head.split("\n")
    if not gap or not first.startswith("old ") or len(steps) > _MOST_STEPS:
        raise Unreadable("a request is: old SIZE, the proof's lines, an empty line, a checkpoint")
    return Submission(number(first.removeprefix("old ")), tuple(map(decoded, steps)), read_checkpoint(note), note)
