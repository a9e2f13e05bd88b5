"""Who banks and who punts: at the beginning of a round, and in the next one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from games.engine import Refused
from games.engine.chips import Purses
from games.engine.roles import line_from, next_with_chips


class Roles(NamedTuple):
    """The seat that throws (the banker, or the player before the house's bank) and the punter; empty: open."""

    thrower: str = ""
    punter: str = ""


def next_seat(seats: Sequence[str], after: str, out: Iterable[str], purses: Purses | None = None) -> str:
    """The next seat to the left of `after` that is not `out` and has chips, round to `after` itself; else empty."""
    line = line_from(seats, after)
    return next_with_chips([*line[1:], *line[:1]], tuple(out), purses) or ""


def read_roles(start: Mapping[str, Any], seats: Sequence[str], purses: Purses | None) -> Roles:
    """The roles that a round opens with. start: banker (thrower before the house's bank), punter, line.

    line is the row of the round before. A role that nobody has yet is open. When its seat has left or has no
    chips, it goes on to the left, and the next after a new banker punts.
    """
    line, named = _checked(start, seats)
    first = _still_here(line, named.thrower, seats)
    if not first:
        return Roles()
    thrower = next_with_chips(line_from(seats, first), (), purses) or first
    if thrower != named.thrower:
        return Roles(thrower, next_seat(seats, thrower, (thrower,), purses))
    heir = _still_here(line, named.punter, [seat for seat in seats if seat != thrower])
    return Roles(thrower, next_with_chips(line_from(seats, heir), (thrower,), purses) or "" if heir else "")


def _checked(start: Mapping[str, Any], seats: Sequence[str]) -> tuple[Sequence[str], Roles]:
    """The row of the round before, and the roles as named; refused where they have another shape."""
    named = {role: seat for role, seat in start.items() if role != "line" and seat is not None}
    if any(type(seat) is not str for seat in named.values()):
        raise _wrong(start)
    thrower = named.pop("banker", None) or named.pop("thrower", "")
    punter = named.pop("punter", "")
    line = start.get("line") or line_from(seats, thrower)
    if named or not isinstance(line, (list, tuple)) or any(type(seat) is not str for seat in line):
        raise _wrong(start)
    for seat in (thrower, punter):
        if seat and (seat not in line or not thrower or thrower == punter):
            raise _wrong(start)
    return line, Roles(thrower, punter)


def _still_here(line: Sequence[str], named: str, seats: Sequence[str]) -> str:
    """Who has the role of `named`: the first of the line from there on who still sits."""
    return next((seat for seat in line_from(line, named) if seat in seats), "") if named else ""


def next_roles(before: Roles, won: int, seats: Sequence[str], gone: Sequence[str], purses: Purses | None) -> Roles:
    """The roles after a round that went round: `won` is above 0 when the banker won, below when the punter did.

    0 is a void round, which leaves the roles. Whoever won has the bank. When that seat has left, the next after
    the leaver has it and the next after that one punts; else the next after the present punter does.
    """
    banker, punter = before
    heir = punter if won < 0 else banker
    if heir in gone:
        leaver = banker if banker in gone else punter
        heir = next_seat(seats, leaver, gone, purses)
        return Roles(heir, next_seat(seats, heir, (*gone, heir), purses) if heir else "")
    if not punter or (not won and punter not in gone):
        return before
    return Roles(heir, next_seat(seats, punter, (*gone, heir), purses))


def next_thrower(thrower: str, won: int, seats: Sequence[str], gone: Sequence[str], purses: Purses | None) -> str:
    """Who throws next before the house's bank: the same seat until it loses or leaves, then the next to the left."""
    return next_seat(seats, thrower, gone, purses) if won < 0 or thrower in gone else thrower


def _wrong(start: Mapping[str, Any]) -> Refused:
    return Refused(
        "start_wrong",
        "The start of this game is an object of banker and punter (or thrower) and line, each a seat of that line.",
        given=repr(start)[:80],
    )
