"""Why a balance is what it is at a time: what stood before, the transfers that made it, and whether they prove it.

Two times are told apart: by `recorded_at` only what the books had taken in counts, by `effective_at` what had happened.
An explanation by one names the transfers that the other sees differently: recorded late, or dated ahead.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from itertools import pairwise
from typing import Any, Final, Literal, NamedTuple, Self

from ledger.balances import as_of
from ledger.errors import Refused
from ledger.wire import Connection, Row, wire

Basis = Literal["recorded_at", "effective_at"]
MOST_LINES: Final = 1000

_COLUMNS: Final = """
side.version, side.change, side.balance, other.path, p.id, p.public_id::text, p.kind, p.scope, p.key, p.actor,
p.approvers, p.reason, p.period, p.effective_at, p.recorded_at, p.reverses_id, p.void_of_id
"""
_SIDES: Final = """
with place as (select id from ledger_account where place = $1::text || ' ' || $2::text),
side as (
    (select posting_id, debit_version as version, amount as change, debit_balance as balance, credit_id as other
       from ledger_transfer where debit_id = (select id from place) {of_debit})
    union all
    (select posting_id, credit_version, -amount, credit_balance, debit_id
       from ledger_transfer where credit_id = (select id from place) {of_credit})
)
"""
_FROM: Final = (
    "from side join ledger_posting p on p.id = side.posting_id join ledger_account other on other.id = side.other"
)
_LATEST_RECORDED: Final = (
    _SIDES.format(
        of_debit="and recorded_at <= $3::timestamptz order by debit_version desc limit $4::int",
        of_credit="and recorded_at <= $3::timestamptz order by credit_version desc limit $4::int",
    )
    + f"select {_COLUMNS} {_FROM} order by side.version desc limit $4::int"
)
_LATEST_EFFECTIVE: Final = (
    _SIDES.format(of_debit="", of_credit="") + f"select {_COLUMNS} {_FROM} where p.effective_at <= $3::timestamptz"
    " order by p.effective_at desc, side.version desc limit $4::int"
)
_SEEN_DIFFERENTLY: Final = (
    _SIDES.format(of_debit="", of_credit="")
    + f"select {_COLUMNS} {_FROM} where (p.effective_at <= $3::timestamptz) <> (p.recorded_at <= $3::timestamptz)"
    " order by side.version limit $4::int"
)
_ACCOUNT: Final = """
select balance, version from ledger_account where place = $1::text || ' ' || $2::text
"""
_HOLDS: Final = """
select s.code from ledger_account a join ledger_asset s on s.id = a.asset_id where a.path = $1::text order by s.code
"""


class Said(str):
    """A sentence, with the code and the facts that say the same in any language."""

    __slots__ = ("code", "facts")
    code: str
    facts: Mapping[str, int]

    @classmethod
    def of(cls, code: str, sentence: str, **facts: int) -> Self:
        """The sentence with its {places} filled from the facts."""
        said = cls(sentence.format_map(facts))
        said.code, said.facts = code, facts
        return said


class Cause(NamedTuple):
    """One transfer as the account sees it: `change` signed, `balance` after it as the books stored it, minor units."""

    version: int
    change: int
    balance: int
    other: str
    posting: int
    public_id: str
    kind: str
    scope: str
    key: str
    actor: str
    approvers: list[str]
    reason: str
    period: date
    effective_at: datetime
    recorded_at: datetime
    reverses: int | None
    void_of: int | None


@dataclass(frozen=True, slots=True)
class Explanation:
    """A balance explained: `opening`, plus the changes of `causes` in order, makes `balance`. Minor units.

    `basis` and `at`: which time was asked about. `other_balance`: what the account had at that moment by the other
    time, and `differently` the transfers (at most as many as asked for) that make the difference. `proofs`: what was
    checked and holds; `faults`: what contradicts itself, which nothing in sound books does. A transfer's place in the
    signed log is found by its posting.
    """

    path: str
    asset: str
    basis: Basis
    at: datetime
    opening: int
    causes: tuple[Cause, ...]
    balance: int
    other_balance: int
    differently: tuple[Cause, ...]
    proofs: tuple[Said, ...]
    faults: tuple[Said, ...]


def explain(
    connection: Connection,
    path: str,
    asset: str,
    *,
    recorded_at: datetime | None = None,
    effective_at: datetime | None = None,
    last: int = 50,
) -> Explanation:
    """Explains the balance of a place at a time, inclusive, by its `last` transfers until then (1 to 1000).

    Give exactly one of the two times, with its zone. Raises Refused: malformed, naive_time, unknown_account.
    """
    if not 1 <= last <= MOST_LINES:
        raise Refused("malformed", f"An explanation shows 1 to {MOST_LINES} transfers.")
    this = as_of(connection, path, asset, recorded_at=recorded_at, effective_at=effective_at)
    account = _ask(connection, _ACCOUNT, path, asset)
    if not account:
        raise _unknown(path, asset, [held for (held,) in _ask(connection, _HOLDS, path)])
    if effective_at is not None:
        basis: Basis = "effective_at"
        at, query = effective_at, _LATEST_EFFECTIVE
        other = as_of(connection, path, asset, recorded_at=at)
    else:
        basis, query = "recorded_at", _LATEST_RECORDED
        at = recorded_at if recorded_at is not None else datetime.max.replace(tzinfo=UTC)
        other = as_of(connection, path, asset, effective_at=at)
    causes = tuple(reversed(_causes(connection, query, path, asset, at, last)))
    opening = this.balance - sum(cause.change for cause in causes)
    checks = [*_checks(opening, causes, account)]
    return Explanation(
        path=path,
        asset=asset,
        basis=basis,
        at=at.astimezone(UTC),
        opening=opening,
        causes=causes,
        balance=this.balance,
        other_balance=other.balance,
        differently=tuple(_causes(connection, _SEEN_DIFFERENTLY, path, asset, at, last)),
        proofs=tuple(sentence for holds, sentence in checks if holds),
        faults=tuple(sentence for holds, sentence in checks if not holds),
    )


def _unknown(path: str, asset: str, holds: Sequence[str]) -> Refused:
    facts = {"path": path, "asset": asset, "holds": ", ".join(holds)}
    if holds:
        return Refused("asset_not_there", f"{path} never had {asset}: ask for {facts['holds']}.", facts)
    sentence = f"The books have no place {path!r}: write it as player:42 or table:7:tray, in small letters."
    return Refused("unknown_account", sentence, facts)


def _checks(opening: int, causes: Sequence[Cause], account: Sequence[Row]) -> Iterator[tuple[bool, Said]]:
    """What the transfers say of each other and of the account: whether it holds, and a sentence."""
    row = sorted(causes, key=lambda cause: cause.version)
    pairs = [(one, next_) for one, next_ in pairwise(row) if next_.version == one.version + 1]
    for one, following in pairs:
        if one.balance + following.change != following.balance:
            facts = {
                "version": following.version, "balance": following.balance, "before": one.balance,
                "change": following.change,
            }  # fmt: skip
            yield False, Said.of("step_broken", "version {version} stores {balance} after {before}{change:+}", **facts)
            return
    if pairs:
        sentence = "{count} stored balances are each the one before plus the change"
        yield True, Said.of("steps_follow", sentence, count=len(pairs))
    if not row or not account:
        return
    balance, version = account[0]
    first, last = row[0], row[-1]
    if first.version == 1:
        yield first.balance == first.change, Said.of("from_nothing", "the first transfer starts from nothing")
    if len({cause.version for cause in row}) != len(row):
        yield False, Said.of("version_twice", "two transfers have the same version")
    if last.version == version:
        yield last.balance == balance, Said.of("to_account", "the last transfer leaves what the account holds")
    elif last.version > version:
        sentence = "the account is at version {version}, older than its transfers"
        yield False, Said.of("account_older", sentence, version=version)
    if len(row) == len(causes) == last.version - first.version + 1:
        sentence = "versions {first} to {last} are all here"
        yield True, Said.of("versions_whole", sentence, first=first.version, last=last.version)
        start = first.balance - first.change
        yield start == opening, Said.of("from_opening", "they start from the opening balance")


def _causes(connection: Connection, query: str, path: str, asset: str, at: datetime, last: int) -> list[Cause]:
    return [Cause(*row) for row in _ask(connection, query, path, asset, at, last)]


def _ask(connection: Connection, sql: str, *parameters: Any) -> list[Row]:
    line = wire(connection)
    return line.rows(line.exchange([(sql, parameters)])[0])
