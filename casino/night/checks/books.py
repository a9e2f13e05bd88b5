"""The books of the day: every asset sums to zero, and each account's history holds without a gap."""

from typing import Any

from django.db.backends.utils import CursorWrapper

from casino.night.checks.found import Finding, Found

TRIAL = """
select c.code, sum(a.balance)::bigint, count(*)
from ledger_account a join ledger_asset c on c.id = a.asset_id group by c.code order by c.code
"""
# Accounts that the day moved, from the version before its first movement on to the account's own.
HISTORY = """
with touched as materialized (
    select side.account_id, min(side.version) as low
    from ledger_posting p
    join ledger_transfer t on t.posting_id = p.id
    cross join lateral (values (t.debit_id, t.debit_version), (t.credit_id, t.credit_version))
        as side (account_id, version)
    where p.period = %(day)s group by side.account_id
), side as (
    select w.account_id, w.low, t.id, t.recorded_at, t.debit_version as version, t.debit_balance as balance,
           t.amount as change
    from touched w join ledger_transfer t on t.debit_id = w.account_id and t.debit_version >= w.low - 1
    union all
    select w.account_id, w.low, t.id, t.recorded_at, t.credit_version, t.credit_balance, -t.amount
    from touched w join ledger_transfer t on t.credit_id = w.account_id and t.credit_version >= w.low - 1
), step as (
    select account_id, low, id, recorded_at, version, balance, change,
           lag(version) over (partition by account_id order by version, id) as version_before,
           lag(balance) over (partition by account_id order by version, id) as balance_before,
           lead(version) over (partition by account_id order by version, id) as version_after
    from side
)
select a.path, c.code, step.id, step.version, step.balance, step.change, step.version_before, step.balance_before,
       a.version, a.balance, b.floor, b.ceiling
from step join ledger_account a on a.id = step.account_id join ledger_asset c on c.id = a.asset_id
join ledger_bounds b on b.account_id = a.id and step.recorded_at >= b.since and step.recorded_at < b.until
where step.version >= step.low and (
      step.version_before is distinct from nullif(step.version - 1, 0)
   or step.balance <> coalesce(step.balance_before, 0) + step.change
   or step.change < 0 and step.balance < b.floor or step.change > 0 and step.balance > b.ceiling
   or step.version_after is null and (step.version, step.balance) is distinct from (a.version, a.balance))
order by step.id limit %(most)s
"""
COUNTS = """
select count(distinct p.id), count(t.id) from ledger_posting p left join ledger_transfer t on t.posting_id = p.id
where p.period = %s
"""
BARE = """
select p.id from ledger_posting p where p.period = %s
and not exists (select from ledger_transfer t where t.posting_id = p.id) order by p.id limit 100
"""


def trial_balance(cursor: CursorWrapper) -> Found:
    """Every asset over all accounts: zero, because each transfer takes what it gives."""
    found = Found("trial_balance", "Every asset sums to zero over all accounts.")
    cursor.execute(TRIAL)
    for asset, total, accounts in cursor.fetchall():
        found.looked_at += accounts
        found.evidence[asset] = {"total": str(total), "accounts": accounts}
        if total:
            found.add(Finding(
                "not_zero", f"asset:{asset}", f"All accounts in {asset} together hold {total}, not 0.", "accounting",
                {"total": str(total)},
            ))  # fmt: skip
    return found


def history(cursor: CursorWrapper, day: Any, most: int = 200) -> Found:
    """Each account that the day moved: versions without a gap, balances that follow, bounds kept, no bare posting."""
    found = Found("books", "Every account that the day moved has a history without a gap, and kept its bounds.")
    cursor.execute(COUNTS, [day])
    postings, found.looked_at = cursor.fetchone()
    found.evidence = {"postings": postings, "transfers": found.looked_at}
    cursor.execute(HISTORY, {"day": day, "most": most})
    for row in cursor.fetchall():
        found.add(_broken(*row))
    cursor.execute(BARE, [day])
    for (posting,) in cursor.fetchall():
        found.add(Finding("posting_bare", f"posting:{posting}", f"Posting {posting} has no transfers.", "accounting"))
    return found


def _broken(
    path: str, asset: str, transfer: int, version: int, balance: int, change: int, version_before: int | None,
    balance_before: int | None, own_version: int, own_balance: int, floor: int | None, ceiling: int | None,
) -> Finding:  # fmt: skip
    """Names the first thing that is wrong at this transfer of an account."""
    what = f"{path} ({asset})"
    if version_before != (version - 1 or None):
        code, sentence = "version_gap", f"{what} goes from version {version_before or 0} to {version}."
    elif balance != (balance_before or 0) + change:
        code = "balance_broken"
        sentence = f"{what} held {balance_before or 0}, moved by {change} and is written down with {balance}."
    elif change < 0 and floor is not None and balance < floor:
        code, sentence = "floor_crossed", f"{what} fell to {balance}, below its floor of {floor}."
    elif change > 0 and ceiling is not None and balance > ceiling:
        code, sentence = "ceiling_crossed", f"{what} rose to {balance}, above its ceiling of {ceiling}."
    else:
        code = "account_differs"
        sentence = f"{what} says {own_balance} at version {own_version}; its last transfer {balance} at {version}."
    return Finding(code, f"transfer:{transfer}", sentence, "accounting")
