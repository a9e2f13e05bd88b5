"""What the papers of a shift offer as causes of a difference between its rounds and its inventory."""

from dataclasses import asdict
from typing import Any

from django.db.backends.utils import CursorWrapper

from casino.count.causes import Paper, causes
from casino.count.master import Shift
from casino.profile import versions

MOST = 5
"""Papers of one kind that fit a difference: the first ones; more would hide what is left to look at."""

# Slips that did not end at this shift as they began, and those of this size that another table got in the same day.
SLIPS = """
select initcap(l.kind) || ' ' || l.year || '/' || l.number || case
           when l.shift_id <> %(shift)s then ' at table ' || l.table_code
           when l.state = 'done' then ' (taken back)' else ' (' || l.state || ')' end,
       l.amount, case when l.kind = 'fill' then 1 else -1 end
from cage_slip l
where l.amount = %(size)s and (
      l.shift_id = %(shift)s and (l.state <> 'done' or exists (
          select from cage_slip r where r.reverses_id = l.id and r.state = 'done'))
   or l.shift_id <> %(shift)s and l.day = %(day)s and l.state = 'done')
order by l.shift_id <> %(shift)s, l.id limit %(most)s
"""
# What a single event paid into a seat's purse; its own reserve coming back is no payout.
PAYOUTS = """
select format('Round %%s, event %%s, seat %%s', r.id, e.n, m->>3), sum((m->>4)::bigint)::bigint * s.chip
from pit_shift s join pit_round r on r.shift_id = s.id join pit_event e on e.round_id = r.id
cross join lateral jsonb_array_elements(e.movements) m
where s.id = %(shift)s and m->>2 = 'purse' and not (m->>0 in ('held', 'purse') and m->>1 = m->>3)
group by r.id, e.n, m->>3, s.chip having sum((m->>4)::bigint) * s.chip = %(size)s
order by r.id, e.n limit %(most)s
"""
OVERRIDES = """
select format('Payout by hand %%s in round %%s', o.id, o.round_id), abs(o.paid - o.engine),
       case when o.paid > o.engine then -1 else 1 end
from pit_override o where o.shift_id = %(shift)s and abs(o.paid - o.engine) = %(size)s order by o.id limit %(most)s
"""
COUNTED = """
select distinct k::bigint from pit_count c cross join lateral jsonb_object_keys(c.lines) k where c.shift_id = %(shift)s
"""


def candidates(cursor: CursorWrapper, shift: Shift, difference: int) -> list[dict[str, str]]:
    """Causes that would make exactly `difference` (minor units, not 0) at this shift, from its own papers."""
    which: dict[str, Any] = {"shift": shift.id, "day": shift.day, "size": abs(difference), "most": MOST}
    cursor.execute(COUNTED, which)
    counted = [chip for (chip,) in cursor.fetchall()] or versions.at_version(shift.profile).denominations
    found = causes(
        difference, slips=_papers(cursor, SLIPS, which), payouts=_papers(cursor, PAYOUTS, which),
        overrides=_papers(cursor, OVERRIDES, which), denominations=counted,
    )  # fmt: skip
    return [asdict(cause) for cause in found]


def _papers(cursor: CursorWrapper, sql: str, which: dict[str, Any]) -> list[Paper]:
    cursor.execute(sql, which)
    return [Paper(*row) for row in cursor.fetchall()]
