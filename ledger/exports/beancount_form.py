"""Beancount: a transaction a posting, every account opened, every closing balance asserted; `bean-check` judges it."""

from datetime import timedelta
from typing import Any, BinaryIO, Final

import psycopg

from ledger.exports.journal import BROUGHT_FORWARD, ELSEWHERE, Entry, commodity, decimal, entries
from ledger.exports.rows import Span
from ledger.exports.scope import Scope
from ledger.exports.text import NO_ACTIVITY, Progress, sealed_lines
from ledger.exports.totals import totals

_OPENED: Final = "1970-01-01"
_ESCAPES: Final = str.maketrans({"\\": "\\\\", '"': '\\"', **{chr(point): " " for point in range(32)}})


def write(snap: psycopg.Connection[Any], scope: Scope, out: BinaryIO, progress: Progress | None) -> int:
    """Transfers as a Beancount file; returns the rows."""
    summed = totals(snap, scope)
    places = {asset.asset: asset.places for asset in summed.assets}
    out.write(f'option "title" "Ledger: {" ".join(scope.words())}"\n; taken {summed.taken}\n'.encode())
    names = [(account.path, account.asset) for account in summed.accounts]
    names += [(path, asset) for path in (BROUGHT_FORWARD, ELSEWHERE) for asset in places]
    for path in sorted({path for path, _ in names}):
        held = ",".join(sorted(commodity(asset) for name, asset in names if name == path))
        out.write(f"{_OPENED} open {account_name(path)} {held}\n".encode())
    last, done, span = None, 0, Span(summed.reached.leaves)
    for done, entry in entries(snap, scope, span):
        out.write(_transaction(entry, places).encode())
        last = entry.day if last is None else max(last, entry.day)
        if progress is not None:
            progress(done, summed.rows)
    out.writelines(f"; {' '.join(line)}\n".encode() for line in sealed_lines(snap, summed, span))
    if last is None:
        out.write(f"; {NO_ACTIVITY}\n".encode())
        return 0
    after = last + timedelta(days=1)
    for account in summed.accounts:
        amount = decimal(account.closing_balance, places[account.asset])
        out.write(f"{after} balance {account_name(account.path)} {amount} ~ 0 {commodity(account.asset)}\n".encode())
    out.write(f"; {summed.rows} rows\n".encode())
    return done


def account_name(path: str) -> str:
    """A path as an account: the world outside under Equity, every place of the house under Assets.

    Words begin with a capital letter or digit there; one that begins with a dash gets XX before it, which no path has.
    """
    root = "Equity" if path.startswith("outside:") or path in (BROUGHT_FORWARD, ELSEWHERE) else "Assets"
    return ":".join([root, *("XX" + word if word[:1] in ("-", "") else word.capitalize() for word in path.split(":"))])


def _transaction(entry: Entry, places: dict[str, int]) -> str:
    lines = [f'{entry.day} * "{entry.kind}" "{entry.reason.translate(_ESCAPES)}"']
    if entry.posting:
        lines += [
            f'  posting: "{entry.posting}"', f'  actor: "{entry.actor}"', f'  effective: "{entry.effective_at}"',
            f'  recorded: "{entry.recorded_at}"',
        ]  # fmt: skip
    lines += [
        f"  {account_name(leg.path)}  {decimal(leg.change, places[leg.asset])} {commodity(leg.asset)}"
        for leg in entry.legs
    ]
    return "\n".join(lines) + "\n"
