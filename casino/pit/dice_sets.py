"""Dice sets: received, inspected, issued to a table, withdrawn; two people each time."""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Final

from casino.books.act import Read, act, see
from casino.people import permissions
from casino.people.actors import staff
from casino.people.signing import check_fresh, roles_at, roles_in
from casino.refusal import BadInput, Conflict, Forbidden, Unknown

LAST: Final = """
select coalesce(max(n), 0) + 1, (array_agg(step order by n desc))[1] from pit_dicestep where dice = %(dice)s
"""
TABLE: Final = "select id from pit_table where code = %(table)s"
STEP: Final = """
insert into pit_dicestep (dice, n, step, table_id, signer_id, witness_id, remark, at)
values (%(dice)s, %(n)s, %(step)s, %(table_id)s, %(signer)s, %(witness)s, %(remark)s, %(at)s)
"""
LOG: Final = """
select d.dice, d.n, d.step, coalesce(t.code, ''), s.display_name, w.display_name, d.remark, d.at
from pit_dicestep d left join pit_table t on t.id = d.table_id
join people_login s on s.id = d.signer_id join people_login w on w.id = d.witness_id
where %(dice)s = '' or d.dice = %(dice)s order by d.dice, d.n
"""
STEPS: Final = ("receipt", "inspection", "issue", "withdrawal")
FOLLOWING: Final = {
    None: "receipt", "receipt": "inspection", "inspection": "issue", "issue": "withdrawal", "withdrawal": "inspection",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class DiceReceipt:
    """A signed step of a dice set; `table` is where it was issued to or withdrawn from, else empty."""

    dice: str
    n: int
    step: str
    table: str


@dataclass(frozen=True, slots=True)
class Logged:
    """A line of the dice log."""

    dice: str
    n: int
    step: str
    table: str
    signer: str
    witness: str
    remark: str
    at: datetime


def record(
    *, key: str, dice: str, step: str, signer: int, witness: int, at: datetime, table: str = "", remark: str = ""
) -> DiceReceipt:
    """Signs the next step of set `dice`: receipt, inspection, issue (to `table`), withdrawal (from it); then it is
    inspected anew. `remark` says what was found.

    Refused: one person twice, wrong roles, a step out of turn, a table missing or with another set lying there.
    """
    if step not in STEPS or not 0 < len(dice) <= 20:
        raise BadInput("step_unknown", "Name the set, and receipt, inspection, issue or withdrawal.", step=step)
    if bool(table) != (step in ("issue", "withdrawal")):
        raise BadInput("table_wrong", "An issue and a withdrawal name a table, a receipt and an inspection none.")
    if signer == witness:
        raise Forbidden("same_signer", "Two different people sign.")
    reads: list[Read] = [
        roles_at(f"table:{table}" if table else "", at, signer, witness), (LAST, {"dice": dice}),
        (TABLE, {"table": table}),
    ]  # fmt: skip
    with act(staff(signer), key, {"dice": dice, "step": step, "table": table, "witness": witness}, reads) as deed:
        if deed.earlier is not None:
            return DiceReceipt(**deed.earlier)
        check_fresh(deed.rows(0), signer, witness)
        permissions.check("dice.sign", roles_in(deed.rows(0), signer))
        permissions.check("dice.witness", roles_in(deed.rows(0), witness))
        n, last = deed.rows(1)[0]
        if step != FOLLOWING[last]:
            raise Conflict("dice_step", f"Dice {dice}: the next step is {FOLLOWING[last]}, not {step}.", last=last)
        at_table = deed.row(2)
        if table and at_table is None:
            raise Unknown("no_table", f"There is no table {table}.", table=table)
        receipt = DiceReceipt(dice, n, step, table)
        deed.write(STEP, asdict(receipt) | {
            "table_id": at_table[0] if at_table else None, "signer": signer, "witness": witness, "remark": remark,
            "at": at,
        })  # fmt: skip
        deed.audit(at, staff(signer), f"dice.{step}", f"dice:{dice}", {"table": table, "witness": witness})
        deed.answer(asdict(receipt))
    return receipt


def log(dice: str = "") -> list[Logged]:
    """The dice log: every step of one set, or of all."""
    (rows,) = see((LOG, {"dice": dice}))
    return [Logged(*row) for row in rows]
