"""What a table of zar may set."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Self

from games.engine import Odds, Refused, Settings, choice, flag, whole
from games.engine.odds import odds
from games.engine.settings import Field, setting
from games.zar.line import FACES, Line

PARTS = re.compile(r"([1-9][0-9]{0,3})/([1-9][0-9]{0,3})")
MOST = 100
"""The most stakes that one ending may pay."""


def _parts(raw: object) -> tuple[int, int] | None:
    """Text such as 3/2 as two whole numbers from 1 to 9999, or None."""
    found = PARTS.fullmatch(raw) if isinstance(raw, str) else None
    return (int(found[1]), int(found[2])) if found else None


def _read_cap(name: str, raw: object) -> Fraction:
    parts = _parts(raw)
    if parts is None or parts[0] > parts[1]:
        raise _wrong(name, raw, "a fraction such as 1/2, above 0 and at most 1/1")
    return Fraction(*parts)


def _read_takes(name: str, raw: object) -> tuple[int, ...]:
    wanted = f"three whole numbers of stakes from 1 to {MOST}, one for each attempt"
    if not isinstance(raw, (list, tuple)) or len(raw) != 3:
        raise _wrong(name, raw, wanted)
    for stakes in raw:
        if type(stakes) is not int or not 1 <= stakes <= MOST:
            raise _wrong(name, raw, wanted)
    return tuple(raw)


def _read_odds(name: str, raw: object) -> tuple[Odds, ...]:
    given = dict(raw) if isinstance(raw, Mapping) else {}
    parts = [_parts(given.pop(str(face), None)) for face in FACES]
    if given or None in parts:
        raise _wrong(name, raw, "odds such as 3/2 for each of the numbers 1 to 6")
    return tuple(odds(*each) for each in parts if each)


def _wrong(name: str, raw: object, wanted: str) -> Refused:
    return Refused("setting_wrong", "Setting {name} must be {wanted}.", name=name, wanted=wanted, given=repr(raw)[:80])


SEED_ODDS = {"1": "1/1", "2": "3/2", "3": "3/2", "4": "3/2", "5": "3/2", "6": "1/1"}
DIE_RICH_ODDS = {str(face): "4/1" for face in FACES}
PUNT_CAP: Any = setting(
    Fraction(1, 2),
    Field(
        "fraction",
        "largest punt, as a part of the bank",
        _read_cap,
        lambda cap: f"{cap.numerator}/{cap.denominator}",
    ),
)
TAKES: Any = setting(
    (2, 1, 2),
    Field("stakes", "stakes that the point takes on the first, second and third attempt", _read_takes, list),
)
PROP_ODDS: Any = setting(
    _read_odds("prop_odds", SEED_ODDS),
    Field(
        "odds",
        "what a proposition on each number wins for what is laid",
        _read_odds,
        lambda each: {str(face): f"{one.wins}/{one.stake}" for face, one in zip(FACES, each, strict=True)},
    ),
)


@dataclass(frozen=True, slots=True)
class ZarSettings(Settings):
    """Defaults are the rules of seed 002 as read in this game's README; die_rich is its ancestor."""

    presets: ClassVar[Mapping[str, Mapping[str, object]]] = {
        "die_rich": {"miss": 1, "one_loses_later": True, "prop_scope": "throw", "prop_odds": DIE_RICH_ODDS},
    }

    preset: str = choice("seed", "die_rich", says="which rules the other settings start from")
    bank: str = choice("round", "house", says="the bank goes round, or the house banks and a player throws")
    six_pays: int = whole(1, low=1, high=MOST, says="stakes that a 6 on the come-out takes")
    one_pays: int = whole(1, low=1, high=MOST, says="stakes that a losing 1 pays")
    takes: tuple[int, ...] = TAKES
    miss: int = whole(2, low=1, high=MOST, says="stakes that a missed point pays")
    one_loses_later: bool = flag(False, says="a 1 loses after the come-out too")
    punt_cap: Fraction = PUNT_CAP
    prop_scope: str = choice("round", "throw", says="a proposition stands for the round, or for the next throw alone")
    prop_odds: tuple[Odds, ...] = PROP_ODDS

    @classmethod
    def read(cls, raw: Mapping[str, object]) -> Self:
        """As every game's; numbers that prop_odds does not name keep the odds of the preset."""
        named: Any = raw.get("prop_odds") if isinstance(raw, Mapping) else None
        if isinstance(named, Mapping):
            usual: Any = cls._preset(raw).get("prop_odds", SEED_ODDS)
            raw = {**raw, "prop_odds": {**usual, **named}}
        return super(ZarSettings, cls).read(raw)

    @property
    def line(self) -> Line:
        return Line(self.six_pays, self.one_pays, self.takes, self.miss, self.one_loses_later)

    @property
    def house_banks(self) -> bool:
        return self.bank == "house"

    @property
    def smallest_bank(self) -> int:
        """The smallest bank, in chips, that lets a punter stake a chip."""
        return -(-self.punt_cap.denominator // self.punt_cap.numerator)

    def largest_punt(self, bank: int) -> int:
        """The largest punt against a bank, in chips."""
        return bank * self.punt_cap.numerator // self.punt_cap.denominator

    def check(self) -> None:
        """Refuse a cap under which the bank does not cover what a punt may cost."""
        dearest = max(self.miss, self.one_pays)
        if not self.house_banks and self.punt_cap * dearest > 1:
            raise Refused(
                "cap_short",
                "The bank must cover {stakes} stakes; set punt_cap to at most 1/{stakes}.",
                stakes=dearest,
            )
