"""The demo's night: the tables play until the dice have fallen often enough, with everything that a night brings."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from itertools import count

from casino.books import days
from casino.demo import evening, world
from casino.demo.cast import TABLES, Layout
from casino.demo.chance import Chance
from casino.demo.clock import Clock
from casino.demo.table import Felt, Guest, throw_once
from casino.demo.tempers import TEMPERS
from casino.demo.world import World
from casino.people.actors import HOUSE, staff
from casino.pit import seats
from casino.pit.desk import look
from casino.profile.roles import Role
from casino.refusal import Forbidden, Unavailable

Progress = Callable[[str, int, int], None]
SEATS_A_TABLE = 3
STUCK = 20
VOID_TRIES = 20
FILL_AT, VOID_AT, REFUSE_AT, LEAVE_AT = 15, 25, 45, 65
"""After what part of its throws, in percent, the night's special events begin."""


@dataclass(slots=True)
class Evening:
    """What a night brought: throws, what was refused and why, what was filled, voided, cashed out."""

    day: date
    throws: int = 0
    acts_refused: int = 0
    refusals: list[str] = field(default_factory=list)
    events: list[str] = field(default_factory=list)


def play(*, day: date, clock: Clock, seed: str, throws: int, progress: Progress) -> Evening:
    """Plays `day` through the real departments until at least `throws` throws are settled."""
    house = world.found(clock.now)
    night = Evening(day)
    felts = _felts(house, day, seed, clock)
    for felt in felts:
        if evening.finish_left_open(house, felt):
            night.events.append(f"{felt.code} was left open by an interrupted night: finished and closed")
    days.ensure_open(day, HOUSE)
    world.stock(house, clock.now)
    for n, (felt, layout) in enumerate(zip(felts, TABLES, strict=True)):
        progress("tables opened", n, len(felts))
        evening.open_table(house, felt, layout)
        for seat in range(1, SEATS_A_TABLE + 1):
            evening.sit(felt, seat, _guest(house, seed, n * SEATS_A_TABLE + seat))
    progress("tables opened", len(felts), len(felts))
    _play_out(house, felts, night, seed, throws, progress)
    for n, felt in enumerate(felts):
        progress("tables closed", n, len(felts))
        evening.close_table(house, felt)
        evening.count_box(house, felt)
        evening.count_rake(house, felt)
    evening.count_drawers(house, felts[0])
    progress("tables closed", len(felts), len(felts))
    night.throws = sum(felt.throws for felt in felts)
    night.acts_refused = sum(felt.refused for felt in felts)
    return night


def _felts(house: World, day: date, seed: str, clock: Clock) -> list[Felt]:
    keys = (f"demo-{day}-{n}" for n in count(1))
    crew = Chance(seed, "crew")
    dealers, supervisors = house.staff[Role.DEALER], house.staff[Role.SUPERVISOR]
    first = crew.below(len(dealers))
    return [
        Felt(layout.code, dealers[(first + n) % len(dealers)], supervisors[n % len(supervisors)], clock, keys)
        for n, layout in enumerate(TABLES)
    ]


def _guest(house: World, seed: str, n: int) -> Guest:
    chance = Chance(seed, "guest", n)
    return Guest(house.guests[n - 1], chance.pick(TEMPERS), chance)


def _play_out(house: World, felts: list[Felt], night: Evening, seed: str, throws: int, progress: Progress) -> None:
    due = _programme(house, felts, night, seed, throws)
    fallen = stuck = 0
    while fallen < throws:
        before = fallen
        for felt, layout in zip(felts, TABLES, strict=True):
            if throw_once(felt):
                fallen += 1
                for happens in due.pop(fallen, ()):
                    happens()
            else:
                _go_on(house, felt, layout, night)
        progress("throws", min(fallen, throws), throws)
        stuck = stuck + 1 if fallen == before else 0
        if stuck > STUCK:
            raise Unavailable("demo_stuck", "No table can go on; see its page for what the dice wait for.")


def _programme(
    house: World, felts: list[Felt], night: Evening, seed: str, throws: int
) -> dict[int, list[Callable[[], None]]]:
    """What happens besides the play, by the throws after which it does: at every table a void and a leaver."""
    due: dict[int, list[Callable[[], None]]] = {}

    def at(percent: int, happens: Callable[[], None]) -> None:
        due.setdefault(max(1, throws * percent // 100), []).append(happens)

    at(FILL_AT, partial(_fill, house, felts[0], night))
    for n, felt in enumerate(felts):
        at(VOID_AT + n, partial(_void, house, felt, night))
        at(REFUSE_AT + n, partial(_refuse, house, felt, night))
        newcomer = _guest(house, seed, len(felts) * SEATS_A_TABLE + n + 1)
        at(LEAVE_AT + n, partial(_leave, house, felt, newcomer, night))
    return due


def _fill(house: World, felt: Felt, night: Evening) -> None:
    evening.fill(house, felt, 500_000)
    night.events.append(f"fill of 5,000.00 to {felt.code}")


def _void(house: World, felt: Felt, night: Evening) -> None:
    for _ in range(VOID_TRIES):
        if evening.void_round(house, felt):
            night.events.append(f"round voided at {felt.code}")
            return
        throw_once(felt)


def _refuse(house: World, felt: Felt, night: Evening) -> None:
    try:
        seats.take(
            key=felt.key(), table=felt.code, seat=8, player=house.excluded, actor=staff(felt.dealer), at=felt.clock.now
        )
    except Forbidden as refused:
        night.refusals.append(f"{felt.code}, {refused.code}: {refused.sentence}")


def _leave(house: World, felt: Felt, newcomer: Guest, night: Evening) -> None:
    """A guest gets up in mid-evening and cashes out; another one takes a seat."""
    seat, guest = next(iter(felt.guests.items()))
    seats.leave(key=felt.key(), table=felt.code, seat=seat, actor=staff(felt.dealer), at=felt.clock.tick(10))
    evening.cash_out(house, felt, guest)
    felt.gone.append(felt.guests.pop(seat))
    evening.sit(felt, SEATS_A_TABLE + 1, newcomer)
    night.events.append(f"seat {seat} left {felt.code} and cashed out")


def _go_on(house: World, felt: Felt, layout: Layout, night: Evening) -> None:
    """Nobody here can bring the dice to fall: a tray that runs low is filled, who has no chips buys in again."""
    desk = look(felt.code, felt.clock.now)
    if desk.tray < layout.float // 2:
        evening.fill(house, felt, layout.float - desk.tray)
        night.events.append(f"fill to its float for {felt.code}")
    for sitting in desk.seats:
        if sitting.chips < desk.chip * 10:
            evening.buy_in(felt, felt.guests[sitting.seat])
            night.events.append(f"seat {sitting.seat} of {felt.code} bought in again")
