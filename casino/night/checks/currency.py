"""Currency: every cash movement with the public has its line and every line its movement; the lists can be made."""

from datetime import date

from django.db.backends.utils import CursorWrapper

from casino.night.checks.found import Finding, Found
from casino.people import currency_lists
from casino.people.actors import HOUSE

# A void's posting mirrors the line's: the cash went the other way.
APART = """
with crossed as (
    select p.id, sum(side.came)::bigint as came
    from ledger_posting p join ledger_transfer t on t.posting_id = p.id
    cross join lateral (values (t.credit_id, t.amount), (t.debit_id, -t.amount)) as side (account, came)
    join ledger_account a on a.id = side.account
    where a.path like 'outside:patrons:%%' and p.period = %(day)s group by p.id
), line as (
    select posting, id, case when (direction = 'in') = (voids_id is null) then amount else -amount end as came,
           player_id is null and description = '' as nameless
    from people_currencyline where day = %(day)s
)
select coalesce(c.id, l.posting), l.id, c.came, l.came, coalesce(l.nameless, false)
from crossed c full join line l on l.posting = c.id
where c.came is distinct from l.came or l.nameless order by 1
"""
LINES = "select count(*) from people_currencyline where day = %s"


def check(cursor: CursorWrapper, day: date) -> Found:
    """Amounts in minor units. Says how many are listed, never who: the lists are compliance's."""
    found = Found("currency", "Every cash movement with the public has its line; the day's lists are made.")
    cursor.execute(LINES, [day])
    (found.looked_at,) = cursor.fetchone()
    cursor.execute(APART, {"day": day})
    for posting, line, moved, written, nameless in cursor.fetchall():
        if nameless:
            said, code = f"Line {line} says neither who it was nor what he looked like.", "line_nameless"
        else:
            said, code = f"Posting {posting} moved {moved or 0} of cash; its line says {written or 0}.", "line_differs"
        found.add(Finding(code, f"posting:{posting}", said, "compliance"))
    # Near the line is for compliance alone: that it can be made is all that the night says of it.
    currency_lists.near(first=day, last=day, reader=HOUSE)
    found.evidence = {
        "reported": len(currency_lists.ctr(day=day, reader=HOUSE)),
        "logged": len(currency_lists.mtl(day=day, reader=HOUSE)),
    }
    return found
