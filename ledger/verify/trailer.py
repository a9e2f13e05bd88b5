"""The trailer of an export against what its rows add up to."""

import re
from collections.abc import Iterator
from typing import Final

from ledger.verify.books import Account, Books
from ledger.verify.findings import Finding
from ledger.verify.form import FORM, unguarded
from ledger.verify.lines import Ending

_ONCE: Final = {"export": 2, "scope": None, "taken": 1, "sequence": 2, "checkpoint": None, "beyond": 1, "rows": 1,
                "sha256": 1}  # fmt: skip
_MANY: Final = {"asset": 4, "account": 15, "note": 1}
_NUMBER: Final = re.compile(r"0|-?[1-9][0-9]{0,18}").fullmatch


class Trailer:
    """The lines by name. `faults` are lines that no exporter writes."""

    def __init__(self, ending: Ending) -> None:
        self.once: dict[str, list[str]] = {}
        self.assets: dict[str, list[str]] = {}
        self.accounts: dict[tuple[str, str], list[str]] = {}
        self.notes: list[str] = []
        self.broken = ""
        self.faults: list[str] = []
        for name, *cells in ending.lines:
            self._take(name, cells)
        if ending.stray:
            self.faults.append("something stands behind the rows that is no line of a trailer.")

    def _take(self, name: str, cells: list[str]) -> None:
        wanted = {**_ONCE, **_MANY}.get(name, -1)
        if name == "broken" and cells:
            self.broken = cells[-1]
        elif wanted == -1 or (wanted is not None and wanted != len(cells)) or name in self.once:
            self.faults.append(f"the line {name} is not as an exporter writes it.")
        elif name == "asset":
            self.assets[cells[0]] = cells[1:]
        elif name == "account":
            self.accounts[cells[0], cells[1]] = cells[2:]
        elif name == "note":
            self.notes.append(cells[0])
        else:
            self.once[name] = cells

    @property
    def rows(self) -> int | None:
        return _whole(self.once.get("rows", [""])[0])

    @property
    def scope(self) -> tuple[str, ...]:
        """What the file claims to hold: ("everything",), ("day", "2026-02-03"), ("range", …)."""
        return tuple(self.once.get("scope", ()))

    @property
    def whole(self) -> bool:
        return self.scope == ("everything",)

    @property
    def note(self) -> str:
        """The checkpoint as a C2SP note; empty if there is none."""
        cells = self.once.get("checkpoint", [])
        return "".join(f"{unguarded(cell)}\n" for cell in cells)

    @property
    def of_whole_postings(self) -> bool:
        """Whether the scope takes a posting with all its transfers, or none of them."""
        return not any(word.startswith(("account=", "asset=")) for word in self.scope)

    @property
    def known_form(self) -> bool:
        return self.once.get("export") == ["transfers", FORM]


def differences(trailer: Trailer, books: Books, ending: Ending, rows: int) -> Iterator[Finding]:
    """Every total that differs from the rows, in the order of the trailer."""
    for fault in trailer.faults:
        yield Finding("trailer", None, fault)
    if not trailer.known_form:
        yield Finding("trailer", None, "the trailer names no form that this verifier knows.")
    for asset in sorted(trailer.assets.keys() | books.assets.keys()):
        counted = books.assets.get(asset)
        stated = trailer.assets.get(asset)
        if counted is None or stated is None or stated[1:] != [*map(str, counted)]:
            yield Finding("trailer", None, f"the rows of {asset} do not add up to what the trailer says.")
    yield from _accounts(trailer, books)
    if trailer.rows != rows:
        yield Finding("trailer", None, f"the trailer does not count {rows} rows.")
    if trailer.once.get("sha256") != [ending.rows_sha256]:
        yield Finding("trailer", None, "the SHA-256 of the rows is another than the trailer's.")
    if ending.stated_end != ending.file_sha256:
        yield Finding("trailer", None, "the SHA-256 of the file is another than its last line's.")


def _accounts(trailer: Trailer, books: Books) -> Iterator[Finding]:
    for place in sorted(trailer.accounts.keys() | books.accounts.keys()):
        name = " ".join(place)
        account, stated = books.accounts.get(place), trailer.accounts.get(place)
        if account is None or stated is None:
            yield Finding("trailer", None, f"{name} is in {'the trailer' if account is None else 'the rows'} only.")
            continue
        counted = (
            account.opening_version, account.opening_balance, account.debits, account.credits, account.rows,
            account.version, account.balance, account.versions_elsewhere, account.elsewhere,
        )  # fmt: skip
        if stated[:9] != [*map(str, counted)]:
            yield Finding("trailer", None, f"{name}: its rows do not add up to what the trailer says.")
        elif account.opening_balance + account.debits - account.credits + account.elsewhere != account.balance:
            yield Finding("books", None, f"{name}: opening, debits and credits do not make the closing balance.")
        yield from _held(trailer, account, name, stated[9:])


def _held(trailer: Trailer, account: Account, name: str, stated: list[str]) -> Iterator[Finding]:
    """What the account itself said at the moment of the export, against its rows and its bounds."""
    version, held, floor, ceiling = map(_whole, stated)
    if any(cell and _whole(cell) is None for cell in stated):
        yield Finding("trailer", None, f"{name}: its line is not as an exporter writes it.")
    elif version is None or held is None or version < account.version:
        yield Finding("trailer", None, f"{name}: the account is said to be older than its rows.")
    elif (trailer.whole or version == account.version) and (version, held) != (account.version, account.balance):
        yield Finding(
            "books", None, f"{name}: its rows make {account.balance} at version {account.version}; "
            f"the account held {held} at {version}.",
        )  # fmt: skip
    elif (floor is not None and held < floor) or (ceiling is not None and held > ceiling):
        yield Finding("books", None, f"{name} holds {held}, outside its floor and ceiling.")


def against_scope(trailer: Trailer, books: Books) -> Finding | None:
    """The first row that a file of this scope can't have."""
    if trailer.whole:
        return books.gap
    if trailer.scope[:1] == ("day",):
        if books.day and trailer.scope[1:] != (books.day,):
            return Finding("added", 1, f"this row is of {books.day}; the file is about {' '.join(trailer.scope)}.")
        return books.other_day
    return None


def conservation(trailer: Trailer, books: Books) -> Iterator[Finding]:
    """What every asset's accounts hold together must be what they held before: nothing is made or lost."""
    sums: dict[str, int] = {}
    for (_, asset), account in books.accounts.items():
        moved = account.balance if trailer.whole else account.balance - account.opening_balance - account.elsewhere
        sums[asset] = sums.get(asset, 0) + moved
    for asset, total in sorted(sums.items()):
        if total:
            yield Finding("books", None, f"{asset} is not conserved: its accounts add up to {total}, not 0.")


def _whole(text: str) -> int | None:
    return int(text) if _NUMBER(text) else None
