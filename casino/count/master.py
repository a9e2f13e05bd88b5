"""The master game report: each shift with its opener, closer, slips, drop and win; rolled up any way it is asked."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from casino.books.act import see
from casino.count.win import Win, percent, rolled_up, win
from casino.refusal import BadInput
from games import discover

# The cage's slips are read, not imported: the count room lies beside the cage.
SHIFTS: Final = """
select s.id, s.day, t.code, coalesce((select p.key from jsonb_each(coalesce(f.data->'pits', '{}')) p
                                      where p.value ? t.code::text order by 1 limit 1), ''),
       s.game, s.number, s.state, f.data->>'model', f.version,
       s.game = any(%(peers)s) or coalesce(s.settings->>'bank' = 'round', false),
       o.amount, o.difference, c.amount, c.difference, slips.fills, slips.credits, slips.open,
       boxes.hung, boxes.counted, boxes.cash, boxes.chips, boxes.recorded, hand.paid, rounds.net, sold.amount,
       rake.chips
from pit_shift s
join pit_table t on t.id = s.table_id
join profile_profile f on f.version = s.profile
left join pit_count o on o.shift_id = s.id and o.kind = 'opener'
left join pit_count c on c.shift_id = s.id and c.kind = 'closer'
left join count_rake rake on rake.shift_id = s.id
cross join lateral (
    select coalesce(sum(l.amount) filter (where l.kind = 'fill' and l.state = 'done'), 0)::bigint as fills,
           coalesce(sum(l.amount) filter (where l.kind = 'credit' and l.state = 'done'), 0)::bigint as credits,
           count(*) filter (where l.state not in ('done', 'void')) as open
    from cage_slip l where l.shift_id = s.id) slips
cross join lateral (
    select count(*) as hung, count(d.box_id) as counted, coalesce(sum(d.cash), 0)::bigint as cash,
           coalesce(sum(d.chips), 0)::bigint as chips, coalesce(sum(d.recorded), 0)::bigint as recorded
    from pit_box b left join count_drop d on d.box_id = b.id where b.shift_id = s.id) boxes
cross join lateral (
    select coalesce(sum(paid - engine), 0)::bigint as paid from pit_override where shift_id = s.id) hand
cross join lateral (
    select coalesce(sum((r.net->>'house')::bigint), 0)::bigint * s.chip as net
    from pit_round r where r.shift_id = s.id) rounds
cross join lateral (
    select coalesce(sum(l.amount), 0)::bigint as amount from people_currencyline l
    where l.day = s.day and l.place = 'table:' || t.code and l.direction = 'in' and l.voids_id is null
      and not exists (select from people_currencyline v where v.voids_id = l.id)) sold
