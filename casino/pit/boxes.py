"""A full drop box goes and an empty one hangs in its place, by two people, neither of them of the shift."""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Final

from casino.books.act import Read, act
from casino.people import permissions
from casino.people.actors import staff
from casino.people.signing import check_fresh, roles_at, roles_in
from casino.pit.desk import LOCK_SHIFT
from casino.refusal import Conflict, Forbidden

HANGING: Final = """
select s.id, s.table_id, b.id, b.number, pit_crew(s.id),
       1 + (select max(n.number) from pit_box n where n.table_id = s.table_id)
from pit_shift s join pit_table t on t.id = s.table_id
left join pit_box b on b.table_id = s.table_id and b.removed_at is null
where t.code = %(table)s and s.state <> 'closed'
"""
REMOVE: Final = """
update pit_box set removed_at = %(at)s, removed_by_id = %(first)s, removal_witness_id = %(second)s where id = %(box)s
"""
HANG: Final = """
insert into pit_box (table_id, number, shift_id, placed_at, placed_by_id, witness_id)
values (%(table_id)s, %(number)s, %(shift)s, %(at)s, %(first)s, %(second)s)
"""


@dataclass(frozen=True, slots=True)
class SwapReceipt:
    """Box `removed` was taken from the table, box `hung` hangs there now; drop numbers."""

    table: str
    shift: int
    removed: int
    hung: int


def swap(*, key: str, table: str, first: int, second: int, at: datetime) -> SwapReceipt:
    """Swaps the drop box of an open table. Refused: one person twice, one of the shift, a wrong role, no box there."""
    actor, who = staff(first), (first, second)
    reads: list[Read] = [
        roles_at(f"table:{table}", at, *who), (LOCK_SHIFT, {"table": table}), (HANGING, {"table": table}),
    ]  # fmt: skip
    with act(actor, key, {"swap": table, "second": second}, reads) as deed:
        if deed.earlier is not None:
            return SwapReceipt(**deed.earlier)
        check_fresh(deed.rows(0), *who)
        for login in who:
            permissions.check("box.swap", roles_in(deed.rows(0), login))
        row = deed.row(2)
        if row is None or row[2] is None:
            raise Conflict("no_box", f"No box hangs under table {table}.", table=table)
        shift, table_id, box, number, crew, following = row
        check_takers(who, crew)
        values = {"first": first, "second": second, "at": at}
        deed.write(REMOVE, values | {"box": box})
        deed.write(HANG, values | {"table_id": table_id, "number": following, "shift": shift})
        deed.audit(at, actor, "box.swap", f"table:{table}", {"removed": number, "hung": following, "witness": second})
        receipt = SwapReceipt(table, shift, number, following)
        deed.answer(asdict(receipt))
    return receipt


def check_takers(who: tuple[int, int], crew: Any) -> None:
    """Two different people, neither of whom has worked the shift."""
    if who[0] == who[1]:
        raise Forbidden("same_signer", "Two different people take a box away.")
    if set(who) & set(crew):
        raise Forbidden("of_the_shift", "Nobody of the shift takes its box away.")
