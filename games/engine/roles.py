"""Who has the dice: the row of seats to the left, what stood before, and who comes next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.engine.chips import Purses
from games.engine.refusals import Refused


def line_from(seats: Sequence[str], first: str | None) -> list[str]:
    """The seats to the left, beginning with `first`; as they are where `first` does not sit there."""
    at = seats.index(first) if first in seats else 0
    return [*seats[at:], *seats[:at]] if at else list(seats)


def next_with_chips(line: Iterable[str], gone: Sequence[str], purses: Purses | None) -> str | None:
    """The first of the line still there who has chips (without purses: everyone has).

    When nobody has any: the first still there; None when everyone has left.
    """
    first = None
    for seat in line:
        if seat not in gone:
            if purses is None or purses.get(seat, 0) > 0:
                return seat
            first = first or seat
    return first


def read_start(
    start: Mapping[str, Any], seats: Sequence[str], role: str, count: str | None = None
) -> tuple[list[str], int]:
    """The seats from the one that has the role, and how many of `count` (if any) that one has behind it.

    start may name the role, `line` (the row of the round before, from the role on) and the count. When
    that seat has left since, the role goes to the next of the line who still sits, and the count to 0.
    """
    if not start:
        return list(seats), 0
    holder: Any = start.get(role)
    number: Any = start.get(count, 0) if count else 0
    line: Any = start.get("line") or line_from(seats, holder)
    for key in start:
        if key != role and key != count and key != "line":
            raise _wrong(start, role, count)
    if type(number) is not int or number < 0 or not isinstance(line, (list, tuple)):
        raise _wrong(start, role, count)
    first = None
    for seat in line:
        if type(seat) is not str:
            raise _wrong(start, role, count)
        if first is None and seat in seats:
            first = seat
    if holder is None:
        holder = line[0]
    elif holder not in line:
        raise _wrong(start, role, count)
    row = list(seats) if first is None or first == seats[0] else line_from(seats, first)
    return row, number if first == holder else 0


def _wrong(start: Mapping[str, Any], role: str, count: str | None) -> Refused:
    return Refused(
        "start_wrong",
        "The start of this game is an object of {known} and line.",
        known=f"{role}, {count}" if count else role,
        given=repr(start)[:80],
    )
