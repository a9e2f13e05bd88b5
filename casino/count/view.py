"""What the count room's screens show: the boxes that are expected, where each stands. Never what one counter found."""

from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from casino.books.act import see

BOXES: Final = """
select t.code, b.number, s.day, s.number, s.state, c.box_id is not null,
       (select coalesce(array_agg(l.display_name order by n.n), '{}') from count_blindcount n
        join people_login l on l.id = n.counter_id where n.box_id = b.id),
       (select coalesce(array_agg(n.counter_id order by n.n), '{}') from count_blindcount n where n.box_id = b.id),
       d.box_id is not null, coalesce(d.cash, 0), coalesce(d.chips, 0), coalesce(d.recorded, 0)
from pit_box b join pit_table t on t.id = b.table_id join pit_shift s on s.id = b.shift_id
left join count_collection c on c.box_id = b.id left join count_drop d on d.box_id = b.id
where d.box_id is null or s.day = (select max(day) from pit_shift)
order by d.box_id is not null, s.day, t.code, b.number limit 200
"""


@dataclass(frozen=True, slots=True)
class BoxView:
    """A drop box: expected, collected, counted by none, one or two, posted. Figures only once they are agreed."""

    table: str
    box: int
    day: date
    shift: int
    shift_state: str
    collected: bool
    counters: tuple[str, ...]
    counter_ids: tuple[int, ...]
    posted: bool
    cash: int
    chips: int
    recorded: int

    @property
    def state(self) -> str:
        """hanging, expected, collected, first, differ or posted."""
        if self.posted:
            return "posted"
        if self.counters:
            return "differ" if len(self.counters) == 2 else "first"
        if self.collected:
            return "collected"
        return "hanging" if self.shift_state == "open" else "expected"

    @property
    def difference(self) -> int:
        """Counted above what the books had, in minor units."""
        return self.cash + self.chips - self.recorded


def boxes() -> list[BoxView]:
    """Every box that is not posted yet, and those of the newest gaming day."""
    (rows,) = see((BOXES, {}))
    return [_box(*row) for row in rows]


def _box(*row: Any) -> BoxView:
    facts: list[Any] = [*row[:6], tuple(row[6]), tuple(row[7]), *row[8:]]
    return BoxView(*facts)
