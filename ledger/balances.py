"""What the books say: balances now and at an earlier time, statements, the trial balance.

Amounts are in minor units of the asset's currency. Two times are told apart everywhere: `recorded_at` is when the books
took a posting in, `effective_at` when it happened. An account that was never opened holds 0.
"""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from ledger.errors import Refused
from ledger.wire import Connection, Row, wire

_BALANCE: Final = "SELECT balance FROM ledger_account WHERE place = $1::text || ' ' || $2::text"
_BALANCES: Final = """
    SELECT a.path, s.code, a.balance, a.version FROM ledger_account a JOIN ledger_asset s ON s.id = a.asset_id
     WHERE a.path = $1::text OR (a.path >= $1::text || ':' AND a.path < $1::text || ';')
     ORDER BY a.path, s.code"""
# The account's last transfer up to then on either side; of the two the one with the higher version. An index each.
_AS_RECORDED: Final = """
    WITH place AS (SELECT id FROM ledger_account WHERE place = $1::text || ' ' || $2::text)
    SELECT balance FROM (
        (SELECT debit_balance AS balance, debit_version AS version FROM ledger_transfer
          WHERE debit_id = (SELECT id FROM place) AND recorded_at <= $3::timestamptz
          ORDER BY recorded_at DESC, debit_version DESC LIMIT 1)
        UNION ALL
        (SELECT credit_balance, credit_version FROM ledger_transfer
          WHERE credit_id = (SELECT id FROM place) AND recorded_at <= $3::timestamptz
          ORDER BY recorded_at DESC, credit_version DESC LIMIT 1)
    ) last ORDER BY version DESC LIMIT 1"""
_AS_EFFECTIVE: Final = """
    WITH place AS (SELECT id FROM ledger_account WHERE place = $1::text || ' ' || $2::text)
    SELECT coalesce(sum(CASE WHEN t.debit_id = place.id THEN t.amount ELSE -t.amount END), 0)::bigint, count(t.id)
      FROM place JOIN ledger_transfer t ON t.debit_id = place.id OR t.credit_id = place.id
      JOIN ledger_posting p ON p.id = t.posting_id AND p.effective_at <= $3::timestamptz"""
_STATEMENT: Final = """
    WITH place AS (SELECT id FROM ledger_account WHERE place = $1::text || ' ' || $2::text),
    side AS (
        (SELECT id, debit_version AS version, amount AS change, debit_balance AS balance, credit_id AS other
           FROM ledger_transfer WHERE debit_id = (SELECT id FROM place) AND debit_version > $3::bigint
          ORDER BY debit_version LIMIT $4::int)
        UNION ALL
        (SELECT id, credit_version, -amount, credit_balance, debit_id
           FROM ledger_transfer WHERE credit_id = (SELECT id FROM place) AND credit_version > $3::bigint
          ORDER BY credit_version LIMIT $4::int)
    )
    SELECT side.version, side.change, side.balance, other.path, p.id, p.public_id::text, p.kind, p.period,
           p.effective_at, p.recorded_at, p.reason
      FROM side JOIN ledger_transfer t ON t.id = side.id JOIN ledger_posting p ON p.id = t.posting_id
      JOIN ledger_account other ON other.id = side.other
     ORDER BY side.version LIMIT $4::int"""
_TRIAL: Final = """
    SELECT s.code, coalesce(sum(a.balance) FILTER (WHERE a.balance > 0), 0)::bigint,
           coalesce(-sum(a.balance) FILTER (WHERE a.balance < 0), 0)::bigint, count(a.id)
      FROM ledger_asset s LEFT JOIN ledger_account a ON a.asset_id = s.id GROUP BY s.code ORDER BY s.code"""
_CONSERVATION: Final = """
    SELECT split_part(a.path, ':', 1), sum(a.balance)::bigint
      FROM ledger_account a JOIN ledger_asset s ON s.id = a.asset_id WHERE s.code = $1::text GROUP BY 1 ORDER BY 1"""
