"""What the verification of a bundle says."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from ledger.verify import Report
from ledger.verify.findings import UNSIGNED, Verdict

Kind = Literal["contents", "transfers", "replay", "payout", "dice", "chain", "sequence", "signers", "slip"]


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong in a bundle.

    kind: contents (a file is another than listed), transfers (see ledger.verify), replay (the rules make something else
    of the events), payout (postings differ from the round), dice, chain, sequence (a round, throw, link or number
    missing or twice), signers, slip (what it says and what it moved). `where` names file, round or chain.
    """

    kind: Kind
    where: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.where}: {self.sentence}"


@dataclass(frozen=True, slots=True)
class BundleReport:
    """The outcome over a whole bundle; `good`: there is no fault."""

    transfers: Report | None
    faults: tuple[Fault, ...]
    notes: tuple[str, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)

    @property
    def verdict(self) -> Verdict:
        """VERIFIED only if its transfers are held against a log whose signature was checked."""
        if not self.good:
            return Verdict.NOT_VERIFIED
        return Verdict.UNPROVEN if self.transfers is None else self.transfers.verdict

    @property
    def word(self) -> str:
        """How far a bundle without a fault can be trusted, in a sentence."""
        return UNSIGNED if self.transfers is None else self.transfers.word

    @property
    def good(self) -> bool:
        return not self.faults
