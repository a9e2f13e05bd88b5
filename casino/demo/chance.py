"""Seeded choices: the same seed gives the same people, seats and temperaments. Dice never come from here."""

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """A stream of choices named by its seed; no other stream shifts it."""

    def __init__(self, *seed: object) -> None:
        self._seed = "|".join(map(str, seed))
        self._drawn = 0

    def below(self, bound: int) -> int:
        """A whole number from 0 to `bound` - 1."""
        self._drawn += 1
        block = hashlib.sha256(f"{self._seed}|{self._drawn}".encode()).digest()
        return int.from_bytes(block[:8], "big") % bound

    def percent(self, share: int) -> bool:
        """True in `share` of a hundred cases."""
        return self.below(100) < share

    def pick(self, row: Sequence[T]) -> T:
        return row[self.below(len(row))]
