"""The exact solver: distributions, loops, what dice alone can't decide."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

import pytest

from games import find
from games.engine import Act, Bet, Change, Game, Offer, Refused, Ruling, Settings, Verb
from games.engine.chips import Purses
from games.engine.figures import decimal, percent, root
from games.engine.solver import (
    Undecided,
    calls,
    endings,
    falls,
    mean,
    throws,
    variance,
    won_by_bet,
    won_by_house,
    won_by_seat,
)
from games.engine.state import State

HAZARD = find("hazard")
HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class NoSettings(Settings):
    """Nothing may be set."""


class Ping(NamedTuple):
    """Where the ball is; `lost` once it is in nobody's field."""

    side: str
    waits: bool = False


class PingPong(Game[NoSettings, Ping]):
    """A game of loops: 1 wins, 2 loses, 3 goes over to the other side, where 1 loses and 2 wins; 6 waits for an act."""

    name, edition, kind = "ping_pong", "1", "bank"
    verbs: ClassVar[Mapping[str, Verb]] = {"bet": Verb.CHIPS, "go": Verb.TRUE}
    settings_class, play_class = NoSettings, Ping
    waits_on: ClassVar[int] = 7
    ends: ClassVar[bool] = True

    def begin(
        self, settings: NoSettings, seats: tuple[str, ...], start: Mapping[str, Any], purses: Purses | None
    ) -> Ping:
        return Ping("here")

    def due(self, state: State[NoSettings, Ping]) -> int:
        if state.play.waits or not state.bets:
            raise Refused("wait", "Somebody must act first.")
        return 1

    def thrower(self, state: State[NoSettings, Ping]) -> str:
        return state.seats[0]

    def thrown(self, state: State[NoSettings, Ping], faces: tuple[int, ...]) -> Change[Ping] | None:
        face, here = faces[0], state.play.side == "here"
        if face == self.waits_on:
            return Change(Ping("here", True))
        if face == 3 or not self.ends:
            return Change(Ping("there" if here else "here"))
        if face > 2:
            return None
        won = here == (face == 1)
        rulings = tuple(Ruling(bet, *(("won", 2 * bet.stake) if won else ("lost", 0))) for bet in state.bets)
        return Change(state.play, rulings=rulings, end="settled")

    def acted(self, state: State[NoSettings, Ping], act: Act) -> Change[Ping]:
        if act.verb == "go":
            return Change(Ping("here"))
        return Change(state.play, (Bet(state.laid + 1, act.seat, "bet", act.value, act.value),))

    def offered(self, state: State[NoSettings, Ping]) -> Iterator[Offer]:
        yield Offer("bet", state.seats[0], 1)

    def carried(self, state: State[NoSettings, Ping], purses: Purses | None) -> dict[str, Any]:
        return {}

    def facts(self, state: State[NoSettings, Ping]) -> dict[str, Any]:
        return {}


class Waiting(PingPong):
    waits_on = 6


class Endless(PingPong):
    ends = False


def with_bet(game: Game[Any, Any], chips: int = 10) -> State[Any, Any]:
    return game.act(game.open(game.settings({}), ["A"]), Act("bet", "A", chips), {"A": chips}).state


def test_a_loop_over_two_states_is_collapsed_exactly() -> None:
    """Here p = 1/6 + p/2 + q/6 and there q = 1/6 + q/2 + p/6; so p = q = 1/2."""
    state = with_bet(PingPong())
    for seen in (state, PingPong().throw(state, [3]).state):
        assert endings(PingPong(), seen, won_by_bet(1), 1) == {10: HALF, -10: HALF}


def test_the_loops_of_hazard_are_what_their_throws_add_up_to() -> None:
    """Against an independent count: throw after throw, what is still open added up in plain arithmetic."""
    state = HAZARD.open(HAZARD.settings({}), ["A"])
    state = HAZARD.act(state, Act("stake", "A", 10), {"A": 10}).state
    open_: dict[Any, Fraction] = {state: Fraction(1)}
    won = Fraction(0)
    for _ in range(40):
        after: dict[Any, Fraction] = {}
        for each, chance in open_.items():
            for step, part in falls(HAZARD, each).items():
                if step.over:
                    won += chance * part * (step.rulings[0].outcome == "won")
                else:
                    after[step.state] = after.get(step.state, Fraction(0)) + chance * part
        open_ = after
    rest = sum(open_.values())
    exact = endings(HAZARD, state, won_by_bet(1), 1)[10]
    assert exact == Fraction(1979, 4032)
    assert won < exact < won + rest
    assert rest < Fraction(1, 1000)


@pytest.mark.parametrize("dice", range(1, 7))
def test_throws_are_counted_by_the_faces_that_fall(dice: int) -> None:
    counted = Counter(tuple(sorted(faces)) for faces in itertools.product(range(1, 7), repeat=dice))
    assert dict(throws(dice)) == counted


