"""What the rows of an export add up to, by asset and account, computed by PostgreSQL in the export's own snapshot."""

from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import psycopg

from ledger.exports.scope import Scope

_FROM: Final = """
from ledger_transfer t join ledger_account d on d.id = t.debit_id join ledger_account c on c.id = t.credit_id
join ledger_asset s on s.id = t.asset_id
"""
_BY_POSTING: Final = "join ledger_posting p on p.id = t.posting_id"
# Two look-ups in the unique (account, version) indexes give an account's balance at a version.
_ACCOUNTS: Final = """
with side as (
    select t.debit_id as account, t.amount as debit, 0::bigint as credit, t.debit_version as version
      {source} where {where}
    union all
    select t.credit_id, 0, t.amount, t.credit_version {source} where {where}
), total as (
    select account, sum(debit) as debits, sum(credit) as credits, count(*) as rows, min(version) as first,
           max(version) as last
      from side group by account
)
select a.path, s.code, total.first - 1,
  coalesce((select debit_balance - amount from ledger_transfer where debit_id = a.id and debit_version = first),
           (select credit_balance + amount from ledger_transfer where credit_id = a.id and credit_version = first)),
       total.debits::text, total.credits::text, total.rows, total.last,
  coalesce((select debit_balance from ledger_transfer where debit_id = a.id and debit_version = last),
           (select credit_balance from ledger_transfer where credit_id = a.id and credit_version = last)),
       total.last - total.first + 1 - total.rows, a.floor, a.ceiling
  from total join ledger_account a on a.id = total.account join ledger_asset s on s.id = a.asset_id
 order by a.path, s.code
"""
_ASSETS: Final = """
select s.code, s.places, count(*), sum(t.amount)::text {source} where {where} group by s.code, s.places order by s.code
"""


class AssetTotal(NamedTuple):
    """One asset: its decimals, its rows, the sum of their amounts in minor units (it may pass 64 bits)."""

    asset: str
    places: int
    rows: int
    amount: int


class AccountTotal(NamedTuple):
    """One account over the export. `elsewhere`: what rows outside the export moved between its first and last row."""

    path: str
    asset: str
    opening_version: int
    opening_balance: int
    debits: int
    credits: int
    rows: int
    closing_version: int
    closing_balance: int
    versions_elsewhere: int
    elsewhere: int
    floor: int | None
    ceiling: int | None


@dataclass(frozen=True, slots=True)
class Totals:
    """Rows, assets and accounts of an export, both in order of name; `taken`: when its snapshot was taken, UTC."""

    taken: str
    assets: tuple[AssetTotal, ...]
    accounts: tuple[AccountTotal, ...]

    @property
    def rows(self) -> int:
        return sum(asset.rows for asset in self.assets)


def totals(snap: psycopg.Connection[Any], scope: Scope) -> Totals:
    """Two queries over the rows of `scope`."""
    where, given = scope.where()
    parts = {"source": _FROM + (_BY_POSTING if scope.by_posting else ""), "where": where}
    assets = tuple(
        AssetTotal(code, places, rows, int(amount))
        for code, places, rows, amount in snap.execute(_ASSETS.format(**parts), given)
    )
    accounts = tuple(_account(row) for row in snap.execute(_ACCOUNTS.format(**parts), given))
    ((taken,),) = snap.execute("select transaction_timestamp()::text").fetchall()
    return Totals(taken, assets, accounts)


def _account(row: tuple[Any, ...]) -> AccountTotal:
    path, asset, version, opening, debit, credit, rows, last, closing, elsewhere, floor, ceiling = row
    debit, credit = int(debit), int(credit)
    moved = closing - opening - debit + credit
    return AccountTotal(
        path, asset, version, opening, debit, credit, rows, last, closing, elsewhere, moved, floor, ceiling
    )
