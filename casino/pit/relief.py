"""Relief: dealer or supervisor change at an open table without a count; every throw stays the one's who dealt it."""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Final

from casino.books.act import Read, act
from casino.people import permissions
from casino.people.actors import login_of
from casino.people.signing import roles_at, roles_in
from casino.pit.desk import LOCK_SHIFT
from casino.refusal import BadInput, Conflict, Forbidden

CREW: Final = """
select s.id, s.dealer_id, s.supervisor_id from pit_shift s join pit_table t on t.id = s.table_id
where t.code = %(table)s and s.state <> 'closed'
"""
RELIEVE: Final = """
insert into pit_relief (shift_id, post, relieved_id, relieving_id, after_event, at)
values (%(shift)s, %(post)s, %(relieved)s, %(relieving)s, 0, %(at)s)
"""
TAKE_POSTS: Final = "update pit_shift set dealer_id = %(dealer)s, supervisor_id = %(supervisor)s where id = %(shift)s"


@dataclass(frozen=True, slots=True)
class ReliefReceipt:
    """Who works the table from now on; login ids."""

    table: str
    shift: int
    dealer: int
    supervisor: int


def relieve(
    *, key: str, table: str, actor: str, at: datetime, dealer: int | None = None, supervisor: int | None = None
) -> ReliefReceipt:
    """Puts another dealer, another supervisor or both at `table`. Refused: nobody new, a wrong role, one person at both
    posts, a table that is not open, an actor who may not."""
    by = login_of(actor)
    if dealer is None and supervisor is None:
        raise BadInput("nobody_new", "Say who takes which post.")
    people = tuple(login for login in (dealer, supervisor, by) if login is not None)
    reads: list[Read] = [
        roles_at(f"table:{table}", at, *people), (LOCK_SHIFT, {"table": table}), (CREW, {"table": table}),
    ]  # fmt: skip
    with act(actor, key, {"relieve": table, "dealer": dealer, "supervisor": supervisor}, reads) as deed:
        if deed.earlier is not None:
            return ReliefReceipt(**deed.earlier)
        permissions.check("table.relieve", roles_in(deed.rows(0), by))
        row = deed.row(2)
        if row is None:
            raise Conflict("table_closed", f"Table {table} is not open.", table=table)
        shift, old_dealer, old_supervisor = row
        receipt = ReliefReceipt(table, shift, dealer or old_dealer, supervisor or old_supervisor)
        changes = [
            (post, old, new)
            for post, old, new in (
                ("dealer", old_dealer, receipt.dealer), ("supervisor", old_supervisor, receipt.supervisor),
            ) if old != new
        ]  # fmt: skip
        if not changes:
            raise Conflict("nobody_new", "They work this table already.", table=table)
        if receipt.dealer == receipt.supervisor:
            raise Forbidden("same_signer", "Dealer and supervisor are two different people.")
        for post, old, new in changes:
            permissions.check("table.deal" if post == "dealer" else "table.supervise", roles_in(deed.rows(0), new))
            deed.write(RELIEVE, {"shift": shift, "post": post, "relieved": old, "relieving": new, "at": at})
        deed.write(TAKE_POSTS, asdict(receipt))
        deed.audit(at, actor, "table.relieve", f"shift:{shift}", {post: new for post, _, new in changes})
        deed.answer(asdict(receipt))
    return receipt