def test_what_somebody_must_decide_is_undecided() -> None:
    state = with_bet(Waiting())
    with pytest.raises(Undecided, match="Somebody must act first"):
        endings(Waiting(), state, won_by_bet(1), 1)
    with pytest.raises(Undecided):
        falls(PingPong(), PingPong().open(PingPong().settings({}), ["A"]))


def test_a_round_that_never_ends_is_undecided_too() -> None:
    with pytest.raises(Undecided, match="never end"):
        endings(Endless(), with_bet(Endless()), won_by_bet(1), 1)


def test_chips_scored_on_a_loop_are_an_error_not_a_number() -> None:
    with pytest.raises(RuntimeError, match="more than once"):
        endings(PingPong(), with_bet(PingPong()), lambda step: 1)


def test_what_one_side_wins_the_other_loses() -> None:
    state = with_bet(PingPong(), 7)
    player = endings(PingPong(), state, won_by_seat("A"))
    house = endings(PingPong(), state, won_by_seat("house"))
    assert house == endings(PingPong(), state, won_by_house(frozenset({1})))
    assert house == {-chips: chance for chips, chance in player.items()}
    assert endings(PingPong(), state, won_by_house(frozenset())) == {0: 1}
    assert mean(player) == 0
    assert variance(player) == 49


@pytest.mark.parametrize(
    ("main", "nick", "out"),
    [(5, "1/9", "1/6"), (6, "1/6", "5/36"), (7, "2/9", "1/9"), (8, "1/6", "5/36"), (9, "1/9", "1/6")],
)
def test_the_cast_of_hazard_is_a_nick_or_out_as_often_as_known(main: int, nick: str, out: str) -> None:
    state = HAZARD.open(HAZARD.settings({"main": "named"}), ["A"])
    for verb, value in (("main", main), ("stake", 1)):
        state = HAZARD.act(state, Act(verb, "A", value), {"A": 1}).state
    found = calls(HAZARD, state)
    assert (found["nick",], found["out",]) == (Fraction(nick), Fraction(out))
    assert sum(found.values()) == 1


@pytest.mark.parametrize(
    ("dice", "zilch", "all_score"),
    [
        (1, "2/3", "1/3"),
        (2, "4/9", "1/9"),
        (3, "5/18", "1/18"),
        (4, "17/108", "13/324"),
        (5, "25/324", "59/1944"),
        (6, "5/216", "101/1296"),
    ],
)
def test_the_dice_of_ten_thousand_score_as_often_as_known(dice: int, zilch: str, all_score: str) -> None:
    """Every throw of the rules themselves: what is called a zilch, and what may be set aside whole."""
    game = find("ten_thousand")
    state = game.open(game.settings({}), ["A", "B"])
    for seat in "AB":
        state = game.act(state, Act("ante", seat, 5), {"A": 5, "B": 5}).state
    state = state._replace(play=state.play._replace(begun=True, dice=dice))
    found = falls(game, state)
    swept = sum(chance for step, chance in found.items() if _may_keep(game, step.state, dice))
    assert calls(game, state)["zilch",] == Fraction(zilch)
    assert swept == Fraction(all_score)


def _may_keep(game: Game[Any, Any], state: State[Any, Any], dice: int) -> bool:
    return any(len(kept) == dice for offer in game.offered(state) for kept in offer.choices if isinstance(kept, tuple))


@pytest.mark.parametrize(
    ("value", "places", "written"),
    [
        (Fraction(7, 495), 4, "0.0141"),
        (Fraction(-7, 495), 4, "-0.0141"),
        (Fraction(1, 2), 0, "1"),
        (Fraction(-1, 2), 0, "-1"),
        (Fraction(1, 3), 0, "0"),
        (Fraction(-1, 1000), 2, "0.00"),
        (Fraction(5, 1000), 2, "0.01"),
        (0, 2, "0.00"),
        (10**30, 1, f"{10**30}.0"),
        (Fraction(199, 100), 1, "2.0"),
    ],
)
def test_a_fraction_is_written_rounded_half_away_from_0(value: Fraction | int, places: int, written: str) -> None:
    assert decimal(value, places) == written


@pytest.mark.parametrize(
    ("value", "places", "written"),
    [
        (2, 4, "1.4142"),
        (Fraction(9, 4), 0, "2"),
        (Fraction(9, 4), 1, "1.5"),
        (Fraction(25, 4), 0, "3"),
        (0, 2, "0.00"),
        (10**40, 0, str(10**20)),
        (Fraction(1, 10**6), 2, "0.00"),
    ],
)
def test_a_root_is_written_rounded(value: Fraction | int, places: int, written: str) -> None:
    assert root(value, places) == written


def test_a_percentage_has_its_sign() -> None:
    assert percent(Fraction(7, 495)) == "1.414 %"
    assert percent(Fraction(-1, 6), 1) == "-16.7 %"
