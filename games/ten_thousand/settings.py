"""What a table of ten thousand may set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from games.engine import Refused, flag, whole
from games.engine.pot import PotSettings
from games.engine.settings import Field, setting
from games.ten_thousand.scoring import DICE, Scoring


class TakeOver(NamedTuple):
    """A banked turn may be taken over from so many points, with at most so many dice left."""

    points: int
    dice: int


def _read_take_over(name: str, raw: object) -> object:
    if raw is None:
        return None
    if isinstance(raw, Mapping) and set(raw) == {"points", "dice"}:
        points, dice = raw["points"], raw["dice"]
        if type(points) is int and points >= 0 and type(dice) is int and 1 <= dice <= DICE:
            return TakeOver(points, dice)
    raise Refused(
        "setting_wrong",
        'Setting {name} must be null or {{"points": …, "dice": …}} with points from 0 and dice from 1 to 6.',
        name=name,
        given=repr(raw)[:80],
    )


def _write_take_over(value: TakeOver | None) -> dict[str, int] | None:
    return None if value is None else value._asdict()


def _read_penalty(name: str, raw: object) -> object:
    if raw == "all" or (type(raw) is int and raw >= 0):
        return raw
    raise Refused(
        "setting_wrong",
        'Setting {name} must be a whole number of at least 0, or "all".',
        name=name,
        given=repr(raw)[:80],
    )


TAKE_OVER = setting(
    TakeOver(1000, 2),
    Field(
        "take_over",
        "points from which a banked turn may be taken over, and with how many dice left at most; null: never",
        _read_take_over,
        _write_take_over,
        optional=True,
    ),
)
PENALTY = setting(500, Field("penalty", 'points that a run of zilches costs, or "all"', _read_penalty))


@dataclass(frozen=True, slots=True)
class TenThousandSettings(PotSettings):
    """Defaults are the rules of seed 004 as read in this game's README. All but the antes and fees are points."""

    ante_min: int = whole(5, low=1, says="smallest ante, in chips")
    target: int = whole(10_000, low=1, says="points from which a bank opens the last round")
    entry: int = whole(1000, says="points of one turn that put a player on the table")
    minimum: int = whole(500, says="smallest bank of a player on the table, in points")
    straight: int = whole(1500, says="points of 1-2-3-4-5-6; 0: it does not count")
    three_pairs: int = whole(1000, says="points of three different pairs; 0: they do not count")
    triple_ones: int = whole(1000, says="points of three 1s, doubled by every further one; 0: no more than single 1s")
    four_two: bool = flag(False, says="whether four of a kind and a pair count as three pairs")
    take_over: TakeOver | None = TAKE_OVER
    zilch_run: int = whole(3, low=1, says="zilches in a row that bring the penalty")
    zilch_penalty: int | Literal["all"] = PENALTY
    penalty_floor_zero: bool = flag(True, says="whether a penalty stops at a total of 0")
    penalty_off_table: bool = flag(False, says="whether zilches count for a player not yet on the table")

    @property
    def scoring(self) -> Scoring:
        """The part that says what dice are worth."""
        return Scoring(self.triple_ones, self.straight, self.three_pairs, self.four_two)
