"""A table's shifts of the day with their counts, slips and boxes, as pit, cage and count room wrote them."""

import json
from dataclasses import dataclass
from typing import Any

from django.db.backends.utils import CursorWrapper

from casino.count.win import Win, win

# The house's chips that the rounds moved (tray and reserve), and the fees: from the postings, not from the rounds.
SHIFTS = """
select s.id, s.number, s.game, s.edition, s.chip, f.data->>'model', o.amount, o.difference, o.escalation,
       c.amount, c.difference, c.escalation, slips.fills, slips.credits, slips.open, boxes.hung, boxes.counted,
       boxes.found, boxes.recorded, boxes.waiting, rounds.won, rounds.fee
from pit_shift s
join pit_table t on t.id = s.table_id
join profile_profile f on f.version = s.profile
left join pit_count o on o.shift_id = s.id and o.kind = 'opener'
left join pit_count c on c.shift_id = s.id and c.kind = 'closer'
cross join lateral (
    select coalesce(sum(l.amount) filter (where l.kind = 'fill' and l.state = 'done'), 0)::bigint as fills,
           coalesce(sum(l.amount) filter (where l.kind = 'credit' and l.state = 'done'), 0)::bigint as credits,
           jsonb_agg(l.number order by l.number) filter (where l.state not in ('done', 'void')) as open
    from cage_slip l where l.shift_id = s.id) slips
cross join lateral (
    select count(*) as hung, count(d.box_id) as counted, coalesce(sum(d.cash + d.chips), 0)::bigint as found,
           coalesce(sum(d.recorded), 0)::bigint as recorded,
           jsonb_agg(b.number order by b.number) filter (where d.box_id is null) as waiting
    from pit_box b left join count_drop d on d.box_id = b.id where b.shift_id = s.id) boxes
cross join lateral (
    select coalesce(sum(case when d.path in (own.tray, own.held) then m.amount else 0 end
                      - case when k.path in (own.tray, own.held) then m.amount else 0 end), 0)::bigint as won,
           coalesce(sum(case when d.path = own.rake then m.amount else 0 end
                      - case when k.path = own.rake then m.amount else 0 end), 0)::bigint as fee
    from pit_round r
    join ledger_posting p on p.scope = 'round:' || r.id
    join ledger_transfer m on m.posting_id = p.id
    join ledger_account d on d.id = m.debit_id
    join ledger_account k on k.id = m.credit_id
    cross join (select 'table:' || lower(t.code) || ':tray' as tray, 'table:' || lower(t.code) || ':held' as held,
                       'table:' || lower(t.code) || ':rake' as rake) own
    where r.shift_id = s.id) rounds
where s.table_id = %s and s.day = %s order by s.number
"""


@dataclass(frozen=True, slots=True)
class ShiftWorked:
    """One shift as it was counted. Differences are counted minus expected; amounts in minor units."""

    id: int
    number: int
    game: str
    edition: str
    chip: int
    model: str
    opener: int | None
    opener_difference: int | None
    opener_escalation: str | None
    closer: int | None
    closer_difference: int | None
    closer_escalation: str | None
    fills: int
    credits: int
    slips_open: list[int]
    boxes: int
    boxes_counted: int
    found: int
    recorded: int
    boxes_waiting: list[int]
    won: int
    fee: int

    @property
    def drop(self) -> int | None:
        """What was counted out of the boxes; 0 where chips are sold at the cage only; None if not all is counted."""
        if not self.boxes:
            return 0 if self.model == "cage_only" else None
        return self.found if self.boxes == self.boxes_counted else None

    @property
    def counted(self) -> Win:
        """Win and hold from the inventory."""
        return win(
            opener=self.opener, fills=self.fills, credits=self.credits, drop=self.drop, closer=self.closer
        )  # fmt: skip

    def missing(self) -> list[str]:
        """Why the win from inventory is not known, in sentences; empty when it is."""
        reasons = []
        if self.opener is None:
            reasons.append(f"Shift {self.number} has no opener.")
        if self.closer is None:
            reasons.append(f"Shift {self.number} has no closer.")
        if self.drop is None:
            if self.boxes_waiting:
                boxes = ", ".join(map(str, self.boxes_waiting))
                reasons.append(f"Shift {self.number}: the drop is awaited, not counted are boxes {boxes}.")
            else:
                reasons.append(f"Shift {self.number} had no drop box.")
        if self.slips_open:
            reasons.append(f"Shift {self.number}: slips {', '.join(map(str, self.slips_open))} are under way.")
        return reasons


def worked(cursor: CursorWrapper, table: int, day: Any) -> list[ShiftWorked]:
    """The table's shifts of the day, in order."""
    cursor.execute(SHIFTS, [table, day])
    return [ShiftWorked(*(_value(name, value) for name, value in zip(_NAMES, row, strict=True))) for row in cursor]


_NAMES = tuple(ShiftWorked.__dataclass_fields__)
_LISTS = ("slips_open", "boxes_waiting")


def _value(name: str, value: Any) -> Any:
    if name in _LISTS:
        return (json.loads(value) if isinstance(value, str) else value) or []
    return value
