"""A table's layout and reserves are empty again once its rounds of the day are over."""

from typing import Any

from django.db.backends.utils import CursorWrapper

from casino.night.checks.found import Finding, Found

# What the day's rounds left behind, by account: rounds of another day may already lie there.
LEFT = """
select a.path, sum(case when t.debit_id = a.id then t.amount else -t.amount end)::bigint, count(*)
from pit_shift s
join pit_round r on r.shift_id = s.id
join ledger_posting p on p.scope = 'round:' || r.id
join ledger_transfer t on t.posting_id = p.id
join ledger_account a on a.id in (t.debit_id, t.credit_id)
where s.table_id = %s and s.day = %s and (a.path like '%%:layout' or a.path like '%%:held')
group by a.path order by a.path
"""


def check(cursor: CursorWrapper, table: int, code: str, day: Any) -> Found:
    """Amounts in minor units."""
    found = Found("layouts", "Layout and reserves are empty after the last round.")
    cursor.execute(LEFT, [table, day])
    for path, left, transfers in cursor.fetchall():
        found.looked_at += 1
        found.evidence[path] = {"left": str(left), "transfers": transfers}
        if left:
            found.add(Finding(
                "not_empty", f"account:{path}", f"The rounds of table {code} left {left} in {path}.", "pit",
                {"left": str(left)},
            ))  # fmt: skip
    return found
