"""The books of an export, kept again from its rows alone: every account's versions, running balances and floor, every
posting's own words, and what each asset's rows add up to.
"""

import re
from dataclasses import dataclass, field
from typing import Final

from ledger.verify.findings import Finding, Kind
from ledger.verify.form import COLUMNS, NUMBER_COLUMNS, may_go_below_zero

_LARGEST: Final = 2**63 - 1
_FORMS: Final = {
    "sequence": r"0|[1-9][0-9]{0,17}",
    "public_id": r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}",
    "kind": r"[a-z]+(_[a-z]+)*",
    "period": r"[0-9]{4}-[0-9]{2}-[0-9]{2}",
    "effective_at": r"[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:.]{8,15}\+00",
    "recorded_at": r"[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:.]{8,15}\+00",
    "actor": r"[a-z]+(:[0-9]+)?",
    "approvers": r"([a-z]+(:[0-9]+)?( [a-z]+(:[0-9]+)?)*)?",
    "debit": r"[a-z][a-z0-9-]*(:[a-z0-9-]+)*",
    "credit": r"[a-z][a-z0-9-]*(:[a-z0-9-]+)*",
    "asset": r"(chips|cash|claim):[A-Z]{3}",
    "reverses": r"([1-9][0-9]{0,18})?",
    "void_of": r"([1-9][0-9]{0,18})?",
    "debit_balance": r"0|-?[1-9][0-9]{0,18}",
    "credit_balance": r"0|-?[1-9][0-9]{0,18}",
}
_NATURAL: Final = r"[1-9][0-9]{0,18}"
# One expression over the cells that have a fixed form, joined by a character that is in none of them: a third of the
# time of one match a cell.
_JOIN: Final = "\x1f"
_FIXED: Final = tuple(index for index, name in enumerate(COLUMNS[:-1]) if name in _FORMS or name in NUMBER_COLUMNS)
_WELL_FORMED: Final = re.compile(
    _JOIN.join(f"(?:{_FORMS.get(COLUMNS[index], _NATURAL)})" for index in _FIXED)
).fullmatch
_SEQUENCE, _TRANSFER, _POSTING, _PERIOD, _RECORDED, _REVERSES = map(
    COLUMNS.index, ("sequence", "transfer", "posting", "period", "recorded_at", "reverses")
)
_DEBIT, _CREDIT, _ASSET, _AMOUNT = map(COLUMNS.index, ("debit", "credit", "asset", "amount"))
_DEBIT_BALANCE, _DEBIT_VERSION = map(COLUMNS.index, ("debit_balance", "debit_version"))
_CREDIT_BALANCE, _CREDIT_VERSION = map(COLUMNS.index, ("credit_balance", "credit_version"))


@dataclass(slots=True)
class Account:
    """One account as the rows tell it. Balances in minor units; `elsewhere`: what rows outside this file moved."""

    opening_version: int
    opening_balance: int
    version: int
    balance: int
    recorded_at: str = ""
    debits: int = 0
    credits: int = 0
    rows: int = 0
    versions_elsewhere: int = 0
    elsewhere: int = 0


