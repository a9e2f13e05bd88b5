"""Odds against a bet, in whole chips: what it wins and which amounts may be laid."""

from __future__ import annotations

from functools import lru_cache
from math import gcd
from typing import NamedTuple


class Odds(NamedTuple):
    """`wins` chips won for every `stake` chips laid, in lowest terms; 3 to 2 is Odds(3, 2)."""

    wins: int
    stake: int

    def __str__(self) -> str:
        return f"{self.wins}:{self.stake}"

    def win(self, chips: int) -> int:
        """What `chips` win, rounded down to the chip; the rest of a chip stays with the bank by rule."""
        return chips * self.wins // self.stake

    def smallest(self, exact: bool) -> int:
        """The smallest bet that wins at least one chip, or (exact) that wins whole chips."""
        return self.stake if exact else -(-self.stake // self.wins)


@lru_cache(maxsize=256)
def odds(wins: int, stake: int) -> Odds:
    """Odds in lowest terms; both whole and above 0."""
    part = gcd(wins, stake)
    return Odds(wins // part, stake // part)
