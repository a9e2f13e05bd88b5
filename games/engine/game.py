"""The protocol between the house and a game.

The house calls the methods of the first half. A game fills in the second half, what its rules say, as a
Change; the engine checks the form of an act, moves the chips and keeps the reserves, or refuses.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from typing import Any, ClassVar, Generic

from games.engine import dice, dumps, offering, settling
from games.engine.chips import HOUSE, POT, Purses, whole
from games.engine.refusals import Refused
from games.engine.state import Act, Change, Offer, P, S, State, Step, all_back, new

NO_SEAT = ("", HOUSE, POT)


class Verb(Enum):
    """What comes with an act."""

    CHIPS = "chips"
    CHIPS_ON = "chips on a number"
    NUMBER = "a number"
    FACES = "faces"
    TRUE = "true"


CHIPS = Verb.CHIPS
"""By a name of its own: an enumeration's members are slow to reach, and most acts are of chips."""


class Game(ABC, Generic[S, P]):
    """One edition of one game. Instances hold nothing: every method is a function of what it is given."""

    name: ClassVar[str]
    edition: ClassVar[str]
    kind: ClassVar[str]
    """bank: against the house; peer: players against each other; pot: all for one pot."""
    verbs: ClassVar[Mapping[str, Verb]]
    expected: ClassVar[tuple[str, ...]] = ()
    """Facts that an exported record expects."""
    priced: ClassVar[tuple[str, ...]] = ()
    """Verbs of bets whose odds the table sets: none may win for its player on average, whoever holds it."""
    settings_class: type[S]
    play_class: type[P]
    seats_least: ClassVar[int] = 1
    seats_most: ClassVar[int | None] = None

    bets_tell_exposure: ClassVar[bool] = True
    """Whether `exposure` is the one below; follows from whether a game overrides it."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.bets_tell_exposure = cls.exposure is Game.exposure

    # What the house calls.

    def settings(self, raw: Mapping[str, object]) -> S:
        """Checked settings; refuses unknown names and wrong values."""
        return self.settings_class.read(raw)

    def open(
        self,
        settings: S,
        seats: Sequence[str],
        start: Mapping[str, Any] | None = None,
        purses: Purses | None = None,
    ) -> State[S, P]:
        """A new round for the seats present, in order to the left.

        start is what `carry` gave after the round before; with purses, a seat without chips gets no role.
        """
        row = tuple(seats)
        try:
            _check_row(row, self.seats_least, self.seats_most)
        except TypeError as unhashable:
            raise _seats_wrong() from unhashable
        return new(State, (settings, row, self.begin(settings, row, start or {}, purses), (), 0, (), (), ""))

    def offers(self, state: State[S, P], purses: Purses) -> tuple[Offer, ...]:
        """Who may do what now, within what these purses allow, and which dice are to be thrown."""
        return offering.offers(self, state, purses)

    def act(self, state: State[S, P], act: Act, purses: Purses) -> Step[S, P]:
        """A seat's act; refused when the rules forbid it or a reserve can't cover it."""
        if state.end:
            raise _over()
        name, seat, value, on = act
        verb = self.verbs.get(name)
        if verb is None:
            raise Refused("act_unknown", "This game knows no act {verb}.", verb=repr(name)[:80])
        if seat not in state.seats:
            raise Refused("seat_unknown", "There is no seat {seat} in this round.", seat=repr(seat)[:80])
        if seat in state.gone:
            raise Refused("seat_gone", "{seat} has left and lays nothing more.", seat=seat)
        if verb is CHIPS and on is None:
            whole(value, name)
        else:
            _check_value(verb, act)
        return settling.step(self, state, self.acted(state, act), purses)

    def throw(self, state: State[S, P], faces: object) -> Step[S, P]:
        """The dice as they fell: a list or tuple of faces, as many as are due."""
        if state.end:
            raise _over()
        fallen = dice.checked(faces, self.due(state))
        change = self.thrown(state, fallen)
        return new(Step, (state, (), (), ())) if change is None else settling.step(self, state, change, None)

    def leave(self, state: State[S, P], seat: str) -> Step[S, P]:
        """A seat leaves: it lays nothing more; its bets stand or go back as the rules say."""
        if state.end:
            raise _over()
        if seat not in state.seats or seat in state.gone:
            raise Refused("seat_unknown", "There is no seat {seat} in this round.", seat=repr(seat)[:80])
        left = state._replace(gone=(*state.gone, seat))
        change = self.left(left, seat)
        return Step(left) if change is None else settling.step(self, left, change, None)

    def void(self, state: State[S, P]) -> Step[S, P]:
        """The round is void: every bet without a ruling goes back; what was ruled stays so; roles stay."""
        if state.end:
            raise _over()
        change = Change(state.play, rulings=all_back(state), calls=("void",), end="void")
        return settling.step(self, state, change, None)

    def apply(self, state: State[S, P], event: object, purses: Purses) -> Step[S, P]:
        """One event of a round record (design of records: README.md): an act, throw, leave or void."""
        if isinstance(event, Mapping):
            keys = frozenset(event)
            if keys == {"throw"}:
                return self.throw(state, event["throw"])
            if keys == {"leave"}:
                return self.leave(state, event["leave"])
            if keys == {"void"} and event["void"] is True:
                return self.void(state)
            named = [key for key in event if key not in ("by", "on")]
            if len(named) == 1 and "by" in keys and ("on" not in keys or event["on"] is not None):
                return self.act(state, Act(named[0], event["by"], event[named[0]], event.get("on")), purses)
        raise Refused("event_unknown", "This is no event of a round: {event}.", event=repr(event)[:80])

    def carry(self, state: State[S, P], purses: Purses | None = None) -> dict[str, Any]:
        """What the next round starts with, once this one is over; JSON. Roles by name (caster, banker …)."""
        if not state.end:
            raise Refused("not_over", "The round is not over; play it out or void it first.")
        return self.carried(state, purses)

    def dump(self, state: State[S, P]) -> dict[str, Any]:
        """The state as JSON, game and edition with it."""
        return dumps.dump(self, state)

    def load(self, dumped: Mapping[str, Any]) -> State[S, P]:
        """The state from its dump; refuses what this edition did not write."""
        return dumps.load(self, dumped)

    def exposure(self, state: State[S, P]) -> dict[str, int]:
        """The most each seat, and the house, can still lose in this round from where it stands.

        It must cover every payment: exposure before a throw >= what is paid at the throw + exposure after it.
        This one holds where all bets can lose together and all can win together; other games override it.
        """
        exposed: dict[str, int] = {}
        bank = 0
        for bet in state.bets:
            exposed[bet.seat] = exposed.get(bet.seat, 0) + bet.stake
            if bet.against == HOUSE:
                bank += bet.wins
        if bank:
            exposed[HOUSE] = bank
        return exposed

    # What a game fills in.

    @abstractmethod
    def begin(self, settings: S, seats: tuple[str, ...], start: Mapping[str, Any], purses: Purses | None) -> P:
        """The game's own part of a new round."""

    @abstractmethod
    def due(self, state: State[S, P]) -> int:
        """How many dice are to be thrown now, or Refused: why none may be."""

    @abstractmethod
    def thrower(self, state: State[S, P]) -> str:
        """The seat that has the dice."""

    @abstractmethod
    def thrown(self, state: State[S, P], faces: tuple[int, ...]) -> Change[P] | None:
        """What the dice do; None for a throw that changes nothing."""

    @abstractmethod
    def acted(self, state: State[S, P], act: Act) -> Change[P]:
        """What an act does, or Refused. Verb, seat and the form of the value are checked already."""

    @abstractmethod
    def offered(self, state: State[S, P]) -> Iterable[Offer]:
        """What the rules let each seat do now, the bounds of the purses aside."""

    def left(self, state: State[S, P], seat: str) -> Change[P] | None:
        """What follows when `seat` (in state.gone already) leaves; None: its bets stand and are settled."""
        return None

    def out_of_time(self, state: State[S, P]) -> Act | None:
        """What the house does for the thrower who is out of time; None: it throws, where dice are due."""
        return None

    @abstractmethod
    def carried(self, state: State[S, P], purses: Purses | None) -> dict[str, Any]:
        """What the next round starts with."""

    @abstractmethod
    def facts(self, state: State[S, P]) -> dict[str, Any]:
        """What the table shows and a record may expect: JSON by name (main, chance, scores …)."""


