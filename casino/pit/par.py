"""A table's par: what an imprest table is brought back to at its close."""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Final

from casino.books.act import Read, act
from casino.people import permissions
from casino.people.actors import login_of
from casino.people.signing import roles_at, roles_in
from casino.refusal import BadInput, Conflict, Unknown

TABLE: Final = "select id, version from pit_table where code = %(table)s and retired_at is null for no key update"
SET: Final = "update pit_table set par = %(par)s, version = version + 1 where id = %(id)s"


@dataclass(frozen=True, slots=True)
class ParReceipt:
    """A table's par in minor units; `version` is the table's now."""

    table: str
    par: int
    version: int


def set_par(*, key: str, table: str, par: int, version: int, actor: str, at: datetime) -> ParReceipt:
    """Sets the par of `table`, as somebody saw it at `version`; nothing but the par changes.

    Refused: an amount below 0, no such table, a table changed by somebody else since.
    """
    if type(par) is not int or par < 0:
        raise BadInput("amount_wrong", "Give the par as a whole amount from 0 on, in minor units.")
    by = login_of(actor)
    reads: list[Read] = [roles_at(f"table:{table}", at, by), (TABLE, {"table": table})]
    with act(actor, key, {"par": par, "table": table, "version": version}, reads) as deed:
        if deed.earlier is not None:
            return ParReceipt(**deed.earlier)
        permissions.check("table.set_up", roles_in(deed.rows(0), by))
        row = deed.row(1)
        if row is None:
            raise Unknown("no_table", f"There is no table {table}.", table=table)
        number, now = row
        if now != version:
            raise Conflict("changed_meanwhile", f"Table {table} was changed by somebody else: look again.", version=now)
        deed.write(SET, {"id": number, "par": par})
        deed.audit(at, actor, "table.par", f"table:{table}", {"par": str(par), "version": now + 1})
        receipt = ParReceipt(table, par, now + 1)
        deed.answer(asdict(receipt))
    return receipt
