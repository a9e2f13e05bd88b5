"""What the cage's screens show: slips and who must still sign, drawers, hand-overs that wait. Reading only."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from casino.books.act import see
from casino.profile.lines import read

# On the way, and those that ended in the newest gaming day that has any.
SLIPS: Final = """
select s.id, s.year || '/' || s.number, s.kind, s.table_code, s."window", s.day, s.lines, s.amount, s.state, s.reason,
       s.steps, s.at,
       (select coalesce(jsonb_agg(jsonb_build_array(g.step, l.display_name, g.role, g.at) order by g.id), '[]')
        from cage_slipsignature g join people_login l on l.id = g.login_id where g.slip_id = s.id)
from cage_slip s
where (s.state not in ('done', 'void') or s.day = (select max(day) from cage_slip))
  and (%(table)s = '' or s.table_code = %(table)s)
order by s.state in ('done', 'void'), s.id desc limit 60
"""
DRAWERS: Final = """
select d.path,
       coalesce(sum(a.balance) filter (where c.code like 'chips:%%'), 0)::bigint,
       coalesce(sum(a.balance) filter (where c.code like 'cash:%%'), 0)::bigint,
       cage_on_the_way(d.path, 'chips:' || newest.currency), cage_on_the_way(d.path, 'cash:' || newest.currency)
from (select data, data->>'currency' as currency from profile_profile order by version desc limit 1) newest
cross join lateral (
    select 'cage:vault' as path, 0 as n
    union all select 'cage:window:' || w, w::int from jsonb_array_elements_text(newest.data->'windows') w) d
left join (ledger_account a join ledger_asset c on c.id = a.asset_id) on a.path = d.path
group by d.path, d.n, newest.currency order by d.n
"""
HAND_OVERS: Final = """
select t.id, t.source, t.target, t.asset, t.amount, l.display_name, t.sender_id, t.at
from cage_transfer t join people_login l on l.id = t.sender_id where t.state = 'offered' order by t.id
"""


@dataclass(frozen=True, slots=True)
class Signature:
    """Who signed which step of a slip, in which role, when."""

    step: str
    name: str
    role: str
    at: datetime


@dataclass(frozen=True, slots=True)
class SlipView:
    """A slip with its signatures; `waits_for` is the step that is due, None once it is done or void. Minor units."""

    id: int
    number: str
    kind: str
    table: str
    window: int
    day: date
    lines: Mapping[int, int]
    amount: int
    state: str
    reason: str
    waits_for: str | None
    at: datetime
    signatures: tuple[Signature, ...]

    @property
    def ended(self) -> bool:
        return self.state in ("done", "void")


@dataclass(frozen=True, slots=True)
class Drawer:
    """What the books have in a drawer, and how much of it is on its way out already. Minor units."""

    path: str
    chips: int
    cash: int
    chips_on_the_way: int
    cash_on_the_way: int

    @property
    def window(self) -> int | None:
        """The window's number; None for the vault."""
        last = self.path.rpartition(":")[2]
        return int(last) if last.isdecimal() else None


@dataclass(frozen=True, slots=True)
class HandOver:
    """Chips or cash offered by one drawer to another, not yet accepted."""

    id: int
    source: str
    target: str
    asset: str
    amount: int
    sender: str
    sender_id: int
    at: datetime

    @property
    def what(self) -> str:
        return self.asset.partition(":")[0]


@dataclass(frozen=True, slots=True)
class Cage:
    """The cage as it stands."""

    slips: tuple[SlipView, ...]
    drawers: tuple[Drawer, ...]
    hand_overs: tuple[HandOver, ...]


def cage() -> Cage:
    """Slips on the way and of the newest day, every drawer, every hand-over that waits."""
    slips, drawers, hand_overs = see((SLIPS, {"table": ""}), (DRAWERS, {}), (HAND_OVERS, {}))
    return Cage(
        tuple(_slip(*row) for row in slips),
        tuple(Drawer(*row) for row in drawers),
        tuple(HandOver(*row) for row in hand_overs),
    )


def slips_waiting() -> dict[str, list[SlipView]]:
    """Slips on the way by table."""
    waiting: dict[str, list[SlipView]] = {}
    for one in _slips():
        if not one.ended:
            waiting.setdefault(one.table, []).append(one)
    return waiting


def slips_of(table: str) -> tuple[SlipView, ...]:
    """A table's slips on the way."""
    return tuple(one for one in _slips(table) if not one.ended)


def _slips(table: str = "") -> list[SlipView]:
    (rows,) = see((SLIPS, {"table": table}))
    return [_slip(*row) for row in rows]


def _slip(*row: Any) -> SlipView:
    number, said, kind, table, window, day, lines, amount, state, reason, steps, at, signed = row
    signatures = tuple(Signature(step, name, role, datetime.fromisoformat(when)) for step, name, role, when in signed)
    done = {signature.step for signature in signatures}
    due = None if state in ("done", "void") else next((step for step in steps if step not in done), None)
    return SlipView(
        number, said, kind, table, window, day, read(lines), amount, state, reason, due, at, signatures
    )  # fmt: skip
