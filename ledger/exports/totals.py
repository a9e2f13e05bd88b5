"""What the rows of an export add up to, by asset and account, computed by PostgreSQL in the export's own snapshot."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import psycopg

from ledger.exports.reach import LATE, Reach, reach
from ledger.exports.scope import Scope

# Two look-ups in the unique (account, version) indexes give an account's balance at a version.
_ACCOUNTS: Final = """
with {late}, unsealed as (
    select account, count(*) as versions, sum(change) as change, min(t.recorded_at) as since
      from late join ledger_transfer t on t.posting_id = late.id,
           lateral (values (t.debit_id, t.amount), (t.credit_id, -t.amount)) moved (account, change)
     group by account
), side as (
    select t.debit_id as account, sum(t.amount) as debits, 0 as credits, count(*) as rows,
           min(t.debit_version) as first, max(t.debit_version) as last
      from {sources} where {where} group by 1
    union all
    select t.credit_id, 0, sum(t.amount), count(*), min(t.credit_version), max(t.credit_version)
      from {sources} where {where} group by 1
    {others}
), total as (
    select account, sum(debits)::text as debits, sum(credits)::text as credits, sum(rows)::bigint as rows,
           coalesce(min(first), 1) as first, coalesce(max(last), 0) as last
      from side group by account
)
select a.path, s.code, total.first - 1,
  coalesce((select debit_balance - amount from ledger_transfer where debit_id = a.id and debit_version = first),
           (select credit_balance + amount from ledger_transfer where credit_id = a.id and credit_version = first), 0),
       total.debits, total.credits, total.rows, total.last,
  coalesce((select debit_balance from ledger_transfer where debit_id = a.id and debit_version = last),
           (select credit_balance from ledger_transfer where credit_id = a.id and credit_version = last), 0),
       total.last - total.first + 1 - total.rows, a.version - coalesce(unsealed.versions, 0),
       (a.balance - coalesce(unsealed.change, 0))::bigint, b.floor, b.ceiling
  from total join ledger_account a on a.id = total.account join ledger_asset s on s.id = a.asset_id
  left join unsealed on unsealed.account = a.id
  join ledger_bounds b on b.account_id = a.id
   and case when unsealed.since is null then b.until = 'infinity'
            else unsealed.since > b.since and unsealed.since <= b.until end
 where total.rows > 0 or a.version <> coalesce(unsealed.versions, 0) or a.balance <> coalesce(unsealed.change, 0)
 order by a.path, s.code
"""
# An export of everything also names accounts that hold something and were never moved: there can't be any.
_OTHERS: Final = """
    union all
    select id, 0, 0, 0, null, null from ledger_account where balance <> 0 or version <> 0
"""


class AssetTotal(NamedTuple):
    """One asset: its decimals, its rows, the sum of their amounts in minor units (it may pass 64 bits)."""

    asset: str
    places: int
    rows: int
    amount: int


class AccountTotal(NamedTuple):
    """One account over the export, in minor units.

    `elsewhere`: what rows outside the export moved between its first and last row. `held`: what the account itself
    says, at the moment of the export, less what the checkpoint does not reach; `floor` and `ceiling` are those it had
    then.
    """

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
    held_version: int
    held: int
    floor: int | None
    ceiling: int | None


@dataclass(frozen=True, slots=True)
class Totals:
    """Rows, assets and accounts of an export, both in order of name.

    `taken`: when its snapshot was taken, UTC; `reached`: how far that reaches in the log.
    """

    taken: str
    reached: Reach
    assets: tuple[AssetTotal, ...]
    accounts: tuple[AccountTotal, ...]

    @property
    def rows(self) -> int:
        return sum(asset.rows for asset in self.assets)


def totals(snap: psycopg.Connection[Any], scope: Scope) -> Totals:
    """Adds the rows of `scope` up, by account and then by asset."""
    where, given = scope.where()
    others = "" if scope.plain() else _OTHERS
    reached = reach(snap)
    query = _ACCOUNTS.format(late=LATE, sources=scope.sources(), where=where, others=others)
    accounts = tuple(_account(row) for row in snap.execute(query, {**given, "reach": reached.leaves}))
    places = dict(snap.execute("select code, places from ledger_asset").fetchall())
    ((taken,),) = snap.execute("select transaction_timestamp()::text").fetchall()
    return Totals(taken, reached, tuple(_assets(accounts, places)), accounts)


def _account(row: tuple[Any, ...]) -> AccountTotal:
    path, asset, version, opening, debit, credit, rows, last, closing, others, held_version, held, *bounds = row
    debit, credit = int(debit), int(credit)
    moved = closing - opening - debit + credit
    return AccountTotal(
        path, asset, version, opening, debit, credit, rows, last, closing, others, moved, held_version, held, *bounds
    )


def _assets(accounts: tuple[AccountTotal, ...], places: dict[str, int]) -> Iterator[AssetTotal]:
    """Every row has one debit and one credit: an asset has half its accounts' rows, and all their debits."""
    for code in sorted({account.asset for account in accounts if account.rows}):
        own = [account for account in accounts if account.asset == code]
        yield AssetTotal(
            code, places[code], sum(account.rows for account in own) // 2, sum(account.debits for account in own)
        )
