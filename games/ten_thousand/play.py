"""What a game of ten thousand remembers, and the steps from one turn to the next."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeVar

from games.engine import Bet, Change, Ruling
from games.engine import State as AnyState
from games.engine.pot import fee, split
from games.engine.roles import line_from
from games.ten_thousand.scoring import DICE
from games.ten_thousand.settings import TenThousandSettings

V = TypeVar("V")


class Play(NamedTuple):
    """Rows are by seat. What can be taken over is () or its points and dice.

    first      who throws first in this game;  begun  whether he has thrown
    last       who opened the last round, empty before
    reached    the seats in the order in which they reached the score that they have
    zilches    in a row
    by         whose turn it is
    points     set aside in this turn so far, what was taken over among them
    dice       not set aside: on the table while there are faces, else to be thrown
    faces      of a throw from which nothing was set aside yet, in ascending order
    kept       whether the last throw of this turn was kept from, so that it may be banked
    """

    first: str
    begun: bool
    last: str
    scores: tuple[int, ...]
    on_table: tuple[bool, ...]
    zilches: tuple[int, ...]
    reached: tuple[str, ...]
    to_take: tuple[int, ...]
    by: str
    points: int = 0
    dice: int = DICE
    faces: tuple[int, ...] = ()
    kept: bool = False


State = AnyState[TenThousandSettings, Play]


def fresh(seats: tuple[str, ...], first: str) -> Play:
    """Nobody has thrown; everyone is off the table."""
    nothing = tuple(0 for _ in seats)
    off = tuple(False for _ in seats)
    return Play(first, False, "", nothing, off, nothing, tuple(line_from(seats, first)), (), first)


def seated(state: State) -> list[str]:
    """Who still plays, in order of seats."""
    return [seat for seat in state.seats if seat not in state.gone]


def is_on(state: State) -> bool:
    """Whether the player to play is on the table."""
    return state.play.on_table[state.seats.index(state.play.by)]


def least(state: State) -> int:
    """What the turn must reach to be banked."""
    return state.settings.minimum if is_on(state) else state.settings.entry


def banked(state: State) -> Change[Play]:
    """The points of the turn are scored; what is left may be taken over by the next."""
    settings, play = state.settings, state.play
    at = state.seats.index(play.by)
    calls = ["bank"] if is_on(state) else ["bank", "on_table"]
    after = _scored(state, play.points)._replace(
        on_table=_put(play.on_table, at, True), zilches=_put(play.zilches, at, 0)
    )
    if not after.last and after.scores[at] >= settings.target:
        after = after._replace(last=play.by)
        calls.append("last_round")
    offer = settings.take_over
    open_to_take = offer is not None and play.points >= offer.points and play.dice <= offer.dice and play.dice < DICE
    return _next_turn(state, after, calls, (play.points, play.dice) if open_to_take else ())


def zilched(state: State) -> Change[Play]:
    """The points of the turn are lost; a run of zilches brings the penalty."""
    settings, play = state.settings, state.play
    if not (is_on(state) or settings.penalty_off_table):
        return _next_turn(state, play, ["zilch"])
    at = state.seats.index(play.by)
    run = play.zilches[at] + 1
    if run < settings.zilch_run:
        return _next_turn(state, play._replace(zilches=_put(play.zilches, at, run)), ["zilch"])
    score = play.scores[at]
    lost = score if settings.zilch_penalty == "all" else settings.zilch_penalty
    if settings.penalty_floor_zero:
        lost = min(lost, score)
    after = _scored(state, -lost)._replace(zilches=_put(play.zilches, at, 0))
    return _next_turn(state, after, ["zilch", "penalty"] if lost else ["zilch"])


def walked_out(state: State) -> Change[Play] | None:
    """Who is gone by now has left a game that has begun; his ante stays in. The last one seated takes the pot."""
    still = seated(state)
    if len(still) == 1:
        return _paid_out(state, state.play, still, ["last_seated"])
    return _next_turn(state, state.play, ["walk_out"]) if state.play.by in state.gone else None


def _scored(state: State, points: int) -> Play:
    """The play with so many points more for the player to play, who is thereby the last to have reached a score."""
    play = state.play
    if not points:
        return play
    at = state.seats.index(play.by)
    return play._replace(
        scores=_put(play.scores, at, play.scores[at] + points),
        reached=(*(seat for seat in play.reached if seat != play.by), play.by),
    )


def _next_turn(state: State, play: Play, calls: list[str], to_take: tuple[int, ...] = ()) -> Change[Play]:
    """The dice go to the next who still sits; to where the last round was opened: then the pot is paid out."""
    line = line_from(state.seats, play.by)
    for seat in (*line[1:], play.by):
        if seat == play.last:
            break
        if seat not in state.gone:
            after = play._replace(by=seat, points=0, dice=DICE, faces=(), kept=False, to_take=to_take)
            return Change(after, calls=tuple(calls))
    scores = {seat: play.scores[state.seats.index(seat)] for seat in seated(state)}
    highest = max(scores.values())
    return _paid_out(state, play, [seat for seat, score in scores.items() if score == highest], calls)


def _paid_out(state: State, play: Play, winners: Iterable[str], calls: list[str]) -> Change[Play]:
    """The pot, less the fee, to the winners in equal parts; odd chips to who reached the score first."""
    pot = sum(bet.stake for bet in state.bets)
    taken = fee(pot, state.settings)
    ranked = [seat for seat in play.reached if seat in winners]
    shares = dict(zip(ranked, split(pot - taken, [1] * len(ranked)), strict=True))
    rulings = tuple([_ruling(bet, shares) for bet in state.bets])
    end = play._replace(points=0, dice=DICE, faces=(), kept=False, to_take=())
    return Change(end, rulings=rulings, fee=taken, calls=(*calls, "pot"), end="settled")


def _ruling(bet: Bet, shares: dict[str, int]) -> Ruling:
    return Ruling(bet, "won", shares[bet.seat]) if bet.seat in shares else Ruling(bet, "lost", 0)


def _put(row: tuple[V, ...], at: int, value: V) -> tuple[V, ...]:
    return (*row[:at], value, *row[at + 1 :])
