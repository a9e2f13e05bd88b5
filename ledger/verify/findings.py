"""What a verification says: findings with a kind and the first bad row, and the report over them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final, Literal

Kind = Literal["edited", "missing", "added", "moved", "cut", "books", "trailer", "forked", "forged"]

UNSIGNED: Final = (
    "It contradicts itself nowhere, but whoever knows the form can write such a file: no signature was looked at. Give "
    "the log's key (--log) and the witness's (--witness) as the house publishes them."
)
APART: Final = (
    "It contradicts itself nowhere and its checkpoint is signed, but rows of a part of the books can't be held against "
    "that. Ask for the bundle of the day, or for everything."
)
WHOLE: Final = "The log holds these postings and no others."
OF_A_PART: Final = (
    "The log holds these postings. That none of this part of the books was left out, only a bundle of everything "
    "proves."
)
ALONE: Final = " No witness was named: that the log is the same for everybody is the house's word."


class Verdict(IntEnum):
    """What a verification ends with; the number is the exit code.

    UNPROVEN: nothing is wrong in it, and nothing ties it to the house.
    """

    VERIFIED = 0
    NOT_VERIFIED = 1
    UNPROVEN = 3

    def __str__(self) -> str:
        return {0: "VERIFIED", 1: "NOT VERIFIED", 3: "NOT PROVEN"}[self.value]


class Unreadable(Exception):
    """This is no export, or of a form this verifier does not know; the text says which."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong. `row`: the first row it shows at (from 1), None where no row can be named.

    kind: edited, missing, added, moved (a row), cut (the file ends early), books (rows that contradict each other),
    trailer (a total that differs from the rows), forked (the rows are other postings than the log's checkpoint is
    over), forged (a signature is wrong or missing).
    """

    kind: Kind
    row: int | None
    sentence: str

    def __str__(self) -> str:
        where = "" if self.row is None else f" row {self.row}:"
        return f"{self.kind}:{where} {self.sentence}"


@dataclass(frozen=True, slots=True)
class Sealed:
    """What the log says of the rows.

    `size`, `root` (base64): the checkpoint's. `proven`: every leaf under the root was made from the rows or is named.
    `seals`: how many checkpoints were held against the rows. `signed`: the log's signature was looked at, and good;
    `cosigned`: by whom, and when.
    """

    origin: str
    size: int
    root: str
    proven: bool
    seals: int
    signed: bool
    cosigned: tuple[str, ...]

    def __str__(self) -> str:
        words = [f"checkpoint of {self.size} leaves in {self.origin}"]
        words += [f"{self.seals} roots recomputed"] if self.proven else []
        words += ["signed"] if self.signed else []
        return ", ".join([*words, *(f"cosigned by {each}" for each in self.cosigned)])


@dataclass(frozen=True, slots=True)
class Report:
    """The outcome: `findings` in the order of the file, the gravest first for one row; `good`: there is none."""

    rows: int
    sha256: str
    scope: tuple[str, ...]
    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    sealed: Sealed | None = None

    @property
    def good(self) -> bool:
        return not self.findings

    @property
    def verdict(self) -> Verdict:
        """VERIFIED only if a trusted key signed what the rows were held against."""
        if not self.good:
            return Verdict.NOT_VERIFIED
        tied = self.sealed is not None and self.sealed.signed and self.sealed.proven
        return Verdict.VERIFIED if tied else Verdict.UNPROVEN

    @property
    def word(self) -> str:
        """How far a file without a finding can be trusted, in a sentence."""
        if self.sealed is None or not self.sealed.signed:
            return UNSIGNED
        if not self.sealed.proven:
            return APART
        return (WHOLE if self.scope == ("everything",) else OF_A_PART) + ("" if self.sealed.cosigned else ALONE)

    @property
    def first(self) -> Finding | None:
        return self.findings[0] if self.findings else None