where s.day between %(first)s and %(last)s
order by s.day, t.code, s.number
"""
GROUPS: Final[Mapping[str, Callable[["Shift"], str]]] = {
    "table": lambda shift: shift.table,
    "pit": lambda shift: shift.pit,
    "game": lambda shift: shift.game,
    "shift": lambda shift: f"{shift.day} {shift.table} {shift.number}",
    "day": lambda shift: shift.day.isoformat(),
    "month": lambda shift: f"{shift.day:%Y-%m}",
    "year": lambda shift: f"{shift.day:%Y}",
    "house": lambda shift: "",
}


@dataclass(frozen=True, slots=True)
class Shift:
    """One shift as it was counted, in minor units; None is unknown, never 0.

    `peer`: the house is no party, it takes fees only. `rounds` is what its rounds won or took as fees; `by_hand` what
    dealers paid beyond them. `sold` are the table's buy-ins of the whole day, `profile` the version it ran on;
    `fee_counted` is what the count room found in a peer game's rake.
    """

    id: int
    day: date
    table: str
    pit: str
    game: str
    number: int
    state: str
    model: str
    profile: int
    peer: bool
    opener: int | None
    opener_difference: int | None
    closer: int | None
    closer_difference: int | None
    fills: int
    credits: int
    slips_open: int
    boxes: int
    boxes_counted: int
    drop_cash: int
    drop_chips: int
    drop_recorded: int
    by_hand: int
    rounds: int
    sold: int
    fee_counted: int | None

    @property
    def drop(self) -> int | None:
        """Counted out of the boxes; 0 where chips are sold at the cage only; None while one is not counted."""
        if self.model == "cage_only":
            return 0
        return self.drop_cash + self.drop_chips if 0 < self.boxes == self.boxes_counted else None

    @property
    def counted(self) -> Win:
        """Win and hold by the inventory; 0 and no hold for a peer game, whose income is the fee."""
        if self.peer:
            return Win(0, None)
        if self.slips_open:
            return Win(None, None, "awaiting slips")
        return win(opener=self.opener, fills=self.fills, credits=self.credits, drop=self.drop, closer=self.closer)

    @property
    def fee(self) -> int:
        """What a peer game's pots left to the house."""
        return self.rounds if self.peer else 0

    @property
    def due(self) -> int | None:
        """What the inventory must show: rounds won, less what was paid by hand, and the differences counted."""
        if self.closer_difference is None or self.drop is None:
            return None
        return self.rounds - self.by_hand + self.closer_difference + self.drop - self.drop_recorded

    @property
    def apart(self) -> int | None:
        """Inventory less what it must show; None where either is unknown or the house is no party."""
        found = self.counted.win
        return None if self.peer or found is None or self.due is None else found - self.due


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the report: Σ of its shifts. `win` and `hold_percent` are None where one shift's is unknown."""

    of: str
    shifts: int
    fills: int
    credits: int
    drop_cash: int
    drop_chips: int
    drop: int | None
    win: int | None
    hold_percent: str | None
    status: str
    fee: int
    sold: int

    @property
    def hold_on_sales(self) -> str | None:
        """Win against the buy-ins attributed to the table: another figure than hold, where no boxes are counted."""
        return None if self.win is None else percent(self.win, self.sold)


def shifts(*, first: date, last: date) -> list[Shift]:
    """Every shift of gaming days `first` to `last`, by day, table and number."""
    if last < first:
        raise BadInput("backwards", "The last day comes before the first.")
    peers = tuple(name for name, game in discover().items() if game.kind != "bank" and name != "zar")
    (rows,) = see((SHIFTS, {"first": first, "last": last, "peers": peers}))
    return [_shift(*row) for row in rows]


def report(*, first: date, last: date, by: str) -> list[Line]:
    """The master game report of gaming days `first` to `last`, a line per table, pit, game, shift, day, month, year, or
    one for the whole house; hold is Σ win / Σ drop."""
    if by not in GROUPS:
        raise BadInput("group_unknown", f"Ask for a line per {', '.join(GROUPS)}.", by=by)
    lines: dict[str, list[Shift]] = {}
    for shift in shifts(first=first, last=last):
        lines.setdefault(GROUPS[by](shift), []).append(shift)
    return [_line(of, worked) for of, worked in sorted(lines.items())]


def to_date(*, day: date, by: str) -> dict[str, list[Line]]:
    """The same for the day, the month to date and the year to date, under `day`, `month` and `year`."""
    begins = {"day": day, "month": day.replace(day=1), "year": day.replace(month=1, day=1)}
    return {span: report(first=begin, last=day, by=by) for span, begin in begins.items()}


def _line(of: str, worked: Iterable[Shift]) -> Line:
    worked = list(worked)
    banked = [shift for shift in worked if not shift.peer]
    total = rolled_up((shift.counted.win, shift.drop) for shift in banked)
    missing = next((shift.counted.status for shift in banked if shift.counted.win is None), total.status)
    drops = [shift.drop for shift in worked]
    return Line(
        of, len(worked), sum(shift.fills for shift in worked), sum(shift.credits for shift in worked),
        sum(shift.drop_cash for shift in worked), sum(shift.drop_chips for shift in worked),
        None if None in drops else sum(drop or 0 for drop in drops), total.win, total.hold_percent, missing,
        sum(shift.fee for shift in worked), sum(shift.sold for shift in worked),
    )  # fmt: skip


def _shift(*row: Any) -> Shift:
    return Shift(*row)
