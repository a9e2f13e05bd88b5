"""A pot: the house's fee on it, and its split in whole chips."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.settings import Settings, whole


@dataclass(frozen=True, slots=True)
class PotSettings(Settings):
    """The base of the settings of a game that is played for a pot. All in chips but the percentage."""

    fee_percent: int = whole(0, high=100, says="the house's fee on the pot in per cent, rounded down")
    fee_flat: int = whole(0, says="the house's fixed fee on a pot, in chips, on top of the percentage")
    fee_cap: int | None = whole(None, optional=True, says="the most that the fee on a pot may be, in chips")
    fee_min_pot: int = whole(0, says="the smallest pot that a fee is taken from, in chips")


def fee(pot: int, settings: PotSettings) -> int:
    """What of the pot goes to the house: never more than the pot."""
    if pot < settings.fee_min_pot:
        return 0
    taken = pot * settings.fee_percent // 100 + settings.fee_flat
    return min(pot, taken if settings.fee_cap is None else min(taken, settings.fee_cap))


def split(chips: int, weights: Sequence[int]) -> list[int]:
    """`chips` in the proportion of the weights (whole, above 0), by largest remainder; of equal ones the first."""
    whole_weight = sum(weights)
    parts = [chips * weight // whole_weight for weight in weights]
    by_rest = sorted(range(len(weights)), key=lambda at: -(chips * weights[at] % whole_weight))
    for at in by_rest[: chips - sum(parts)]:
        parts[at] += 1
    return parts
