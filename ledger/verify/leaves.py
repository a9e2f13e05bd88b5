"""The log made again from the rows: a leaf a posting, the roots over them, and what was signed about those."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from ledger.log.note import Malformed, parse_checkpoint, parse_note
from ledger.log.tree import Frontier, leaf_hash
from ledger.verify.findings import Finding
from ledger.verify.form import COLUMNS
from ledger.verify.log_file import Begin, Leaf, Seal
from ledger.verify.receipts import entry
from ledger.verify.trust import Trust

_SEQUENCE = COLUMNS.index("sequence")


@dataclass(slots=True)
class _Posting:
    """The rows of the posting that is being read."""

    sequence: str
    row: int
    rows: list[list[str]]


class Leaves:
    """Takes readable rows in order; `part`: a bundle's part of the log, else the rows are taken for all of the log.

    `parted`: there is one. `finding`: the first thing that differs from the log. `whole`: every leaf up to here was
    made from the rows, or is named by the part. `named`: how many of them the part named.
    """

    def __init__(self, trust: Trust, part: Iterator[Begin | Leaf | Seal] | None = None) -> None:
        self._trust = trust
        self._part = part
        self.parted = part is not None
        self._next: Begin | Leaf | Seal | None = None
        self._frontier = Frontier()
        self._posting: _Posting | None = None
        self._row, self._sealed_to = 1, 1
        self.finding: Finding | None = None
        self.whole = True
        self.named = 0
        self.seals = 0
        self.last: Seal | None = None
        self._begin()

    @property
    def size(self) -> int:
        """How many leaves there are so far."""
        return self._frontier.size

    def root(self) -> bytes:
        """The root over them."""
        return self._frontier.root()

    def take(self, row: int, cells: list[str]) -> None:
        """One row; a posting's leaf is made once the next posting begins."""
        posting = self._posting
        if posting is not None and posting.sequence == cells[_SEQUENCE]:
            posting.rows.append(cells)
            return
        self._close()
        self._posting = _Posting(cells[_SEQUENCE], row, [cells])

    def finish(self) -> None:
        """After the last row: its leaf, and what the part says beyond it."""
        self._close()
        if self.whole and self.finding is None:
            self._advance()
            if self._next is not None:
                self._find(None, "the log's part goes on where no row is.")

    def _begin(self) -> None:
        if self._part is None:
            return
        self._step()
        if isinstance(self._next, Begin):
            self._frontier = self._next.frontier
            self._step()
        else:
            self._find(None, "the log's part does not say where it begins.")

    def _close(self) -> None:
        posting, self._posting = self._posting, None
        if posting is None or not self.whole or self.finding is not None:
            return
        self._row = posting.row
        self._advance()
        if posting.sequence != str(self._frontier.size):
            self.whole = False
            if self._part is not None:
                self._find(
                    posting.row, f"this row is leaf {posting.sequence}; the log goes on at {self._frontier.size}."
                )
            return
        self._append(leaf_hash(entry(posting.rows)))
        self._row = posting.row + len(posting.rows)
        self._advance()

    def _append(self, leaf: bytes) -> None:
        deque(self._frontier.append(leaf), 0)

    def _advance(self) -> None:
        """Takes of the part what comes before the next row's leaf."""
        while self.finding is None:
            match self._next:
                case Leaf(sequence, found) if sequence == self._frontier.size:
                    self._append(found)
                    self.named += 1
                case Seal(size, _) if size == self._frontier.size:
                    self._check(self._next)
                case _:
                    return
            self._step()

    def _step(self) -> None:
        try:
            self._next = next(self._part, None) if self._part is not None else None
        except Malformed as wrong:
            self._next = None
            self._find(None, f"{wrong}.")

    def _check(self, seal: Seal) -> None:
        self.seals, self.last = self.seals + 1, seal
        try:
            note = parse_note(seal.note)
            checkpoint = parse_checkpoint(note.text)
        except Malformed as wrong:
            self.finding = Finding("forged", None, f"the checkpoint over {seal.size} leaves can't be read: {wrong}.")
            return
        if (checkpoint.size, checkpoint.root) != (seal.size, self.root()):
            self.finding = forked(self._sealed_to, seal.size)
        elif self._trust.every:
            for sentence in self._trust.wrong_before(note, checkpoint.origin, seal.size):
                self.finding = self.finding or Finding("forged", None, sentence)
        self._sealed_to = self._row

    def _find(self, row: int | None, sentence: str) -> None:
        self.finding = self.finding or Finding("forked", row, sentence)


def forked(row: int | None, size: int) -> Finding:
    """The rows, or those from `row` on, are others than were signed."""
    return Finding("forked", row, f"the checkpoint over {size} leaves is over other postings than these.")
