"""Opener and closer: the tray counted by denomination, what differs from the books posted once."""

from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any, Final, NamedTuple

from casino.books import paper, places
from casino.books.act import Act, Read, act
from casino.people.actors import staff
from casino.people.signing import check_fresh, roles_at
from casino.pit.desk import LOCK_SHIFT
from casino.pit.shifts import guard_crew
from casino.profile import lines as denominations
from casino.profile import versions
from casino.profile.house import HouseProfile, Model
from casino.profile.lines import Lines
from casino.refusal import Conflict

FACTS: Final = """
select s.id, s.table_id, s.day, s.state, s.rounds, p.version, p.data, nextval('pit_count_id_seq'),
       (select coalesce(sum(a.balance), 0)::bigint from ledger_account a join ledger_asset c on c.id = a.asset_id
        where a.path = any(%(paths)s) and c.code = 'chips:' || (p.data->>'currency')),
       (select c.lines from pit_count c join pit_shift o on o.id = c.shift_id
        where o.table_id = s.table_id and c.kind = 'closer' order by c.id desc limit 1),
       exists (select from pit_count c where c.shift_id = s.id and c.kind = %(kind)s),
       exists (select from pit_round r where r.shift_id = s.id and r.over_at is null),
       (select b.number from pit_box b where b.table_id = s.table_id and b.removed_at is null),
       1 + (select coalesce(max(b.number), 0) from pit_box b where b.table_id = s.table_id), t.par
from pit_shift s join pit_table t on t.id = s.table_id join profile_profile p on p.version = s.profile
where t.code = %(table)s and s.state <> 'closed'
"""
COUNT: Final = """
insert into pit_count (id, shift_id, kind, lines, amount, expected, expected_lines, difference, escalation, dealer_id,
                       supervisor_id, profile, at)
values (%(count)s, %(shift)s, %(kind)s, %(lines)s, %(amount)s, %(expected)s, %(expected_lines)s, %(difference)s,
        %(escalation)s, %(dealer)s, %(supervisor)s, %(profile)s, %(at)s)
"""
PLACE_BOX: Final = """
insert into pit_box (table_id, number, shift_id, placed_at, placed_by_id, witness_id)
values (%(table)s, %(number)s, %(shift)s, %(at)s, %(dealer)s, %(supervisor)s)
"""
TAKE_BOX: Final = """
update pit_box set removed_at = %(at)s, removed_by_id = %(first)s, removal_witness_id = %(second)s
where table_id = %(table)s and number = %(number)s
"""


@dataclass(frozen=True, slots=True)
class CountReceipt:
    """A signed count. `difference` = counted - expected, in minor units; `apart` is pieces by denomination against the
    last closer, None where there was none; `escalation` is none, recorded, report or regulator."""

    count: int
    table: str
    shift: int
    kind: str
    amount: int
    expected: int
    difference: int
    apart: dict[str, int] | None
    escalation: str
    box: int | None = None


class Facts(NamedTuple):
    """A table's open shift as a count finds it: the row of FACTS."""

    shift: int
    table_id: int
    day: date
    state: str
    rounds: int
    version: int
    data: dict[str, Any]
    new_count: int
    expected: int
    closer: dict[str, int] | None
    counted: bool
    playing: bool
    box_in_place: int | None
    next_box: int
    par: int


def opener(
    *, key: str, table: str, lines: Lines, dealer: int, supervisor: int, actor: str, at: datetime
) -> CountReceipt:
    """Counts the tray before the first round and hangs a new drop box under the table.

    Compared with the last closer by denomination; the difference goes to the table's over-short in the shift's day
    and is in no shift's win. Refused: counted already, played already, the last box still in place, a wrong signer.
    """
    return _count("opener", key, table, lines, dealer, supervisor, actor, at)


def closer(
    *, key: str, table: str, lines: Lines, dealer: int, supervisor: int, actor: str, at: datetime
) -> CountReceipt:
    """Counts the tray at the end of a shift that was told to close, once no round is running and no slip on its way.

    Compared with what the books have in tray and held together; the difference goes to over-short in the shift's day.
    """
    return _count("closer", key, table, lines, dealer, supervisor, actor, at)


def escalation(profile: HouseProfile, difference: int) -> str:
    """What a difference asks for: none, recorded, report (above the profile's line), regulator (from its second on)."""
    apart = abs(difference)
    if apart >= profile.differences.regulator_from:
        return "regulator"
    if apart > profile.differences.report_above:
        return "report"
    return "recorded" if apart else "none"


