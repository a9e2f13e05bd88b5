"""Every chip that a round or a slip moved, against the posting that moved it: none too many, none missing."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from casino.bundle.verify.findings import Fault
from ledger.verify.form import COLUMNS

_SCOPE, _KEY, _KIND, _APPROVERS, _PERIOD = map(COLUMNS.index, ("scope", "key", "kind", "approvers", "period"))
_POSTING, _DEBIT, _CREDIT, _ASSET, _AMOUNT = map(COLUMNS.index, ("posting", "debit", "credit", "asset", "amount"))
_DOCUMENT: Final = re.compile(r"(?:round|slip):[1-9][0-9]{0,18}").fullmatch
_TWO: Final = 2

Moved = tuple[str, str, str, int]
"""Debit, credit, asset, amount in minor units."""


class Posted(NamedTuple):
    """A posting of a round's event or a slip: its first row in the file, what it is, who approved it, what it moved."""

    row: int
    posting: str
    kind: str
    period: str
    approvers: tuple[str, ...]
    moved: list[Moved]


@dataclass(slots=True)
class Postings:
    """The postings of rounds and slips, by their scope and key, gathered from the rows of an export.

    `beyond`: those that were not sealed yet and are not in it; `waited_for`: how many of them were asked for.
    """

    known: dict[tuple[str, str], Posted] = field(default_factory=dict)
    beyond: set[tuple[str, str]] = field(default_factory=set)
    waited_for: int = 0

    def watch(self, row: int, cells: list[str]) -> None:
        """Takes a row that belongs to a round or slip; others are none of its business."""
        if not _DOCUMENT(cells[_SCOPE]):
            return
        place = cells[_SCOPE], cells[_KEY]
        posted = self.known.get(place)
        if posted is None:
            approvers = tuple(cells[_APPROVERS].split())
            posted = Posted(row, cells[_POSTING], cells[_KIND], cells[_PERIOD], approvers, [])
            self.known[place] = posted
        amount = int(cells[_AMOUNT]) if cells[_AMOUNT].isdecimal() else 0
        posted.moved.append((cells[_DEBIT], cells[_CREDIT], cells[_ASSET], amount))

    def take(self, scope: str, key: str) -> Posted | None:
        """The posting under this scope and key, which is then done with."""
        return self.known.pop((scope, key), None)

    def is_beyond(self, scope: str, key: str) -> bool:
        """Whether a posting that is not here is one that was not sealed yet."""
        waits = (scope, key) in self.beyond
        self.waited_for += waits
        return waits

    def against(self, record: Mapping[str, Any]) -> Iterator[Fault]:
        """Faults of a record's movements against its postings, which are then done with."""
        house, name = record["house"], record["id"]
        for n, (event, moves) in enumerate(zip(record["events"], record["movements"], strict=True), 1):
            scope = f"round:{house['round']}"
            posted = self.take(scope, str(n))
            due = [transfer(move, house) for move in moves]
            if posted is None:
                if due and not self.is_beyond(scope, str(n)):
                    yield Fault("payout", name, f"event {n} moved chips that were never posted.")
                continue
            if posted.moved != due:
                yield Fault(
                    "payout", name, f"posting {posted.posting} (row {posted.row}) moves other chips than event {n}."
                )
            if posted.period != house["day"]:
                yield Fault(
                    "payout", name, f"posting {posted.posting} is booked on {posted.period}, not {house['day']}."
                )
            if event.get("void") is True and len(set(posted.approvers)) < _TWO:
                yield Fault("signers", name, f"posting {posted.posting} voids the round without two signers.")

    def left(self) -> Iterator[Fault]:
        """Postings that no event of any record and no slip accounts for."""
        for (scope, key), posted in self.known.items():
            yield Fault("payout", scope, f"posting {posted.posting} (row {posted.row}, {key}) has no event or slip.")


def transfer(move: list[Any], house: Mapping[str, Any]) -> Moved:
    """What a movement of a record is in the books."""
    source, target, chips, _, _ = move
    return account(target, house), account(source, house), f"chips:{house['currency']}", chips * house["chip"]


def account(place: str, house: Mapping[str, Any]) -> str:
    """The account of a place at the record's table; `?` for a place that no table has."""
    kind, _, seat = place.partition(":")
    table = str(house["table"]).lower()
    match kind:
        case "purse":
            return f"player:{house['players'].get(seat, '?')}"
        case "held":
            return f"player:{house['players'].get(seat, '?')}:held"
        case "layout" | "rake":
            return f"table:{table}:{kind}"
        case "bank":
            return f"table:{table}:tray"
        case "bank_held":
            return f"table:{table}:held"
    return "?"
