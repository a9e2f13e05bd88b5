"""An hledger journal: accounts and commodities declared, balances asserted; `hledger check --strict` judges it.

An export of one gaming day asserts the running balance at every leg. Over several days a late count may be dated before
rows that the books took earlier, and hledger asserts in order of dates: there only the closing balances are asserted.
"""

from datetime import date
from typing import Any, BinaryIO, Final

import psycopg

from ledger.exports.journal import BROUGHT_FORWARD, ELSEWHERE, Entry, Leg, commodity, decimal, entries
from ledger.exports.rows import Span
from ledger.exports.scope import Scope
from ledger.exports.text import NO_ACTIVITY, Progress, sealed_lines
from ledger.exports.totals import totals

_PLAIN: Final = str.maketrans({";": ",", "|": "/", **{chr(point): " " for point in range(32)}})


def write(snap: psycopg.Connection[Any], scope: Scope, out: BinaryIO, progress: Progress | None) -> int:
    """Transfers as an hledger journal; returns the rows."""
    summed = totals(snap, scope)
    places = {asset.asset: asset.places for asset in summed.assets}
    out.write(f"; Ledger: {' '.join(scope.words())}, taken {summed.taken}\n".encode())
    for asset, decimals in places.items():
        out.write(f'commodity {decimal(1000 * 10**decimals, decimals)} "{commodity(asset)}"\n'.encode())
    paths = {account.path for account in summed.accounts} | ({BROUGHT_FORWARD, ELSEWHERE} if places else set())
    for path in sorted(paths):
        out.write(f"account {account_name(path)}\n".encode())
    last, done, span = None, 0, Span(summed.reached.leaves)
    for done, entry in entries(snap, scope, span):
        out.write(_transaction(entry, places, asserted=scope.day is not None).encode())
        last = entry.day if last is None else max(last, entry.day)
        if progress is not None:
            progress(done, summed.rows)
    out.writelines(f"; {' '.join(line)}\n".encode() for line in sealed_lines(snap, summed, span))
    if last is None:
        out.write(f"; {NO_ACTIVITY}\n".encode())
        return 0
    closing = tuple(Leg(account.path, account.asset, 0, account.closing_balance) for account in summed.accounts)
    out.write(_transaction(Entry(last, "", "closing balances", "", closing), places, asserted=True).encode())
    out.write(f"; {summed.rows} rows\n".encode())
    return done


def account_name(path: str) -> str:
    """A path as an account: the world outside under equity, every place of the house under assets."""
    return f"{'equity' if path.startswith('outside:') or path in (BROUGHT_FORWARD, ELSEWHERE) else 'assets'}:{path}"


def _transaction(entry: Entry, places: dict[str, int], *, asserted: bool) -> str:
    return "\n".join([_head(entry, entry.day), *(_leg(leg, places[leg.asset], asserted) for leg in entry.legs), "", ""])


def _head(entry: Entry, day: date) -> str:
    words = f"{entry.kind} | {entry.reason.translate(_PLAIN)}" if entry.reason else entry.kind
    if not entry.posting:
        return f"{day} * {words}"
    return (
        f"{day} * ({entry.posting}) {words}"
        f"  ; actor:{entry.actor}, effective:{entry.effective_at}, recorded:{entry.recorded_at}"
    )


def _leg(leg: Leg, places: int, asserted: bool) -> str:
    unit = f'"{commodity(leg.asset)}"'
    line = f"    {account_name(leg.path)}  {decimal(leg.change, places)} {unit}"
    return f"{line} = {decimal(leg.balance, places)} {unit}" if asserted and leg.balance is not None else line
