"""The drop: each box counted blind by two people, posted once they agree or have resolved what they disagree on."""

from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any, Final, NamedTuple

from casino.books import paper, places
from casino.books.act import Act, act
from casino.people import permissions
from casino.people.actors import staff
from casino.people.signing import ROLES, check_fresh, roles_in
from casino.profile import lines as denominations
from casino.profile import versions
from casino.profile.lines import Lines
from casino.refusal import BadInput, Conflict, Forbidden, Unknown

LOCK: Final = """
select b.id from pit_box b join pit_table t on t.id = b.table_id where t.code = %(table)s and b.number = %(box)s
for no key update of b
"""
FACTS: Final = """
select b.id, s.day, s.id, p.version, p.data,
       exists (select from count_collection c where c.box_id = b.id),
       exists (select from count_drop d where d.box_id = b.id),
       coalesce((select a.balance from ledger_account a join ledger_asset c on c.id = a.asset_id
                 where a.path = %(path)s and c.code = 'cash:' || (p.data->>'currency')), 0),
       (select coalesce(jsonb_agg(n.counter_id order by n.n), '[]')
        from count_blindcount n where n.box_id = b.id)
from pit_box b join pit_table t on t.id = b.table_id join pit_shift s on s.id = b.shift_id
join profile_profile p on p.version = s.profile
where t.code = %(table)s and b.number = %(box)s
"""
ENTER: Final = """
insert into count_blindcount (box_id, n, counter_id, cash, chips, chip_lines, profile, at)
values (%(id)s, %(n)s, %(counter)s, %(cash)s, %(chips)s, %(lines)s, %(profile)s, %(at)s)
"""
ALIKE: Final = "select count_boxes_alike(%(id)s)"
DROP: Final = """
insert into count_drop (box_id, cash, chips, recorded, day, first_id, second_id, resolution, profile, at)
values (%(id)s, %(cash)s, %(chips)s, %(recorded)s, %(day)s, %(first)s, %(second)s, %(resolution)s, %(profile)s,
        %(at)s)
"""


@dataclass(frozen=True, slots=True)
class CountedReceipt:
    """Where a box's count stands: `first` (one has counted), `agreed` and posted, or `differ`, to be resolved by both.

    Figures are given only once agreed: nobody can learn from a receipt what the other found. Minor units.
    """

    table: str
    box: int
    state: str
    cash: int | None = None
    chips: int | None = None
    difference: int | None = None


class _Box(NamedTuple):
    id: int
    day: date
    shift: int
    version: int
    data: dict[str, Any]
    collected: bool
    dropped: bool
    recorded: int
    counters: list[int]


def enter(
    *, key: str, table: str, box: int, cash: int, chip_lines: Lines, counter: int, at: datetime
) -> CountedReceipt:
    """One counter's result for box `box` of `table`, in minor units; the second one's settles it, if they agree.

    Refused: not collected, counted already, the same counter again, amounts below 0, unknown denominations.
    """
    actor = staff(counter)
    if type(cash) is not int or cash < 0:
        raise BadInput("amount_wrong", "Give the cash as a whole amount from 0 on, in minor units.")
    kept = denominations.stored(chip_lines)
    request = {"enter": box, "table": table, "cash": cash, "chips": kept}
    with act(actor, key, request, _reads((counter,), table, box, at)) as deed:
        if deed.earlier is not None:
            return CountedReceipt(**deed.earlier)
        check_fresh(deed.rows(0), counter)
        permissions.check("count.box", roles_in(deed.rows(0), counter))
        found = _found(deed, table, box)
        if len(found.counters) == 2:
            raise Conflict("counts_differ", "Both have counted and differ: resolve it together.", box=box)
        if counter in found.counters:
            raise Forbidden("same_signer", "The second count is another person's.")
        chips = denominations.total(versions.of_row((found.version, found.data)), chip_lines)
        deed.write(ENTER, {
            "id": found.id, "n": len(found.counters) + 1, "counter": counter, "cash": cash, "chips": chips,
            "lines": kept, "profile": found.version, "at": at,
        })  # fmt: skip
        receipt = CountedReceipt(table, box, "first")
        if found.counters:
            receipt = CountedReceipt(table, box, "differ")
            if deed.ask(ALIKE, {"id": found.id})[0][0]:
                both = (found.counters[0], counter)
                receipt = _post(deed, found, table, box, cash, chips, both, "", actor, at)
        deed.audit(at, actor, "count.enter", f"box:{table}:{box}", {"state": receipt.state})
        deed.answer(asdict(receipt))
    return receipt


