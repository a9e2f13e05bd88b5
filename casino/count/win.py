"""Win and hold from what was counted. A figure that misses an input is unknown, never 0."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Win:
    """`win` in minor units and `hold_percent` with two decimals; None when unknown, then `status` says what is missing.

    Hold is null too when the drop is 0; it may be negative or above 100 %.
    """

    win: int | None
    hold_percent: str | None
    status: str = "known"


def win(*, opener: int | None, fills: int, credits: int, drop: int | None, closer: int | None) -> Win:
    """A shift's win = closer + credits + drop - opener - fills, all in minor units."""
    missing = [name for name, value in (("opener", opener), ("closer", closer), ("drop", drop)) if value is None]
    if opener is None or closer is None or drop is None:
        return Win(None, None, f"awaiting {', '.join(missing)}")
    amount = closer + credits + drop - opener - fills
    return Win(amount, percent(amount, drop))


def rolled_up(parts: Iterable[tuple[int | None, int | None]]) -> Win:
    """Sum of wins over sum of drops, from (win, drop) pairs; one unknown part makes the whole unknown."""
    wins, drops = 0, 0
    for part, drop in parts:
        if part is None or drop is None:
            return Win(None, None, "awaiting a part")
        wins += part
        drops += drop
    return Win(wins, percent(wins, drops))


def percent(part: int, whole: int) -> str | None:
    """part / whole in percent with two decimals, half away from zero; None when there is no whole."""
    if whole == 0:
        return None
    hundredths, rest = divmod(abs(part) * 10_000, abs(whole))
    hundredths += 2 * rest >= abs(whole)
    sign = "-" if hundredths and (part < 0) != (whole < 0) else ""
    return f"{sign}{hundredths // 100}.{hundredths % 100:02d}"
