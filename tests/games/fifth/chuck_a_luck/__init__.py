"""Chuck-a-luck: three dice; a bet on a number wins as often its stake as the number falls. A whole game in one file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Any, ClassVar, NamedTuple

from games.engine import HOUSE, Act, Bet, Change, Game, Offer, Refused, Ruling, Settings, State, Verb, whole
from games.engine.chips import Purses
from games.engine.roles import line_from, next_with_chips, read_start

FACES = range(1, 7)
FALLS = tuple(tuple(Counter(faces).items()) for faces in combinations_with_replacement(FACES, 3))
"""Every throw of three dice, as the faces that fall and how often each does."""


@dataclass(frozen=True, slots=True)
class ChuckALuckSettings(Settings):
    """What a table of chuck-a-luck may set."""

    triple: int = whole(3, low=1, high=100, says="what a number on all three dice wins, to 1")

    def wins(self, times: int) -> int:
        """What each chip wins when its number falls so often."""
        return self.triple if times == 3 else times


class Play(NamedTuple):
    """Who throws, and what fell last (nothing before the throw)."""

    thrower: str
    faces: tuple[int, ...] = ()


Chuck = State[ChuckALuckSettings, Play]


class ChuckALuck(Game[ChuckALuckSettings, Play]):
    """The bank holds every bet; the dice go left after each round."""

    name = "chuck_a_luck"
    edition = "1"
    kind = "bank"
    verbs: ClassVar[Mapping[str, Verb]] = {"bet": Verb.CHIPS_ON}
    expected = ("faces",)
    settings_class = ChuckALuckSettings
    play_class = Play

    def begin(
        self, settings: ChuckALuckSettings, seats: tuple[str, ...], start: Mapping[str, Any], purses: Purses | None
    ) -> Play:
        line, _ = read_start(start, seats, "thrower")
        return Play(next_with_chips(line, (), purses) or line[0])

    def due(self, state: Chuck) -> int:
        if not state.bets:
            raise Refused("bet_first", "Somebody bets before the dice are thrown.")
        return 3

    def thrower(self, state: Chuck) -> str:
        return state.play.thrower

    def thrown(self, state: Chuck, faces: tuple[int, ...]) -> Change[Play]:
        """Losses are ruled first: they pay for the wins, as exposure counts on."""
        lost = [Ruling(bet, "lost", 0) for bet in state.bets if bet.on not in faces]
        won = [
            Ruling(bet, "won", bet.stake * (1 + state.settings.wins(faces.count(bet.on))))
            for bet in state.bets
            if bet.on in faces
        ]
        return Change(
            state.play._replace(faces=tuple(sorted(faces))), rulings=(*lost, *won), calls=("thrown",), end="settled"
        )

    def acted(self, state: Chuck, act: Act) -> Change[Play]:
        if act.on not in FACES:
            raise Refused("number_wrong", "Bet on a number from 1 to 6.", given=act.on)
        return Change(state.play, (Bet(state.laid + 1, act.seat, "bet", act.value, on=act.on),))

    def offered(self, state: Chuck) -> Iterator[Offer]:
        for seat in state.seats:
            for number in FACES:
                yield Offer("bet", seat, 1, on=number)

    def exposure(self, state: Chuck) -> dict[str, int]:
        """Each seat's bets on numbers that can all miss at once; the bank's dearest throw."""
        everything = [0] * 7
        laid: dict[str, list[int]] = {}
        for bet in state.bets:
            for on_numbers in (everything, laid.setdefault(bet.seat, [0] * 7)):
                on_numbers[bet.on or 0] += bet.stake
        exposed = {seat: -min(_wins(state.settings, own)) for seat, own in laid.items()}
        exposed[HOUSE] = max(_wins(state.settings, everything))
        return {seat: chips for seat, chips in exposed.items() if chips > 0}

    def carried(self, state: Chuck, purses: Purses | None) -> dict[str, Any]:
        line = line_from(state.seats, state.play.thrower)
        onward = line if state.end == "void" else [*line[1:], line[0]]
        thrower = next_with_chips(onward, state.gone, purses)
        return {"thrower": thrower, "line": line_from(line, thrower)}

    def facts(self, state: Chuck) -> dict[str, Any]:
        return {"thrower": state.play.thrower, "faces": list(state.play.faces) or None}


def _wins(settings: ChuckALuckSettings, laid: list[int]) -> list[int]:
    """What the chips laid on each number win together (below 0: lose), for every throw."""
    total, pays = sum(laid), (1, 2, 3, 1 + settings.triple)
    return [sum([laid[face] * pays[times] for face, times in fall]) - total for fall in FALLS]


EDITIONS = (ChuckALuck(),)