@lru_cache(maxsize=4096)
def _check_row(row: tuple[object, ...], least: int, most: int | None) -> None:
    """Refuse seats without a name of their own, or too few or too many of them."""
    for seat in row:
        if type(seat) is not str or seat in NO_SEAT:
            raise _seats_wrong()
    if len(set(row)) != len(row):
        raise _seats_wrong()
    if len(row) < least or (most is not None and len(row) > most):
        raise Refused(
            "seats_number",
            "This game takes {least} to {most} players.",
            least=least,
            most="any number of" if most is None else most,
        )


def _seats_wrong() -> Refused:
    return Refused("seats_wrong", "Every seat needs a name of its own, other than house and pot.")


def _over() -> Refused:
    return Refused("over", "This round is over; open the next one.")


def _check_value(verb: Verb, act: Act) -> None:
    if (verb is Verb.CHIPS_ON) != (act.on is not None):
        wanted = "needs" if verb is Verb.CHIPS_ON else "takes no"
        raise Refused("on_wrong", "{verb} {wanted} number that it is on.", verb=act.verb, wanted=wanted)
    if act.on is not None and type(act.on) is not int:
        raise Refused("on_wrong", "{verb} is on a whole number.", verb=act.verb)
    if verb in (Verb.CHIPS, Verb.CHIPS_ON):
        whole(act.value, act.verb)
    elif verb is Verb.NUMBER and type(act.value) is not int:
        raise Refused("number_wrong", "{verb} takes a whole number.", verb=act.verb, given=repr(act.value)[:80])
    elif verb is Verb.TRUE and act.value is not True:
        raise Refused("true_wrong", "{verb} takes true.", verb=act.verb, given=repr(act.value)[:80])
    elif verb is Verb.FACES and not _are_faces(act.value):
        raise Refused("faces_wrong", "{verb} takes a list of faces from 1 to 6.", verb=act.verb)


def _are_faces(value: object) -> bool:
    return isinstance(value, (list, tuple)) and all(type(face) is int and 0 < face < 7 for face in value)
