"""Who sits where: taking a seat, leaving it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from casino.books.act import act
from casino.people.attempts import noted
from casino.pit import rounds
from casino.pit.acts import guard_bets_open
from casino.pit.desk import desk_of, reads
from casino.refusal import BadInput, Conflict, Forbidden, Unknown

PLAYER = """
select t.seats,
       people_barred(p.id, %(at)s) is not null
from people_player p, pit_table t where p.id = %(player)s and t.code = %(table)s
"""
TAKE = """
insert into pit_seat (shift_id, number, player_id, taken_at) values (%(shift)s, %(seat)s, %(player)s, %(at)s)
"""
LEAVE = """
update pit_seat set left_at = %(at)s where shift_id = %(shift)s and number = %(seat)s and left_at is null
"""


@dataclass(frozen=True, slots=True)
class SeatReceipt:
    """A seat taken or left; `round` is the round whose bets the leaving has settled or sent back, if any."""

    table: str
    shift: int
    seat: int
    player: int
    round: int | None = None


def take(*, key: str, table: str, seat: int, player: int, actor: str, at: datetime) -> SeatReceipt:
    """Seats a player; he plays from the next round on. Refused: excluded, seat taken, no such seat, seated already."""
    request = {"seat": seat, "table": table, "player": player}
    facts = (PLAYER, {"player": player, "table": table, "at": at})
    wish = noted(wanted="seat", place=f"table:{table}", actor=actor, at=at, player=player)
    with wish, act(actor, key, request, [*reads(table, at), facts]) as deed:
        if deed.earlier is not None:
            return SeatReceipt(**deed.earlier)
        desk = desk_of(deed, table, row=-2)
        person = deed.row(-1)
        if person is None:
            raise Unknown("no_player", "There is no such player.")
        most, barred = person
        if barred:
            raise Forbidden("excluded", "This player is excluded from play; cashing out stays possible.")
        if desk.shift_state != "open":
            raise Conflict("table_closing", f"Table {table} is closing; nobody sits down any more.", table=table)
        if not 1 <= seat <= most:
            raise BadInput("no_such_seat", f"Table {table} has seats 1 to {most}.", seat=seat)
        if any(sitting.seat == seat for sitting in desk.seats) or str(seat) in (desk.round_seats or {}):
            raise Conflict("seat_taken", f"Seat {seat} is taken until this round is over.", seat=seat)
        if any(sitting.player == player for sitting in desk.seats):
            raise Conflict("already_seated", "This player sits at this table already.", player=player)
        deed.write(TAKE, {"shift": desk.shift, "seat": seat, "player": player, "at": at})
        deed.audit(at, actor, "seat.take", f"shift:{desk.shift}", {"seat": seat, "player": player})
        answer: dict[str, Any] = {"table": table, "shift": desk.shift, "seat": seat, "player": player}
        deed.answer(answer)
    return SeatReceipt(**answer)


def leave(*, key: str, table: str, seat: int, actor: str, at: datetime) -> SeatReceipt:
    """The player gets up: what he has laid stands or goes back as the game's rules say."""
    with act(actor, key, {"leave": seat, "table": table}, reads(table, at)) as deed:
        if deed.earlier is not None:
            return SeatReceipt(**deed.earlier)
        desk = desk_of(deed, table)
        guard_bets_open(desk)
        sitting = desk.sitting(seat)
        answer: dict[str, Any] = {"table": table, "shift": desk.shift, "seat": seat, "player": sitting.player}
        if desk.game_state is not None and str(seat) in (desk.round_seats or {}):
            step = desk.rules.leave(desk.state_of_play(), str(seat))
            rounds.write(deed, desk, step, rounds.Happening({"leave": str(seat)}, "leave", actor, at))
            answer["round"] = desk.round
        deed.write(LEAVE, {"shift": desk.shift, "seat": seat, "at": at})
        deed.audit(at, actor, "seat.leave", f"shift:{desk.shift}", {"seat": seat, "player": sitting.player})
        deed.answer(answer)
    return SeatReceipt(**answer)
