"""What the house may expect of the bets that were taken: the sum of their edges, and the band around it."""

from dataclasses import dataclass
from typing import Any

from casino.night.checks.replay import Replayed
from casino.night.played import Played

NOT_YET = "The exact solver of this game is not at hand."


@dataclass(frozen=True, slots=True)
class Expected:
    """Theoretical win and standard deviation in minor units, or why they are unknown."""

    win: int | None = None
    deviation: int | None = None
    why: str = ""

    def figures(self, won: int) -> dict[str, Any]:
        """For the report: the 95 % band is win ± 1.96 deviations, and whether `won` lies in it."""
        if self.win is None or self.deviation is None:
            return {"win": None, "deviation": None, "low": None, "high": None, "within": None, "why": self.why}
        reach = (196 * self.deviation + 50) // 100
        low, high = self.win - reach, self.win + reach
        return {
            "win": str(self.win), "deviation": str(self.deviation), "low": str(low), "high": str(high),
            "within": low <= won <= high, "why": "",
        }  # fmt: skip


class Bets:
    """The bets of a table's day."""

    def add(self, played: Played, again: Replayed) -> None:
        """Counts the bets of one round."""

    def expected(self) -> Expected:
        return Expected(why=NOT_YET)
