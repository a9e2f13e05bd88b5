"""The day's exceptions that nobody has signed off yet: counts that differ, payouts by hand, papers made void."""

from datetime import date

from django.db.backends.utils import CursorWrapper

from casino.night.checks.found import Finding, Found

OPEN = """
select e.subject, e.what, e.before, e.after, e.why from count_exception e
left join count_signoff s on s.subject = e.subject
where e.day = %s and s.subject is null order by e.at, e.subject
"""
OWNERS = {
    "count": "pit",
    "drop": "accounting",
    "rake": "accounting",
    "drawer": "vault",
    "override": "pit",
    "slip": "vault",
    "line": "compliance",
}


def check(cursor: CursorWrapper, day: date) -> Found:
    """Each open exception of the register is a case under its own name there, where it is signed off."""
    found = Found("register", "No exception of the day is open.")
    cursor.execute(OPEN, [day])
    for subject, what, before, after, why in cursor.fetchall():
        found.looked_at += 1
        kind = subject.partition(":")[0]
        said = f"{what[0].upper()}{what[1:]}: {before} became {after}{'' if not why else f', because: {why}'}."
        facts = {"before": str(before), "after": str(after), "why": why}
        found.add(Finding(f"{kind}_exception", subject, said, OWNERS.get(kind, "accounting"), facts))
    return found
