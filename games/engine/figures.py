"""Exact figures written down: fractions as decimals, percentages and roots, without a float."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt


def decimal(value: Fraction | int, places: int) -> str:
    """Rounded half away from 0 to so many places: 7/495 to 4 places is 0.0141."""
    value = Fraction(value)
    shifted = (2 * abs(value.numerator) * 10**places + value.denominator) // (2 * value.denominator)
    return _placed(-shifted if value < 0 else shifted, places)


def percent(value: Fraction | int, places: int = 3) -> str:
    """7/495 to 3 places is 1.414 %."""
    return f"{decimal(value * 100, places)} %"


def root(value: Fraction | int, places: int) -> str:
    """The square root of a value from 0 on, rounded to so many places."""
    squared = Fraction(value) * 10 ** (2 * places)
    below = isqrt(squared.numerator // squared.denominator)
    return _placed(below + ((2 * below + 1) ** 2 <= 4 * squared), places)


def _placed(shifted: int, places: int) -> str:
    if not places:
        return str(shifted)
    sign = "-" if shifted < 0 else ""
    whole, rest = divmod(abs(shifted), 10**places)
    return f"{sign}{whole}.{rest:0{places}}"
