"""A table's shifts of the day: the inventory as the count room has it, the win as the books moved it."""

from dataclasses import dataclass
from datetime import date

from django.db.backends.utils import CursorWrapper

from casino.count import master

# What the rounds of each shift brought to tray and reserve, and the fees: from the postings, not from the rounds.
POSTED = """
select s.id,
       sum(case when d.path in (own.tray, own.held) then m.amount else 0 end
         - case when k.path in (own.tray, own.held) then m.amount else 0 end)::bigint,
       sum(case when d.path = own.rake then m.amount else 0 end
         - case when k.path = own.rake then m.amount else 0 end)::bigint
from pit_shift s
join pit_table t on t.id = s.table_id
cross join lateral (select 'table:' || lower(t.code) || ':tray' as tray, 'table:' || lower(t.code) || ':held' as held,
                           'table:' || lower(t.code) || ':rake' as rake) own
join pit_round r on r.shift_id = s.id
join ledger_posting p on p.scope = 'round:' || r.id
join ledger_transfer m on m.posting_id = p.id
join ledger_account d on d.id = m.debit_id
join ledger_account k on k.id = m.credit_id
where s.table_id = %s and s.day = %s group by s.id
"""


@dataclass(frozen=True, slots=True)
class Worked:
    """One shift, in minor units: `won` and `fee` as posted; `by_hand` is what was paid beyond the engine."""

    shift: master.Shift
    won: int
    fee: int

    @property
    def difference(self) -> int:
        """Inventory less what the rounds won; 0 where it is unknown or the house is no party."""
        counted = self.shift.counted.win
        return 0 if self.shift.peer or counted is None else counted - self.won

    @property
    def apart(self) -> int | None:
        """Inventory less what it must show by the postings; None where something was not counted."""
        counted, due = self.shift.counted.win, self.due
        return None if counted is None or due is None else counted - due

    @property
    def due(self) -> int | None:
        """What the inventory must show: won, less what was paid by hand, and the differences counted."""
        if self.shift.peer:
            return self.won
        if self.shift.closer_difference is None or self.shift.drop is None:
            return None
        return self.won - self.shift.by_hand + self.shift.closer_difference + self.shift.drop - self.shift.drop_recorded

    def missing(self) -> list[str]:
        """Why the win from inventory (for a peer game: the fee) is not known, in sentences; empty when it is."""
        shift, which = self.shift, f"Shift {self.shift.number}"
        if shift.peer:
            counted = shift.fee_counted is not None or not self.fee
            return [] if counted else [f"{which}: the rake is awaited, its fees of {self.fee} are not counted."]
        reasons = []
        if shift.opener is None:
            reasons.append(f"{which} has no opener.")
        if shift.closer is None:
            reasons.append(f"{which} has no closer.")
        if shift.drop is None and shift.boxes:
            reasons.append(f"{which}: the drop is awaited, {shift.boxes_counted} of {shift.boxes} boxes are counted.")
        elif shift.drop is None:
            reasons.append(f"{which} had no drop box.")
        if shift.slips_open:
            reasons.append(f"{which}: {shift.slips_open} slips are under way.")
        return reasons


def worked(cursor: CursorWrapper, table: int, code: str, day: date) -> list[Worked]:
    """The table's shifts of the day, in order."""
    cursor.execute(POSTED, [table, day])
    posted = {shift: (won, fee) for shift, won, fee in cursor.fetchall()}
    return [
        Worked(shift, *posted.get(shift.id, (0, 0)))
        for shift in master.shifts(first=day, last=day)
        if shift.table == code
    ]
