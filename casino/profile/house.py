"""What a house profile says, read from its data: every amount in minor units of the profile's currency."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import time
from enum import StrEnum
from zoneinfo import ZoneInfo

from casino.profile.roles import Role


class Model(StrEnum):
    """Trays counted at the close, trays brought back to par, or chips sold at the cage only."""

    COUNT = "count"
    IMPREST = "imprest"
    CAGE_ONLY = "cage_only"


class Step(StrEnum):
    """The signatures of a slip, in the order in which they are given; the last two make it void."""

    REQUEST = "request"
    ISSUE = "issue"
    CARRY = "carry"
    COUNT = "count"
    WITNESS = "witness"
    VOID = "void"
    VOID_WITNESS = "void_witness"


SignatureRules = Mapping[Step, frozenset[Role]]


@dataclass(frozen=True, slots=True)
class DayRule:
    """A property's IANA zone and the local time at which its gaming day starts."""

    zone: ZoneInfo
    start: time


@dataclass(frozen=True, slots=True)
class Differences:
    """By more than `report_above`: a written report; from `regulator_from` on: a copy to the regulator."""

    report_above: int
    regulator_from: int


@dataclass(frozen=True, slots=True)
class CurrencyReports:
    """Lists of currency per person, gaming day and direction.

    `ctr_above`: reported strictly above it. `mtl_amount`: logged from it on (`mtl_at_least`) or above it.
    `near_from`: near the CTR line from here to the line itself.
    """

    ctr_above: int
    mtl_amount: int
    mtl_at_least: bool
    near_from: int


@dataclass(frozen=True, slots=True)
class HouseProfile:
    """One version of the house's rules of work.

    `signatures`: per paper (fill, credit, void), which roles may sign which step. `step_up_seconds`: so long a
    second factor stays fresh for signatures, 0: none is asked. `pits`: the tables of each pit, by their codes.
    """

    version: int
    property: str
    currency: str
    places: int
    day_rule: DayRule
    model: Model
    denominations: tuple[int, ...]
    windows: tuple[int, ...]
    signatures: Mapping[str, SignatureRules]
    incompatible: frozenset[frozenset[Role]]
    differences: Differences
    currency_reports: CurrencyReports
    exclusion_months: int
    raise_after_hours: int
    leaver_hours: int
    exception_days: int
    step_up_seconds: int
    pits: Mapping[str, tuple[str, ...]]

    def steps(self, kind: str) -> tuple[Step, ...]:
        """The steps of a slip of this kind, in order."""
        return tuple(step for step in Step if step in self.signatures[kind])