@dataclass(slots=True)
class Books:
    """Takes rows in order.

    `gap`: the first row that shows a leaf of the log or an account's move that is not here, which a file of everything
    has nowhere. `sequence`: the last posting's place in the log, `first_sequence` the first one's; -1 before
    there is one.
    `day`, `other_day`: the gaming day of the first row, and the first row of another one.
    """

    accounts: dict[tuple[str, str], Account] = field(default_factory=dict)
    assets: dict[str, list[int]] = field(default_factory=dict)
    reversed: set[str] = field(default_factory=set)
    postings: int = 0
    sequence: int = -1
    first_sequence: int = -1
    gap: Finding | None = None
    day: str = ""
    other_day: Finding | None = None
    _posting: tuple[str, ...] = ()
    _posting_id: int = 0
    _transfer_id: int = 0

    def take(self, row: int, cells: list[str]) -> Finding | None:
        """Books one row; what is wrong with it, or None."""
        if not _WELL_FORMED(_JOIN.join([cells[index] for index in _FIXED])):
            return Finding("edited", row, "a cell is not of its column's form.")
        debit, credit, asset, amount = cells[_DEBIT], cells[_CREDIT], cells[_ASSET], int(cells[_AMOUNT])
        if debit == credit or amount > _LARGEST:
            return Finding("edited", row, "a transfer moves an amount between two accounts.")
        wrong = self._take_posting(row, cells)
        after = int(cells[_DEBIT_BALANCE]), int(cells[_DEBIT_VERSION]), cells[_RECORDED]
        wrong = self._side(row, debit, asset, amount, *after) or wrong
        after = int(cells[_CREDIT_BALANCE]), int(cells[_CREDIT_VERSION]), cells[_RECORDED]
        wrong = self._side(row, credit, asset, -amount, *after) or wrong
        total = self.assets.get(asset)
        if total is None:
            self.assets[asset] = [1, amount]
        else:
            total[0] += 1
            total[1] += amount
        return wrong

    def _take_posting(self, row: int, cells: list[str]) -> Finding | None:
        posting, transfer = int(cells[_POSTING]), int(cells[_TRANSFER])
        words, sequence = tuple(cells[_POSTING:_DEBIT]), int(cells[_SEQUENCE])
        if posting == self._posting_id:
            if words != self._posting or sequence != self.sequence:
                return Finding("edited", row, f"posting {posting} has other words here than in the row before.")
            if transfer <= self._transfer_id:
                return Finding("moved", row, f"transfer {transfer} comes after {self._transfer_id}.")
            self._transfer_id = transfer
            return None
        wrong = None
        if sequence <= self.sequence:
            wrong = Finding("moved", row, f"leaf {sequence} comes after {self.sequence}.")
        elif reverses := cells[_REVERSES]:
            if reverses in self.reversed or int(reverses) >= posting:
                wrong = Finding("added", row, f"posting {reverses} can be reversed once, and only afterwards.")
            self.reversed.add(reverses)
        if sequence > self.sequence + 1:
            self._note_gap(row, f"leaf {sequence} comes after {self.sequence}; those between are not here.")
        self.postings += 1
        self.sequence = sequence
        if self.first_sequence < 0:
            self.first_sequence = sequence
        if self.day == "":
            self.day = cells[_PERIOD]
        elif self.other_day is None and cells[_PERIOD] != self.day:
            self.other_day = Finding("added", row, f"this row is of {cells[_PERIOD]}; the file is about one other day.")
        self._posting, self._posting_id, self._transfer_id = words, posting, transfer
        return wrong

    def _side(
        self, row: int, path: str, asset: str, change: int, balance: int, version: int, recorded_at: str
    ) -> Finding | None:
        account = self.accounts.get((path, asset))
        if account is None:
            account = Account(version - 1, balance - change, version - 1, balance - change)
            self.accounts[path, asset] = account
            if account.opening_version or account.opening_balance:
                self._note_gap(row, f"{path} begins at version {version}; {version - 1} rows before it are not here.")
        elif version > account.version + 1:
            account.versions_elsewhere += version - account.version - 1
            account.elsewhere += balance - change - account.balance
            self._note_gap(row, f"{path} goes from version {account.version} to {version}.")
            account.balance = balance - change
        wrong = _contradiction(path, account, change, balance, version, recorded_at)
        account.version, account.balance, account.recorded_at = version, balance, recorded_at
        account.rows += 1
        if change > 0:
            account.debits += change
        else:
            account.credits -= change
        return Finding(wrong[0], row, wrong[1]) if wrong is not None else None

    def _note_gap(self, row: int, sentence: str) -> None:
        self.gap = self.gap or Finding("missing", row, sentence)


def _contradiction(
    path: str, account: Account, change: int, balance: int, version: int, recorded_at: str
) -> tuple[Kind, str] | None:
    """What of an account's row can't follow what the account was before."""
    if version <= account.version:
        return "moved", f"{path} has version {version} after version {account.version}."
    if account.balance + change != balance:
        return "edited", f"{path} had {account.balance}; {change:+} does not make {balance}."
    if recorded_at < account.recorded_at:
        return "edited", f"{path} was recorded at {account.recorded_at} before."
    if (balance < 0 or balance - change < 0) and not may_go_below_zero(path):
        return "books", f"{path} falls to {min(balance, balance - change)}, below its floor."
    return None
