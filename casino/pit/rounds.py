"""What a step of a round writes: the round as it stands, its event, its chips, its audit row."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from casino.books.act import Act
from casino.books.rounds import transfers
from casino.books.tallies import tallies
from casino.people import protection
from casino.pit.desk import AnyState, Desk
from games.engine import HOUSE, Movement, Step

OPEN_ROUND = """
insert into pit_round (id, shift_id, number, state, game_state, seats, purses, start, throws, events, net, opened_at,
                       over_at)
values (%(round)s, %(shift)s, %(number)s, %(state)s, %(game_state)s, %(seats)s, %(purses)s, %(start)s, %(throws)s,
        %(events)s, %(net)s, %(at)s, %(over_at)s)
"""
COUNT_ROUND = "update pit_shift set rounds = rounds + 1 where id = %(shift)s"
CARRY_ON = "update pit_shift set carry = %(carry)s where id = %(shift)s"
UPDATE = """
update pit_round set state = %(state)s, game_state = %(game_state)s, throws = %(throws)s, events = %(events)s,
       net = %(net)s, over_at = %(over_at)s
where id = %(round)s
"""
EVENT = """
insert into pit_event (round_id, n, event, calls, movements, actor, at)
values (%(round)s, %(n)s, %(event)s, %(calls)s, %(moved)s, %(actor)s, %(at)s)
"""
GO_ON = f"with happened as ({EVENT}) {UPDATE}"
OVERTAKEN = frozenset({"pit_event_order", "round_over"})
"""What the database says to a step whose place in the round is taken."""


@dataclass(frozen=True, slots=True)
class Happening:
    """One thing that happened in a round: what was asked, who recorded it and when, its posting's kind."""

    event: Mapping[str, Any]
    kind: str
    actor: str
    at: datetime
    approvers: tuple[str, ...] = ()
    reason: str = ""


def write(deed: Act, desk: Desk, step: Step[Any, Any], what: Happening, *, threw: bool = False) -> dict[str, Any]:
    """Queues everything the step changes in the act's transaction; returns what happened, for the receipt.

    A throw finds its round open: the bets were laid down before (lay_down).
    """
    n = desk.events + 1
    net = net_after(desk.net, step.movements)
    end = {"": "open", "void": "void"}.get(step.state.end, "over")
    values = {
        "round": desk.round,
        "shift": desk.shift,
        "number": desk.round_number,
        "state": end,
        "game_state": desk.rules.dump(step.state),
        "throws": desk.throws + threw,
        "events": n,
        "net": net,
        "at": what.at,
        "over_at": what.at if step.over else None,
        "n": n,
        "event": what.event,
        "calls": list(step.calls),
        "moved": [[*move.source, *move.target, move.chips, move.why, move.seat] for move in step.movements],
        "actor": what.actor,
    }
    if desk.round_state is None and not threw:
        begin(deed, desk, values)
        deed.write(EVENT, values)
    else:
        deed.write(GO_ON, values)
    if step.over:
        purses = purses_after(desk.purses(), step.movements)
        deed.write(CARRY_ON, {"shift": desk.shift, "carry": desk.rules.carry(step.state, purses)})
    moved = transfers(step.movements, table=desk.table, players=desk.players(), chip=desk.chip, currency=desk.currency)
    if moved:
        deed.post(
            kind=what.kind, actor=what.actor, approvers=what.approvers, reason=what.reason, day=desk.day,
            scope=f"round:{desk.round}", key=str(n), at=what.at, transfers=moved,
        )  # fmt: skip
    protection.play(
        deed, day=desk.day, at=what.at, laying=what.kind == "stake",
        tallies=tallies(step.movements, players=desk.players(), chip=desk.chip),
    )  # fmt: skip
    return {
        "table": desk.table, "shift": desk.shift, "round": desk.round, "round_number": desk.round_number, "n": n,
        "event": dict(what.event), "calls": list(step.calls), "over": step.over, "net": net,
    }  # fmt: skip


def begin(deed: Act, desk: Desk, values: dict[str, Any]) -> None:
    """The round begins with what stood before: who sits here, what they hold, what is carried on."""
    seats = {str(sitting.seat): sitting.player for sitting in desk.seats}
    deed.write(OPEN_ROUND, values | {"seats": seats, "purses": desk.purses(), "start": dict(desk.carry)})
    deed.write(COUNT_ROUND, values)


def lay_down(deed: Act, desk: Desk, state: AnyState, at: datetime) -> dict[str, Any]:
    """A round that begins with a throw begins here; returns the state's dump."""
    dump = desk.rules.dump(state)
    if desk.round_state is None:
        begin(deed, desk, {
            "round": desk.round, "shift": desk.shift, "number": desk.round_number, "state": "open",
            "game_state": dump, "throws": 0, "events": 0, "net": {}, "at": at, "over_at": None,
        })  # fmt: skip
    return dump


def net_after(net: Mapping[str, int], movements: tuple[Movement, ...]) -> dict[str, int]:
    """Chips won or lost by seat and house; chips on the layout belong to nobody yet."""
    after = dict(net)
    for move in movements:
        for place, sign in ((move.source, -1), (move.target, 1)):
            if place.kind != "layout":
                who = place.seat or HOUSE
                after[who] = after.get(who, 0) + sign * move.chips
    return after


def purses_after(purses: Mapping[str, int], movements: tuple[Movement, ...]) -> dict[str, int]:
    """What is free in each purse and in the bank once the chips have moved."""
    after = dict(purses)
    for move in movements:
        for place, sign in ((move.source, -1), (move.target, 1)):
            if place.kind in ("purse", "bank"):
                who = place.seat or HOUSE
                after[who] = after.get(who, 0) + sign * move.chips
    return after
