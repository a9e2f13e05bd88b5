"""Rows by number and check word: finds the first row out of line and says whether it was edited, added, moved or is
missing. Each row's check word covers the row and the check word before it, so one row too many, too few or other than
written shows at its place, and where the words join again tells what was done.
"""

from dataclasses import dataclass

from ledger.verify.findings import Finding
from ledger.verify.form import check_word
from ledger.verify.lines import Line


@dataclass(slots=True)
class _Break:
    """The first row out of line: where it should have been, the number it bears, what came after it."""

    place: int
    number: int | None
    check_before: bytes
    readable: bool
    next_seen: bool = False
    next_number: int | None = None
    next_skips: bool = False
    place_seen_later: bool = False
    number_seen_again: bool = False


class Chain:
    """Takes the rows in order; `finding(stated)` says what the first break was."""

    def __init__(self, first: bytes) -> None:
        self._check = first
        self._break: _Break | None = None
        self.rows = 0

    def take(self, line: Line) -> bool:
        """Whether this row and all before it are in line."""
        self.rows += 1
        if self._break is not None:
            self._look_on(self._break, line)
            return False
        number = line.number
        check = check_word(self._check, line.body)
        if number == self.rows and check == line.check and line.cells is not None:
            self._check = check
            return True
        self._break = _Break(self.rows, number, self._check, line.cells is not None)
        return False

    def _look_on(self, broken: _Break, line: Line) -> None:
        number = line.number
        if not broken.next_seen:
            broken.next_seen = True
            broken.next_number = number
            broken.next_skips = check_word(broken.check_before, line.body) == line.check
        broken.place_seen_later |= number == broken.place
        broken.number_seen_again |= number is not None and number == broken.number

    def finding(self, stated: int | None) -> Finding | None:
        """The first break's kind and row, or None. `stated`: how many rows the trailer says there are."""
        broken = self._break
        if broken is None:
            return self._short(stated)
        place, number = broken.place, broken.number
        if broken.next_skips:
            copied = number is None or number < place or broken.number_seen_again
            if copied:
                return Finding("added", place, "this row was put in; the next one follows the one before it.")
            return Finding("moved", place, f"row {number} stands here, before its place.")
        if not broken.next_seen and stated is not None and stated < place:
            return Finding("added", place, "this row was put in behind the last one.")
        if number is not None and number > place:
            if broken.place_seen_later:
                return Finding("moved", place, f"row {number} stands here, row {place} further on.")
            following = broken.next_number
            if following is None and not broken.next_seen and stated is not None:
                following = stated + 1
            if following != place + 1:
                last = number - 1
                what = f"rows {place} to {last} are" if last > place else f"row {place} is"
                return Finding("missing", place, f"{what} not in the file; row {number} stands here.")
        if not broken.readable:
            return Finding("edited", place, "this row can't be read as it was written.")
        return Finding("edited", place, "this row is not as it was written: its check word differs.")

    def _short(self, stated: int | None) -> Finding | None:
        if stated is None or stated == self.rows:
            return None
        if stated > self.rows:
            return Finding("missing", self.rows + 1, f"the trailer counts {stated} rows, the file ends at {self.rows}.")
        return Finding("added", stated + 1, f"the trailer counts {stated} rows, the file has {self.rows}.")