def _count(
    kind: str, key: str, table: str, lines: Lines, dealer: int, supervisor: int, actor: str, at: datetime
) -> CountReceipt:
    kept = denominations.stored(lines)
    request = {kind: table, "lines": kept, "dealer": dealer, "supervisor": supervisor}
    values = {"table": table, "kind": kind, "paths": (places.tray(table), places.held(table))}
    reads: list[Read] = [roles_at(f"table:{table}", at, dealer, supervisor), (LOCK_SHIFT, values), (FACTS, values)]
    with act(actor, key, request, reads) as deed:
        if deed.earlier is not None:
            return CountReceipt(**deed.earlier)
        check_fresh(deed.rows(0), dealer, supervisor)
        guard_crew(deed.rows(0), dealer, supervisor)
        row = deed.row(2)
        if row is None:
            raise Conflict("table_closed", f"Table {table} is not open.", table=table)
        found = Facts(*row)
        _check_time(kind, table, found)
        profile = versions.of_row((found.version, found.data))
        amount = denominations.total(profile, lines)
        if kind == "closer" and profile.model is Model.IMPREST:
            _check_par(table, amount, found.par)
        against = found.closer if kind == "opener" else None
        receipt = compared(kind, found, table, amount, lines, profile)
        crew = {"dealer": dealer, "supervisor": supervisor, "at": at}
        deed.write(COUNT, asdict(receipt) | crew | {
            "lines": kept, "expected_lines": against, "profile": found.version,
        })  # fmt: skip
        if receipt.box is not None:
            deed.write(PLACE_BOX, crew | {"table": found.table_id, "number": receipt.box, "shift": found.shift})
        book(deed, receipt, profile.currency, found.day, dealer, supervisor, actor, at)
        deed.audit(at, actor, f"table.{kind}", f"shift:{found.shift}", {
            "count": found.new_count, "difference": str(receipt.difference), "escalation": receipt.escalation,
        })  # fmt: skip
        deed.answer(asdict(receipt))
    return receipt


def compared(kind: str, found: Facts, table: str, amount: int, lines: Lines, profile: HouseProfile) -> CountReceipt:
    """What the count found, against the books and, for an opener, against the last closer by denomination."""
    apart = None
    if kind == "opener" and found.closer is not None:
        pieces = denominations.compared(lines, denominations.read(found.closer))
        apart = denominations.stored(pieces)
    difference = amount - found.expected
    return CountReceipt(
        found.new_count, table, found.shift, kind, amount, found.expected, difference, apart,
        escalation(profile, difference), found.next_box if kind == "opener" else None,
    )  # fmt: skip


def _check_par(table: str, amount: int, par: int) -> None:
    """An imprest table closes at its par: what is missing comes by a final fill, what is over goes by a credit."""
    if amount != par:
        kind = "fill" if amount < par else "credit"
        raise Conflict(
            "not_at_par", f"Table {table} closes at its par of {par}: a {kind} of {abs(par - amount)} is due first.",
            slip=kind, amount=str(abs(par - amount)), par=str(par),
        )  # fmt: skip


def _check_time(kind: str, table: str, found: Facts) -> None:
    if found.counted:
        raise Conflict("counted_already", f"Table {table} has its {kind} for this shift.", shift=found.shift)
    if kind == "opener":
        if found.state != "open" or found.rounds:
            raise Conflict("opener_late", f"Table {table} is counted before its first round.", table=table)
        if found.box_in_place is not None:
            raise Conflict(
                "box_in_place", f"Take box {found.box_in_place} from table {table} first.", box=found.box_in_place
            )
    elif found.state != "closing" or found.playing:
        raise Conflict("closer_early", f"Tell table {table} to close, let its round end, then count it.", table=table)


def book(
    deed: Act, receipt: CountReceipt, currency: str, day: date, dealer: int, supervisor: int, actor: str, at: datetime
) -> None:
    """Queues a count's difference as a posting to the table's over-short, in the shift's day; none when it is 0."""
    moved = paper.difference(
        place=places.tray(receipt.table), over_short=places.over_short(receipt.table.lower()),
        asset=places.chips(currency), amount=receipt.difference,
    )  # fmt: skip
    if moved:
        deed.post(
            kind=receipt.kind, actor=actor, approvers=(staff(dealer), staff(supervisor)), day=day, scope="count",
            key=str(receipt.count), at=at, transfers=moved, facts={"escalation": receipt.escalation},
        )  # fmt: skip
