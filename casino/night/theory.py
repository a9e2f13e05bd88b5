"""What the house may expect of the bets that it took, and the band that luck keeps to; the figures are the solver's."""

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Any

from casino.night.checks.replay import Replayed
from casino.night.played import Played
from games import find
from games.engine import RAKE
from games.engine.solver import Undecided
from games.engine.theory import theoretical_win

HUNDREDTHS_OF_A_BAND = 196
"""A 95 % band reaches 1.96 standard deviations to either side."""
NO_BETS = "The house held no bet."


@dataclass(slots=True)
class Theory:
    """Theoretical win, without fees, and its variance in minor units, summed over rounds; `why` if it is unknown."""

    win: Fraction = Fraction(0)
    variance: Fraction = Fraction(0)
    why: str = ""

    def add(self, played: Played, again: Replayed) -> None:
        """One round's bets. A round that can't be played again or solved leaves the table's theory unknown."""
        if again.refused or self.why:
            self.why = self.why or f"Round {played.id} can't be played again."
            return
        events = [(event, step) for (_, event, _, _), step in zip(played.happened, again.steps, strict=True)]
        try:
            expected = theoretical_win(find(played.game, played.edition), events)
        except Undecided as undecided:
            self.why = f"Round {played.id} has no exact theory: {undecided}"
            return
        fees = sum(move.chips for _, step in events for move in step.movements if move.target == RAKE)
        self.win += (expected.win - fees) * played.chip
        self.variance += expected.variance * played.chip**2

    def figures(self, won: int) -> dict[str, Any]:
        """For the report, rounded to the minor unit."""
        if self.why:
            return banded(None, None, won) | {"why": self.why}
        return banded(round(self.win), round(self.variance), won)


def banded(win: int | None, variance: int | None, won: int) -> dict[str, Any]:
    """A theoretical win with its 95 % band, and whether `won` lies in it; null where there is no luck to speak of."""
    blank = dict.fromkeys(("win", "variance", "deviation", "low", "high", "within"))
    if win is None or variance is None:
        return blank | {"why": ""}
    if variance == 0:
        return blank | {"win": str(win), "variance": "0", "deviation": "0", "why": NO_BETS}
    deviation = root(variance)
    reach = (HUNDREDTHS_OF_A_BAND * deviation + 50) // 100
    low, high = win - reach, win + reach
    return {
        "win": str(win), "variance": str(variance), "deviation": str(deviation), "low": str(low), "high": str(high),
        "within": low <= won <= high, "why": "",
    }  # fmt: skip


def root(variance: int) -> int:
    """The square root of a variance, to the nearest whole."""
    return (isqrt(4 * variance) + 1) // 2
