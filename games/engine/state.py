"""What a round is made of. All of it is frozen: an act gives a new state and leaves the old one as it was."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Generic, NamedTuple, TypeVar

from games.engine.chips import Movement
from games.engine.odds import Odds
from games.engine.settings import Settings

S = TypeVar("S", bound=Settings)
P = TypeVar("P")
new = tuple.__new__
"""Makes a NamedTuple at half the cost of calling its class, which counts where every roll passes."""


class Bet(NamedTuple):
    """A live bet: `stake` chips of `seat` on the layout.

    number   counts the bets of the round from 1; a ruling and the house's own row name it
    kind     the verb that laid it
    wins     chips that a win brings on top of the stake where that is known when it is laid, else 0
    against  who pays a win and takes a loss: the house, a seat, or the pot
    on       the number it is on, where it is on one
    """

    number: int
    seat: str
    kind: str
    stake: int
    wins: int = 0
    against: str = "house"
    on: int | None = None


class Ruling(NamedTuple):
    """The one final ruling on a bet.

    outcome   won, lost, push or void
    returned  chips that come back to the seat, the stake among them: stake + win, 0 for a plain loss,
              the stake for a push or void; below 0 where a loss costs more than the stake
    """

    bet: Bet
    outcome: str
    returned: int


class Act(NamedTuple):
    """What a seat wants to do: `value` is chips, a number, faces or True, as the verb asks."""

    verb: str
    seat: str
    value: Any
    on: int | None = None


class Offer(NamedTuple):
    """What a seat may do now, or which dice are to be thrown.

    smallest, largest, step  of the chips; 0, None and 1 where the act lays none. A game gives the bounds
                             of its rules (largest None: no bound), the engine narrows them to the purses
    choices                  what may be named or kept;  points  what each of them scores, where it scores
    on                       the number that the bet would be on
    dice                     for the verb throw: how many; `seat` throws (empty: the house, for a leaver)
    why_not, sentence        code and sentence of the refusal, where it may not be done now; else empty
    """

    verb: str
    seat: str
    smallest: int = 0
    largest: int | None = None
    step: int = 1
    odds: Odds | None = None
    choices: tuple[object, ...] = ()
    on: int | None = None
    dice: int = 0
    why_not: str = ""
    sentence: str = ""
    points: tuple[int, ...] = ()


class State(NamedTuple, Generic[S, P]):
    """A round as it stands.

    play   the game's own part: a NamedTuple of what its rules remember, as little as they need
    bets   the live bets, oldest first;  laid  how many were laid so far
    gone   the seats that have left since the round was opened
    held   chips reserved beyond what lies on the layout, by seat; follows from the rest
    end    empty while the round is open, then settled or void
    """

    settings: S
    seats: tuple[str, ...]
    play: P
    bets: tuple[Bet, ...] = ()
    laid: int = 0
    gone: tuple[str, ...] = ()
    held: tuple[tuple[str, int], ...] = ()
    end: str = ""


class Change(NamedTuple, Generic[P]):
    """What a game's rules answer to an act, a throw or a leaver; the engine makes the movements from it.

    play     the game's own part from now on
    laid     new bets, numbered from state.laid + 1
    trimmed  live bets whose stake got smaller; the difference goes back to the seat
    rulings  final rulings
    fee      chips of the pot that go to the house
    calls    what the table calls out, as codes
    end      settled or void when this ends the round
    """

    play: P
    laid: tuple[Bet, ...] = ()
    trimmed: tuple[Bet, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    fee: int = 0
    calls: tuple[str, ...] = ()
    end: str = ""


class Step(NamedTuple, Generic[S, P]):
    """The answer to an act or throw: the new state, every chip that moves, calls, final rulings."""

    state: State[S, P]
    movements: tuple[Movement, ...] = ()
    calls: tuple[str, ...] = ()
    rulings: tuple[Ruling, ...] = ()

    @property
    def over(self) -> bool:
        return self.state.end != ""


def all_back(state: State[S, P]) -> tuple[Ruling, ...]:
    """Void rulings for every live bet: each stake goes back."""
    return tuple(Ruling(bet, "void", bet.stake) for bet in state.bets)


@lru_cache(maxsize=8192)
def all_won(bets: tuple[Bet, ...]) -> tuple[Ruling, ...]:
    """Each of these bets wins what was known when it was laid."""
    return tuple(Ruling(bet, "won", bet.stake + bet.wins) for bet in bets)


@lru_cache(maxsize=8192)
def all_lost(bets: tuple[Bet, ...]) -> tuple[Ruling, ...]:
    """Each of these bets is lost."""
    return tuple(Ruling(bet, "lost", 0) for bet in bets)
