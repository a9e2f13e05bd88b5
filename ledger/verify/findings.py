"""What a verification says: findings with a kind and the first bad row, and the report over them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

Kind = Literal["edited", "missing", "added", "moved", "cut", "books", "trailer"]

REBUILT_WHOLE: Final = "A file rebuilt whole, rows and trailer alike, is caught only by the signed log of the house."


class Unreadable(Exception):
    """This is no export, or of a form this verifier does not know; the text says which."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong. `row`: the first row it shows at (from 1), None where no row can be named.

    kind: edited, missing, added, moved (a row), cut (the file ends early), books (rows that contradict each other),
    trailer (a total that differs from the rows).
    """

    kind: Kind
    row: int | None
    sentence: str

    def __str__(self) -> str:
        where = "" if self.row is None else f" row {self.row}:"
        return f"{self.kind}:{where} {self.sentence}"


@dataclass(frozen=True, slots=True)
class Report:
    """The outcome: `findings` in the order of the file, the gravest first for one row; none means verified."""

    rows: int
    sha256: str
    scope: tuple[str, ...]
    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)

    @property
    def good(self) -> bool:
        return not self.findings

    @property
    def first(self) -> Finding | None:
        return self.findings[0] if self.findings else None
