"""A seat's act in the running round: a stake, odds, a named main, dice kept. Opens the round where none runs."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from casino.books.act import act
from casino.people.attempts import noted
from casino.pit import rounds
from casino.pit.desk import Desk, desk_of, reads
from casino.refusal import BadInput, Conflict, Forbidden


@dataclass(frozen=True, slots=True)
class ActReceipt:
    """What was taken: event number `n` of the round; `net` is each seat's and the house's chips so far."""

    table: str
    shift: int
    round: int
    round_number: int
    n: int
    event: Mapping[str, Any]
    calls: list[str]
    over: bool
    net: Mapping[str, int]


def take(*, key: str, table: str, seat: int, event: Mapping[str, Any], actor: str, at: datetime) -> ActReceipt:
    """Takes what `seat` does, as `{"stake": 10}`, `{"odds": 5}`, `{"prop": 3, "on": 5}`; whole chips of the table.

    Refused with nothing changed: late (the dice are out), against the rules, not covered by purse or bank, an
    excluded player, a table that is closing.
    """
    if not event or {"by", "throw", "leave", "void"} & event.keys():
        raise BadInput("not_an_act", 'Send one act, as {"stake": 10}; seat, throws, leaving and voids go elsewhere.')
    said = {**event, "by": str(seat)}
    trying = noted(wanted="stake", place=f"table:{table}", actor=actor, at=at)
    with trying as wish, act(actor, key, {"take": said, "table": table}, reads(table, at)) as deed:
        if deed.earlier is not None:
            return ActReceipt(**deed.earlier)
        desk = desk_of(deed, table)
        guard_bets_open(desk)
        sitting = desk.sitting(seat)
        wish.player = sitting.player
        step = desk.rules.apply(desk.state_of_play(), said, desk.purses())
        if any(move.source.kind == "purse" for move in step.movements):
            guard_may_lay(desk, barred=sitting.barred)
        answer = rounds.write(deed, desk, step, rounds.Happening(said, "stake", actor, at))
        deed.audit(at, actor, "round.act", f"round:{desk.round}", {"n": answer["n"]})
        deed.answer(answer)
    return ActReceipt(**answer)


def guard_bets_open(desk: Desk) -> None:
    """Conflict `dice_out` while a throw is under way: every bet is late now."""
    if desk.round_state == "thrown":
        raise Conflict("dice_out", "The bets are closed for this throw; wait for the dice.", table=desk.table)


def guard_may_lay(desk: Desk, *, barred: bool) -> None:
    """Who may lay chips: nobody who is excluded, nobody at a table that was told to close."""
    if barred:
        raise Forbidden("excluded", "This player is excluded from play; cashing out stays possible.")
    if desk.shift_state != "open":
        raise Conflict("table_closing", f"Table {desk.table} is closing and takes no new bets.", table=desk.table)