def resolve(
    *, key: str, table: str, box: int, cash: int, chips: int, reason: str, counters: tuple[int, int], at: datetime
) -> CountedReceipt:
    """Both counters sign what the box really held, and why their counts differed; then it is posted.

    Refused: others than the two who counted, no reason, counts that don't differ.
    """
    first, second = counters
    actor = staff(second)
    if type(cash) is not int or type(chips) is not int or min(cash, chips) < 0:
        raise BadInput("amount_wrong", "Give cash and chips as whole amounts from 0 on, in minor units.")
    if len(reason.strip()) < 3:
        raise BadInput("no_reason", "Write why the two counts differed.")
    request = {"resolve": box, "table": table, "cash": cash, "chips": chips, "counters": list(counters)}
    with act(actor, key, request, _reads(counters, table, box, at)) as deed:
        if deed.earlier is not None:
            return CountedReceipt(**deed.earlier)
        check_fresh(deed.rows(0), *counters)
        for counter in counters:
            permissions.check("count.box", roles_in(deed.rows(0), counter))
        found = _found(deed, table, box)
        if len(found.counters) < 2:
            raise Conflict("not_counted_twice", "Two people count a box before anything is resolved.", box=box)
        if found.counters != [first, second]:
            raise Forbidden("not_the_counters", "The two who counted the box resolve it, in the order they counted.")
        receipt = _post(deed, found, table, box, cash, chips, counters, reason.strip(), actor, at)
        deed.audit(at, actor, "count.resolve", f"box:{table}:{box}", {"reason": reason.strip()})
        deed.answer(asdict(receipt))
    return receipt


def _reads(logins: tuple[int, ...], table: str, box: int, at: datetime) -> list[tuple[str, dict[str, Any]]]:
    which = {"table": table, "box": box, "path": places.box(table, box)}
    return [(ROLES, {"logins": logins, "at": at}), (LOCK, which), (FACTS, which)]


def _found(deed: Act, table: str, box: int) -> _Box:
    row = deed.row(2)
    if row is None:
        raise Unknown("no_box", f"Table {table} has no box {box}.", table=table, box=box)
    found = _Box(*row)
    if not found.collected:
        raise Conflict("not_collected", f"Box {box} of table {table} was not brought to the count room.", box=box)
    if found.dropped:
        raise Conflict("counted_already", f"Box {box} of table {table} was counted and posted.", box=box)
    return found


def _post(
    deed: Act, found: _Box, table: str, box: int, cash: int, chips: int, counters: tuple[int, int], resolution: str,
    actor: str, at: datetime,
) -> CountedReceipt:  # fmt: skip
    first, second = counters
    deed.write(DROP, {
        "id": found.id, "cash": cash, "chips": chips, "recorded": found.recorded, "day": found.day, "first": first,
        "second": second, "resolution": resolution, "profile": found.version, "at": at,
    })  # fmt: skip
    currency = found.data["currency"]
    moved = paper.drop(table=table, box=box, recorded=found.recorded, cash=cash, chips=chips, currency=currency)
    if moved:
        deed.post(
            kind="drop", actor=actor, approvers=(staff(first), staff(second)), reason=resolution, day=found.day,
            scope="drop", key=str(found.id), at=at, transfers=moved,
        )  # fmt: skip
    return CountedReceipt(table, box, "agreed", cash, chips, cash + chips - found.recorded)
