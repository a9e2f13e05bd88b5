"""Any acts in any order, over rounds in which seats come and go: what is taken is what the rules allow.

The rules are told again here, as small as they are, and every event is put to both.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.engine.refusals import Refused
from tests.games.watch import Watched
from tests.games.zar.sequences import Laid, line, proposition
from tests.games.zar.table import HOUSE, ZAR

NAMES = ("A", "B", "C", "D")
SHORT = {"purse_short", "bank_short"}
ACTS = settings(max_examples=80, deadline=None, database=None, suppress_health_check=list(HealthCheck))


class Book:
    """What has happened in a round, in a notebook: who did what, and which faces fell."""

    def __init__(self, watched: Watched, start: Mapping[str, Any]) -> None:
        self.here = list(watched.state.seats)
        self.rich = watched.state.settings.preset == "die_rich"
        self.house = watched.state.settings.bank == "house"
        self.banker: str | None = start.get("banker")
        self.punter: str | None = start.get("punter")
        self.bank = self.stake = 0
        self.props: list[Laid] = []
        self.faces: tuple[int, ...] = ()
        self.void = False

    def allows(self, event: Mapping[str, Any]) -> bool:
        """Whether the rules allow an event, purses aside."""
        match event:
            case {"void": True}:
                return True
            case {"leave": seat}:
                return seat in self.here
            case {"throw": [int(face)]}:
                return bool(self.stake) and face in range(1, 7)
            case {"by": seat} if seat not in self.here:
                return False
            case {"stake": chips, "by": seat}:
                return self.house and seat == self.banker and not self.stake and chips > 0
            case {"bank": chips, "by": seat}:
                mine = self.banker in (None, seat)
                return not self.house and mine and not self.bank and chips >= 2 and len(self.here) > 1
            case {"punt": chips, "by": seat}:
                mine = self.punter in (None, seat) and seat != self.banker
                return mine and not self.stake and 0 < chips <= self.bank // 2
            case {"prop": chips, "on": number, "by": seat}:
                takes = self.house or (self.bank > 0 and seat != self.banker and self.banker in self.here)
                return takes and chips > 0 and number in range(1, 7) and (self.rich or not self.faces)
        return False

    def note(self, event: Mapping[str, Any]) -> None:
        """What was accepted."""
        match event:
            case {"void": True}:
                self.void = True
            case {"leave": seat}:
                self._left(seat)
            case {"throw": [face]}:
                self.faces = (*self.faces, face)
            case {"bank": chips, "by": seat}:
                self.banker, self.bank = seat, chips
            case {"punt": chips, "by": seat}:
                self.punter, self.stake = seat, chips
            case {"stake": chips}:
                self.stake = chips
            case {"prop": chips, "on": number, "by": seat}:
                self.props.append(Laid(seat, chips, number, len(self.faces)))

    def _left(self, seat: str) -> None:
        at = self.here.index(seat)
        line = [each for each in (*self.here[at:], *self.here[:at]) if each not in (seat, self.banker)]
        self.here.remove(seat)
        if seat == self.banker and not self.faces:
            self.void = True
        elif seat == self.punter and not self.stake:
            self.punter = line[0] if line else None

    @property
    def over(self) -> bool:
        if self.void or not self.faces:
            return self.void
        padded = (*self.faces, *(0,) * (4 - len(self.faces)))
        return line(padded, self.rich)[0] == len(self.faces)

    def won(self) -> dict[str, int]:
        """What each seat has won once the round is over and was not void."""
        stakes = line((*self.faces, 0, 0, 0), self.rich)[1]
        thrower = str(self.banker)
        holder, other = (HOUSE, HOUSE) if self.house else (thrower, str(self.punter))
        net = dict.fromkeys((*NAMES, HOUSE), 0)
        net[thrower] += stakes * self.stake
        net[other] -= stakes * self.stake
        for bet in self.props:
            won = proposition(bet, self.faces, self.rich)
            net[bet.seat] += won
            net[holder] -= won
        return net


@st.composite
def event_of(draw: st.DrawFn, book: Book) -> dict[str, Any]:
    """Most often what comes next; now and then anything, by anyone."""
    seat = draw(st.sampled_from((*NAMES, "Z")))
    chips = draw(st.sampled_from((0, 1, 2, 3, 5, 10, 25)))
    likely = draw(st.integers(0, 9))
    if likely < 6:
        seat = draw(st.sampled_from(book.here or NAMES))
        if not book.stake:
            if book.house:
                return {"stake": max(1, chips), "by": book.banker}
            if not book.bank:
                return {"bank": chips + 2, "by": book.banker or seat}
            return {"punt": max(1, book.bank // 4), "by": book.punter or seat}
        return {"throw": [draw(st.integers(1, 6))]}
    return draw(
        st.sampled_from(
            (
                {"bank": chips, "by": seat},
                {"punt": chips, "by": seat},
                {"stake": chips, "by": seat},
                {"prop": chips, "on": draw(st.integers(0, 7)), "by": seat},
                {"prop": max(chips, 1), "on": draw(st.integers(1, 6)), "by": seat},
                {"throw": [draw(st.integers(0, 7))]},
                {"leave": seat},
                {"void": draw(st.integers(0, 5)) == 0},
            )
        )
    )


def play_round(data: st.DataObject, watched: Watched, book: Book) -> None:
    for _ in range(40):
        if watched.state.end:
            break
        event = data.draw(event_of(book))
        answer = watched.take(event)
        if not isinstance(answer, Refused):
            assert book.allows(event), f"{event} was taken"
            book.note(event)
        elif book.allows(event):
            assert answer.code in SHORT, f"{event} was refused: {answer}"
        assert bool(watched.state.end) == book.over
    if not watched.state.end:
        watched.take({"void": True})
        book.note({"void": True})


@ACTS
@given(data=st.data())
def test_B28_acts_of_anyone_in_any_order_over_rounds_with_seats_that_come_and_go(data: st.DataObject) -> None:
    raw = {
        "preset": data.draw(st.sampled_from(("seed", "die_rich"))),
        "bank": data.draw(st.sampled_from(("round", "house"))),
    }
    purses = {seat: data.draw(st.sampled_from((0, 8, 60, 300))) for seat in NAMES}
    purses[HOUSE] = 500
    chips = sum(purses.values())
    seats = list(NAMES[: data.draw(st.integers(1, 4))])
    start: dict[str, Any] = {}
    for _ in range(3):
        opened = ZAR.open(ZAR.settings(raw), seats, start, {seat: purses[seat] for seat in seats})
        start = ZAR.carry(ZAR.void(opened).state)
        named = {"banker": start.get("banker") or start.get("thrower"), "punter": start.get("punter")}
        check_roles(named, seats, purses)
        watched = Watched(ZAR, raw, seats, {seat: purses[seat] for seat in (*seats, HOUSE)}, start)
        assert watched.state == opened
        book = Book(watched, named)
        play_round(data, watched, book)
        now = watched.purses
        if watched.state.end == "settled":
            assert {seat: now[seat] - purses[seat] for seat in now} == {seat: book.won()[seat] for seat in now}
        purses.update(now)
        assert sum(purses.values()) == chips
        start = ZAR.carry(watched.state, purses)
        seats = [seat for seat in NAMES if seat in watched.state.seats and seat not in watched.state.gone]
        seats += data.draw(st.lists(st.sampled_from(NAMES), unique=True, max_size=2))
        seats = list(dict.fromkeys(seats)) or ["D"]


def check_roles(named: Mapping[str, str | None], seats: list[str], purses: Mapping[str, int]) -> None:
    """Roles are of those who sit here, two different ones, and with chips where anyone has some."""
    banker, punter = named["banker"], named["punter"]
    assert banker is None or banker in seats
    assert punter is None or (punter in seats and punter != banker)
    if banker is not None:
        assert purses[banker] or not any(purses[seat] for seat in seats)
    if punter is not None:
        assert purses[punter] or not any(purses[seat] for seat in seats if seat != banker)
