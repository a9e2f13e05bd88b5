"""What the house may expect of the bets that were taken, and the band that luck keeps to; figures are the solver's."""

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Any

from casino.night.checks.replay import Replayed
from casino.night.played import Played
from games import find
from games.engine.solver import Undecided
from games.engine.theory import theoretical_win

HUNDREDTHS_OF_A_BAND = 196
"""A 95 % band reaches 1.96 standard deviations to either side."""


@dataclass(slots=True)
class Theory:
    """Theoretical win and its variance in minor units, summed over a table's rounds; `why` if it is unknown."""

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
        self.win += expected.win * played.chip
        self.variance += expected.variance * played.chip**2

    def figures(self, won: int) -> dict[str, Any]:
        """For the report, rounded to the minor unit: the band, and whether `won` (fees included) lies in it."""
        if self.why:
            return {"win": None, "deviation": None, "low": None, "high": None, "within": None, "why": self.why}
        win, deviation = round(self.win), root(self.variance)
        reach = (HUNDREDTHS_OF_A_BAND * deviation + 50) // 100
        low, high = win - reach, win + reach
        return {
            "win": str(win), "deviation": str(deviation), "low": str(low), "high": str(high),
            "within": low <= won <= high, "why": "",
        }  # fmt: skip


def root(variance: Fraction) -> int:
    """The square root of a variance, to the nearest whole."""
    return (isqrt(4 * variance.numerator // variance.denominator) + 1) // 2
