"""Fills and credit slips of the day: numbers without a gap, all signatures over one amount, the chips as signed."""

from datetime import date

from django.db.backends.utils import CursorWrapper

from casino.night.checks.found import Finding, Found

MISSING = """
select g.number from cage_slipyear y cross join lateral generate_series(1, y.last) as g (number)
where y.year = %s and not exists (select from cage_slip l where l.year = y.year and l.number = g.number)
order by g.number limit 100
"""
# A slip that is done: who has not signed it over its amount, and what its one posting moved.
SLIPS = """
select l.id, l.year || '/' || l.number, l.kind, l.state, l.amount,
       (select string_agg(step, ', ') from jsonb_array_elements_text(l.steps) as asked (step)
        where not exists (select from cage_slipsignature g
                          where g.slip_id = l.id and g.step = asked.step and g.amount = l.amount)),
       (select sum(t.amount)::bigint from ledger_posting p join ledger_transfer t on t.posting_id = p.id
        where p.scope = 'slip:' || l.id and p.key = 'done'),
       (select count(*) - count(distinct g.login_id) from cage_slipsignature g
        where g.slip_id = l.id and g.step not in ('void', 'void_witness')),
       exists (select from cage_slipsignature g where g.slip_id = l.id and g.amount <> l.amount)
       or (select count(distinct g.login_id) = 2 from cage_slipsignature g
           where g.slip_id = l.id and g.step in ('void', 'void_witness'))
from cage_slip l where l.day = %s order by l.id
"""


def check(cursor: CursorWrapper, day: date) -> Found:
    """Amounts in minor units. Slips under way leave this check unknown, and their table's tie-out."""
    found = Found("slips", "Slip numbers have no gap; every slip was signed by all and moved what was signed.")
    cursor.execute(MISSING, [day.year])
    for (number,) in cursor.fetchall():
        which = f"{day.year}/{number}"
        found.add(Finding("slip_missing", f"slip:{which}", f"Slip {which} is missing.", "vault"))
    cursor.execute(SLIPS, [day])
    for slip, number, kind, state, amount, unsigned, moved, twice, void_signed in cursor.fetchall():
        found.looked_at += 1
        where = f"slip:{slip}"
        if state not in ("done", "void"):
            found.missing.append(f"{kind.title()} {number} is still on its way: {state}.")
        if twice:
            found.add(Finding("slip_signed_twice", where, f"One person signed {kind} {number} twice.", "vault"))
        if state == "void" and not void_signed:
            said = f"{kind.title()} {number} is void without two signatures and without another amount."
            found.add(Finding("slip_void_unsigned", where, said, "vault"))
        if state == "done" and unsigned:
            found.add(Finding(
                "slip_unsigned", where, f"{kind.title()} {number} is done without the signatures: {unsigned}.", "vault"
            ))  # fmt: skip
        if (moved or 0) != (amount if state == "done" else 0):
            said = f"{kind.title()} {number} is {state} over {amount}; the books moved {moved or 0}."
            found.add(Finding("slip_differs", where, said, "accounting", {"signed": str(amount), "moved": str(moved)}))
    return found
