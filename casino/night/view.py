"""What the night's screens show: the days, how far each one's reconciliation is, what it left. Reading only."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from casino.books.act import see

DAYS: Final = """
select p.day, p.state, n.id, n.state, n.ended_at,
       (select count(*) from night_part x where x.night_id = n.id),
       (select count(*) from night_part x where x.night_id = n.id and x.state = 'done'),
       (select count(*) from night_case k join night_check c on c.id = k.check_made_id
        join night_part x on x.id = c.part_id and x.run = c.run where x.night_id = n.id),
       exists (select from night_report r where r.night_id = n.id),
       (select count(*) from pit_shift s where s.day = p.day and s.state <> 'closed')
from ledger_period p left join night_night n on n.day = p.day and n.kind = 'night'
order by p.day desc limit 60
"""


@dataclass(frozen=True, slots=True)
class DayView:
    """A gaming day of the books and its night: parts done of all, exceptions left, open tables, report there or not."""

    day: date
    state: str
    night: int | None
    night_state: str | None
    ended_at: datetime | None
    parts: int
    done: int
    cases: int
    report: bool
    open_tables: int


def days() -> list[DayView]:
    """The last sixty gaming days, newest first."""
    (rows,) = see((DAYS, {}))
    return [DayView(*row) for row in rows]
