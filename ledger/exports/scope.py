"""What an export holds: everything, one gaming day, or a range and filter; as SQL, as words, as a file's name."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import Any, Final, Self

from ledger.errors import Refused

_PATH: Final = re.compile(r"[a-z][a-z0-9-]*(?::[a-z0-9-]+)*").fullmatch
_WORD: Final = re.compile(r"[a-z]+(?:_[a-z]+)*").fullmatch
_ASSET: Final = re.compile(r"(?:chips|cash|claim):[A-Z]{3}").fullmatch


@dataclass(frozen=True, slots=True)
class Scope:
    """Which transfers: all that meet every bound given; none given is everything.

    `first_day`, `last_day`: gaming days, inclusive. `recorded_from`, `recorded_until`: half-open, with a zone.
    `from_sequence`, `until_sequence`: places in the log, half-open. `account`: a path, or one that ends in `:*` for all
    places under it. `kind`, `asset`: as in the books.
    Raises Refused: bad_range, naive_time, bad_path, unknown_kind, unknown_asset.
    """

    first_day: date | None = None
    last_day: date | None = None
    recorded_from: datetime | None = None
    recorded_until: datetime | None = None
    from_sequence: int | None = None
    until_sequence: int | None = None
    account: str | None = None
    kind: str | None = None
    asset: str | None = None

    def __post_init__(self) -> None:
        for instant in (self.recorded_from, self.recorded_until):
            if instant is not None and instant.utcoffset() is None:
                raise Refused("naive_time", "Give recorded times with their zone, as 2026-02-03T06:00:00Z.")
        bounds: list[tuple[Any, Any]] = [
            (self.first_day, self.last_day), (self.recorded_from, self.recorded_until),
            (self.from_sequence, self.until_sequence),
        ]  # fmt: skip
        if any(low is not None and high is not None and low > high for low, high in bounds):
            raise Refused("bad_range", "The range ends before it begins.")
        if self.account is not None and not _PATH(self.account.removesuffix(":*")):
            raise Refused(
                "bad_path", f"{self.account!r} is no account: write player:42, or table:7:* for all under it."
            )
        if self.kind is not None and not _WORD(self.kind):
            raise Refused("unknown_kind", f"{self.kind!r} is no kind of posting.")
        if self.asset is not None and not _ASSET(self.asset):
            raise Refused("unknown_asset", f"{self.asset!r} is no asset: write it as chips:GBP.")

    @classmethod
    def of_day(cls, day: date) -> Self:
        """Every transfer of one gaming day."""
        return cls(first_day=day, last_day=day)

    @classmethod
    def read(cls, plain: Mapping[str, str]) -> Self:
        """From its plain form; Refused `malformed` when it is none."""
        try:
            return cls(
                first_day=date.fromisoformat(plain["first_day"]) if "first_day" in plain else None,
                last_day=date.fromisoformat(plain["last_day"]) if "last_day" in plain else None,
                recorded_from=datetime.fromisoformat(plain["recorded_from"]) if "recorded_from" in plain else None,
                recorded_until=datetime.fromisoformat(plain["recorded_until"]) if "recorded_until" in plain else None,
                from_sequence=int(plain["from_sequence"]) if "from_sequence" in plain else None,
                until_sequence=int(plain["until_sequence"]) if "until_sequence" in plain else None,
                account=plain.get("account"),
                kind=plain.get("kind"),
                asset=plain.get("asset"),
            )
        except (ValueError, TypeError) as wrong:
            raise Refused("malformed", f"This is no scope of an export: {wrong}.") from wrong

    def plain(self) -> dict[str, str]:
        """As JSON: only the bounds given."""
        named = {
            "first_day": None if self.first_day is None else self.first_day.isoformat(),
            "last_day": None if self.last_day is None else self.last_day.isoformat(),
            "recorded_from": None if self.recorded_from is None else _utc(self.recorded_from),
            "recorded_until": None if self.recorded_until is None else _utc(self.recorded_until),
            "from_sequence": None if self.from_sequence is None else str(self.from_sequence),
            "until_sequence": None if self.until_sequence is None else str(self.until_sequence),
            "account": self.account,
            "kind": self.kind,
            "asset": self.asset,
        }
        return {name: value for name, value in named.items() if value is not None}

    @property
    def day(self) -> date | None:
        """The gaming day, if that and nothing else bounds it."""
        alone = self.plain().keys() == {"first_day", "last_day"} and self.first_day == self.last_day
        return self.first_day if alone else None

    def words(self) -> list[str]:
        """For the trailer: `everything`, `day` and the day, or `range` and each bound as name=value."""
        if self.day is not None:
            return ["day", self.day.isoformat()]
        plain = self.plain()
        return ["range", *(f"{name}={value}" for name, value in plain.items())] if plain else ["everything"]

    def name(self) -> str:
        """For a file: letters, digits and dashes."""
        if self.day is not None:
            return self.day.isoformat()
        plain = self.plain()
        if not plain:
            return "everything"
        return re.sub(r"[^0-9A-Za-z]+", "-", "-".join(plain.values())).strip("-")[:80]

    def unsealed(self) -> tuple[str, str, dict[str, Any]]:
        """Tables, condition and values for what has no place in the log yet: all bounds but those by place."""
        where, given = replace(self, from_sequence=None, until_sequence=None)._tests()
        return self._tables("ledger_transfer t"), where, given

    def sources(self) -> str:
        """The tables that `where` speaks of, and no more: t and l, and p, d, c, s as far as they decide."""
        return self._tables("ledger_transfer t join ledger_leaf l on l.posting_id = t.posting_id")

    def _tables(self, begin: str) -> str:
        joins = {
            "join ledger_posting p on p.id = t.posting_id": (self.first_day, self.last_day, self.kind),
            "join ledger_account d on d.id = t.debit_id join ledger_account c on c.id = t.credit_id": (self.account,),
            "join ledger_asset s on s.id = t.asset_id": (self.asset,),
        }
        needed = [join for join, bounds in joins.items() if any(bound is not None for bound in bounds)]
        return " ".join([begin, *needed])

    def where(self) -> tuple[str, dict[str, Any]]:
        """A condition over t (transfer), l (leaf), p (posting), d and c (accounts), s (asset), with its named values.

        The value `reach`, how many leaves count, is left to give.
        """
        where, given = self._tests()
        return f"l.sequence < %(reach)s and {where}", given

    def _tests(self) -> tuple[str, dict[str, Any]]:
        tests = {
            "first_day": "p.period >= %(first_day)s",
            "last_day": "p.period <= %(last_day)s",
            "recorded_from": "t.recorded_at >= %(recorded_from)s",
            "recorded_until": "t.recorded_at < %(recorded_until)s",
            "from_sequence": "l.sequence >= %(from_sequence)s",
            "until_sequence": "l.sequence < %(until_sequence)s",
            "kind": "p.kind = %(kind)s",
            "asset": "s.code = %(asset)s",
        }
        given = {name: getattr(self, name) for name in tests if getattr(self, name) is not None}
        conditions = [tests[name] for name in given]
        if self.account is not None:
            path = self.account.removesuffix(":*")
            given |= {"account": path}
            if path == self.account:
                conditions.append("(d.path = %(account)s or c.path = %(account)s)")
            else:
                conditions.append(
                    "(starts_with(d.path || ':', %(account)s || ':') or starts_with(c.path || ':', %(account)s || ':'))"
                )
        return " and ".join(conditions) or "true", given


def _utc(instant: datetime) -> str:
    return instant.astimezone(UTC).isoformat()
