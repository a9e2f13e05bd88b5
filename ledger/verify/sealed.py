"""The trailer's checkpoint against the leaves that the rows make, and against the keys that are trusted."""

from collections.abc import Iterator

from ledger.log.note import Checkpoint, Malformed, Note, encoded, parse_checkpoint, parse_note
from ledger.verify.books import Books
from ledger.verify.findings import Finding, Sealed
from ledger.verify.leaves import Leaves, forked
from ledger.verify.trailer import Trailer
from ledger.verify.trust import Trust


def against_log(
    trailer: Trailer, books: Books, leaves: Leaves, trust: Trust
) -> tuple[tuple[Finding, ...], Sealed | None]:
    """What is wrong with the checkpoint and the rows under it, and what it says of them."""
    if not trailer.note:
        wanted = bool(trust.logs) or books.postings
        return ((Finding("forged", None, "it carries no checkpoint of the log."),) if wanted else ()), None
    try:
        note = parse_note(trailer.note)
        checkpoint = parse_checkpoint(note.text)
    except Malformed as wrong:
        return (Finding("forged", None, f"its checkpoint can't be read: {wrong}."),), None
    findings = (
        *(Finding("forged", None, sentence) for sentence in trust.wrong(note, checkpoint.origin)),
        *_places(trailer, books, checkpoint),
        *_leaves(trailer, leaves, checkpoint),
    )
    return findings, _sealed(trailer, leaves, trust, note, checkpoint)


def _places(trailer: Trailer, books: Books, checkpoint: Checkpoint) -> Iterator[Finding]:
    stated = trailer.once.get("sequence", [])
    if stated != ([str(books.first_sequence), str(books.sequence)] if books.postings else []):
        yield Finding("trailer", None, "the first and the last leaf are others than the trailer's.")
    if books.sequence >= checkpoint.size:
        yield Finding("trailer", None, f"the checkpoint over {checkpoint.size} leaves does not reach the last row.")


def _leaves(trailer: Trailer, leaves: Leaves, checkpoint: Checkpoint) -> Iterator[Finding]:
    if leaves.finding is not None:
        yield leaves.finding
    elif leaves.parted and (leaves.last is None or leaves.last.note != trailer.note):
        yield Finding("trailer", None, "the checkpoint is another than that of the log's part.")
    elif _proven(trailer, leaves, checkpoint):
        if leaves.root() != checkpoint.root:
            yield forked(None, checkpoint.size)
    elif trailer.whole and leaves.size < checkpoint.size:
        yield Finding(
            "missing", None, f"the checkpoint counts {checkpoint.size} postings; the rows make {leaves.size}."
        )


def _proven(trailer: Trailer, leaves: Leaves, checkpoint: Checkpoint) -> bool:
    return trailer.of_whole_postings and leaves.whole and leaves.size == checkpoint.size


def _sealed(trailer: Trailer, leaves: Leaves, trust: Trust, note: Note, checkpoint: Checkpoint) -> Sealed:
    proven = _proven(trailer, leaves, checkpoint)
    return Sealed(
        origin=checkpoint.origin,
        size=checkpoint.size,
        root=encoded(checkpoint.root),
        proven=proven,
        seals=leaves.seals or int(proven),
        signed=bool(trust.logs) and not [*trust.wrong(note, checkpoint.origin)],
        cosigned=tuple(trust.cosigned(note)),
    )
