"""Tokes: chips that a player gives the staff; they lie in `staff:tokes` until the house pays them out."""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Final

from casino.books import paper
from casino.books.act import Read, act
from casino.people import permissions, protection
from casino.people.actors import login_of
from casino.people.attempts import noted
from casino.people.signing import roles_at, roles_in
from casino.pit.desk import LOCK_SHIFT
from casino.refusal import BadInput, Conflict, Forbidden

SEAT: Final = """
select s.id, s.day, f.data->>'currency', q.player_id, s.chip, people_barred(q.player_id, %(at)s) is not null,
       nextval('pit_event_id_seq')
from pit_shift s join pit_table t on t.id = s.table_id join profile_profile f on f.version = s.profile
left join pit_seat q on q.shift_id = s.id and q.number = %(seat)s and q.left_at is null
where t.code = %(table)s and s.state <> 'closed'
"""


@dataclass(frozen=True, slots=True)
class TokeReceipt:
    """A toke of `amount` minor units from the player in `seat`."""

    table: str
    shift: int
    seat: int
    player: int
    amount: int


def toke(*, key: str, table: str, seat: int, chips: int, actor: str, at: datetime) -> TokeReceipt:
    """Takes whole chips of the table from a seat's purse for the staff. Refused: nobody there, an excluded player, more
    than is free."""
    if type(chips) is not int or chips < 1:
        raise BadInput("chips_not_whole", "Give a whole number of chips, at least 1.")
    by = login_of(actor)
    place = {"table": table, "seat": seat}
    reads: list[Read] = [roles_at(f"table:{table}", at, by), (LOCK_SHIFT, place), (SEAT, place | {"at": at})]
    trying = noted(wanted="toke", place=f"table:{table}", actor=actor, at=at)
    with trying as wish, act(actor, key, {"toke": chips, **place}, reads) as deed:
        if deed.earlier is not None:
            return TokeReceipt(**deed.earlier)
        permissions.check("table.toke", roles_in(deed.rows(0), by))
        row = deed.row(2)
        if row is None:
            raise Conflict("table_closed", f"Table {table} is not open.", table=table)
        shift, day, currency, player, chip, barred, number = row
        if player is None:
            raise Conflict("no_seat", f"Nobody sits in seat {seat} of table {table}.", seat=seat)
        wish.player = player
        if barred:
            raise Forbidden("excluded", "This player is excluded from play; cashing out stays possible.")
        moved = paper.toke(player=player, chips=chips, chip=chip, currency=currency)
        deed.post(
            kind="toke", actor=actor, day=day, scope="toke", key=str(number), at=at, transfers=moved,
            facts={"shift": shift},
        )  # fmt: skip
        protection.admit(deed, player=player, at=at)
        receipt = TokeReceipt(table, shift, seat, player, moved[0].amount)
        deed.audit(at, actor, "table.toke", f"shift:{shift}", {"seat": seat, "amount": str(receipt.amount)})
        deed.answer(asdict(receipt))
    return receipt
