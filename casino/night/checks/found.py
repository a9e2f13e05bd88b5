"""What a check says: its outcome, how much it looked at, the cases it leaves."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

MOST_CASES = 200
"""Cases kept of one check; the evidence counts the rest, so that a wrecked day can't fill the memory."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is not as it should be. `owner` is the role that looks into it."""

    code: str
    subject: str
    sentence: str
    owner: str = "auditor"
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Found:
    """A check under way, then its result. Unknown where an input is missing; an exception outweighs that."""

    name: str
    holds: str
    """The sentence that is true when the check passes."""
    looked_at: int = 0
    evidence: dict[str, Any] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    left_out: int = 0
    missing: list[str] = field(default_factory=list)
    """Why something could not be checked: a case each, because what nobody could look at is not reconciled."""

    def add(self, finding: Finding) -> None:
        if len(self.findings) < MOST_CASES:
            self.findings.append(finding)
        else:
            self.left_out += 1

    @property
    def cases(self) -> list[Finding]:
        """What somebody has to look into."""
        return [*self.findings, *(Finding("input_missing", f"check:{self.name}", why, "pit") for why in self.missing)]

    @property
    def outcome(self) -> str:
        if self.findings:
            return "exception"
        return "unknown" if self.missing else "passed"

    @property
    def sentence(self) -> str:
        if self.findings:
            more = len(self.findings) + self.left_out - 1
            return self.findings[0].sentence + (f" And {more} more." if more else "")
        return " ".join(self.missing) if self.missing else self.holds
