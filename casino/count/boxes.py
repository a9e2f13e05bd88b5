"""Boxes come to the count room: taken from their tables by two people, neither of them of the shift."""

from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any, Final

from casino.books.act import act
from casino.people import permissions
from casino.people.actors import staff
from casino.people.signing import ROLES, check_fresh, roles_in
from casino.refusal import Conflict, Forbidden, Unknown

FIND: Final = """
select b.id, b.removed_at is not null, pit_crew(s.id), s.state,
       exists (select from count_collection c where c.box_id = b.id)
from pit_box b join pit_table t on t.id = b.table_id join pit_shift s on s.id = b.shift_id
where t.code = %(table)s and b.number = %(box)s for no key update of b
"""
REMOVE: Final = """
update pit_box set removed_at = %(at)s, removed_by_id = %(collector)s, removal_witness_id = %(witness)s
where id = %(id)s
"""
COLLECT: Final = """
insert into count_collection (box_id, collector_id, witness_id, at)
values (%(id)s, %(collector)s, %(witness)s, %(at)s)
"""
EXPECTED: Final = """
select t.code, b.number, b.shift_id, c.box_id is not null as collected, d.box_id is not null as counted
from pit_box b join pit_table t on t.id = b.table_id join pit_shift s on s.id = b.shift_id
left join count_collection c on c.box_id = b.id left join count_drop d on d.box_id = b.id
where s.day = %(day)s order by t.code, b.number
"""


@dataclass(frozen=True, slots=True)
class CollectionReceipt:
    """A box in the count room, ready to be counted."""

    table: str
    box: int
    collected: bool = True


@dataclass(frozen=True, slots=True)
class BoxState:
    """A box that the open-table log asks for: `box` is its drop number."""

    table: str
    box: int
    shift: int
    collected: bool
    counted: bool


def collect(*, key: str, table: str, box: int, collector: int, witness: int, at: datetime) -> CollectionReceipt:
    """Brings box `box` (its drop number) of `table` to the count room.

    Refused: no such box, collected already, its shift still selling chips, one person twice or one of the shift.
    """
    actor = staff(collector)
    request = {"collect": box, "table": table, "witness": witness}
    who: dict[str, Any] = {"logins": (collector, witness), "at": at}
    with act(actor, key, request, [(ROLES, who), (FIND, {"table": table, "box": box})]) as deed:
        if deed.earlier is not None:
            return CollectionReceipt(**deed.earlier)
        if collector == witness:
            raise Forbidden("same_signer", "Two different people collect a box.")
        check_fresh(deed.rows(0), collector, witness)
        for login in (collector, witness):
            permissions.check("count.collect", roles_in(deed.rows(0), login))
        row = deed.row(1)
        if row is None:
            raise Unknown("no_box", f"Table {table} has no box {box}.", table=table, box=box)
        number, removed, crew, state, collected = row
        if collected:
            raise Conflict("collected_already", f"Box {box} of table {table} was collected.", box=box)
        if state == "open" and not removed:
            raise Conflict("table_open", f"Table {table} still sells chips: tell it to close first.", table=table)
        if {collector, witness} & set(crew):
            raise Forbidden("of_the_shift", "Nobody of the shift takes its box away.")
        values = {"id": number, "collector": collector, "witness": witness, "at": at}
        if not removed:
            deed.write(REMOVE, values)
        deed.write(COLLECT, values)
        deed.audit(at, actor, "count.collect", f"box:{table}:{box}", {"witness": witness})
        receipt = CollectionReceipt(table, box)
        deed.answer(asdict(receipt))
    return receipt


def expected(day: date) -> list[BoxState]:
    """Every box that hung under a table in a gaming day: expected against collected against counted."""
    with act("house", None, None, [(EXPECTED, {"day": day})]) as deed:
        return [BoxState(*row) for row in deed.rows(0)]