LARGEST_PAGE: Final = 1000


@dataclass(frozen=True, slots=True)
class Held:
    """What one place holds now, and how many transfers it has seen (its version)."""

    path: str
    asset: str
    balance: int
    version: int


@dataclass(frozen=True, slots=True)
class AsOf:
    """A balance at an earlier time. `basis` says which time was asked for; `summed` how many transfers were added up
    for it, None if it was read off the account's last transfer until then."""

    balance: int
    basis: str
    summed: int | None


@dataclass(frozen=True, slots=True)
class Line:
    """One transfer as its account sees it: `change` is signed, `balance` is the account's after it."""

    version: int
    change: int
    balance: int
    other: str
    posting: int
    public_id: str
    kind: str
    period: date
    effective_at: datetime
    recorded_at: datetime
    reason: str


@dataclass(frozen=True, slots=True)
class Trial:
    """The sum of an asset's positive balances and of its negative ones; in sound books they are equal."""

    asset: str
    positive: int
    negative: int
    accounts: int

    @property
    def balances(self) -> bool:
        return self.positive == self.negative


@dataclass(frozen=True, slots=True)
class Conservation:
    """What was issued from outside, and where all of it lies: sums by the first word of the paths."""

    asset: str
    issued: int
    held: dict[str, int]

    @property
    def holds(self) -> bool:
        return self.issued == sum(self.held.values())


def balance(connection: Connection, path: str, asset: str) -> int:
    """What this place holds now."""
    rows = _ask(connection, _BALANCE, path, asset)
    return int(rows[0][0]) if rows else 0


def balances(connection: Connection, prefix: str) -> list[Held]:
    """The place `prefix` and all places under it: `table:7` gives its tray, held, layout and rake."""
    return [Held(*row) for row in _ask(connection, _BALANCES, prefix)]


def as_of(
    connection: Connection,
    path: str,
    asset: str,
    *,
    recorded_at: datetime | None = None,
    effective_at: datetime | None = None,
) -> AsOf:
    """The balance at a time, inclusive. Give exactly one of the two times, with its zone.

    By recorded time two index look-ups, however long the history; by effective time a sum over the account's transfers.
    Raises Refused: naive_time, malformed.
    """
    time = recorded_at if effective_at is None else effective_at
    if time is None or (recorded_at is not None and effective_at is not None):
        raise Refused("malformed", "Give either recorded_at or effective_at.")
    if time.utcoffset() is None:
        raise Refused("naive_time", "The time needs a zone.")
    if effective_at is not None:
        total, summed = _ask(connection, _AS_EFFECTIVE, path, asset, time)[0]
        return AsOf(total, "effective_at", summed)
    rows = _ask(connection, _AS_RECORDED, path, asset, time)
    return AsOf(rows[0][0] if rows else 0, "recorded_at", None)


def statement(connection: Connection, path: str, asset: str, *, after: int = 0, limit: int = 100) -> list[Line]:
    """The account's transfers past version `after`, oldest first, at most `limit` (1 to 1000).

    The next page is after the last line's version. Nothing can appear in front of it: versions have no gaps.
    """
    if not 1 <= limit <= LARGEST_PAGE:
        raise Refused("malformed", f"A page has 1 to {LARGEST_PAGE} lines.")
    return [Line(*row) for row in _ask(connection, _STATEMENT, path, asset, after, limit)]


def trial_balance(connection: Connection) -> list[Trial]:
    """One line per asset."""
    return [Trial(*row) for row in _ask(connection, _TRIAL)]


def conservation(connection: Connection, asset: str) -> Conservation:
    """Whether everything that came from outside lies somewhere in the house."""
    sums: dict[str, int] = dict(_ask(connection, _CONSERVATION, asset))
    return Conservation(asset, -sums.pop("outside", 0), sums)


def _ask(connection: Connection, sql: str, *parameters: Any) -> list[Row]:
    line = wire(connection)
    return line.rows(line.exchange([(sql, parameters)])[0])
