"""Slips whose chips have moved: a slip of its own carries them back, and its posting mirrors theirs, once."""

from datetime import datetime
from typing import Final

from casino.books.act import Read, act
from casino.cage.slips import Request, SlipReceipt, begin, role_for
from casino.people.actors import staff
from casino.people.signing import ROLES, check_fresh, roles_in
from casino.profile import versions
from casino.profile.house import Step
from casino.refusal import BadInput, Conflict, Unknown

LOCK_SHIFT: Final = """
select n.id from pit_shift n where n.state <> 'closed' and n.table_id = (
    select s.table_id from cage_slip c join pit_shift s on s.id = c.shift_id where c.id = %(slip)s)
for no key update
"""
ORIGINAL: Final = """
select c.kind, c.year || '/' || c.number, c.table_code, c."window", c.lines, c.amount, c.state,
       coalesce(c.reverses_id is not null, false),
       (select r.year || '/' || r.number from cage_slip r where r.reverses_id = c.id and r.state <> 'void'),
       (select n.id from pit_shift n join pit_shift o on o.table_id = n.table_id
        where o.id = c.shift_id and n.state <> 'closed'), nextval('cage_slip_id_seq')
from cage_slip c where c.id = %(slip)s
"""


def reverse(*, key: str, slip: int, reason: str, signer: int, at: datetime) -> SlipReceipt:
    """Asks for the slip that takes `slip` back: the other kind, the same lines, window and table, numbered and signed
    like any other; with its last signature the chips go back, dated in the table's shift of today.

    Refused: no reason, a slip not done, one reversed already, a reversal itself, a table that is not open.
    """
    if len(reason.strip()) < 3:
        raise BadInput("no_reason", "Write why the slip is taken back.")
    what = {"slip": slip}
    reads: list[Read] = [
        (ROLES, {"logins": (signer,), "at": at}), (versions.CURRENT, {}), (LOCK_SHIFT, what), (ORIGINAL, what),
    ]  # fmt: skip
    with act(staff(signer), key, {"reverse": slip, "reason": reason}, reads) as deed:
        if deed.earlier is not None:
            return SlipReceipt(**deed.earlier)
        row = deed.row(3)
        if row is None:
            raise Unknown("no_slip", "There is no such slip.", slip=slip)
        kind, number, table, window, lines, amount, state, is_reversal, reversed_by, shift, new = row
        if state != "done" or is_reversal:
            raise Conflict("not_reversible", f"Slip {number} is {state}: only a slip that moved chips is taken back.")
        if reversed_by is not None:
            raise Conflict("already_reversed", f"Slip {number} is taken back by {reversed_by}.", reversal=reversed_by)
        if shift is None:
            raise Conflict("table_closed", f"Table {table} is not open.", table=table)
        back = "credit" if kind == "fill" else "fill"
        profile = versions.of_row(deed.rows(1)[0])
        check_fresh(deed.rows(0), signer)
        role = role_for(profile.signatures[back][Step.REQUEST], roles_in(deed.rows(0), signer))
        asked = Request(new, back, table, shift, window, lines, amount, slip, reason.strip())
        return begin(deed, asked, profile, signer, role, at)
