"""Which gaming day is it: half-open [start, next start) in the property's own zone."""

from datetime import UTC, date, datetime, timedelta
from typing import Final

from casino.profile.house import DayRule

FIRST: Final = date(1900, 1, 1)
LAST: Final = date(2999, 12, 31)
"""Days that a house can have: around each of them instants, weeks and months can still be reckoned."""


def read_day(text: str) -> date:
    """The gaming day written as 2026-03-29; ValueError for anything else and for one of another age."""
    day = date.fromisoformat(text)
    if not FIRST <= day <= LAST:
        raise ValueError(f"{text} is no day of a house")
    return day


def interval(rule: DayRule, day: date) -> tuple[datetime, datetime]:
    """The UTC instants [start, end) of `day`; 23 to 25 hours long around clock changes."""
    return _start(rule, day), _start(rule, day + timedelta(days=1))


def gaming_day(rule: DayRule, at: datetime) -> date:
    """The gaming day of the aware instant `at`; raises ValueError for a naive one."""
    if at.tzinfo is None:
        raise ValueError("a gaming day needs an aware datetime")
    day = at.astimezone(rule.zone).date() + timedelta(days=1)
    while _start(rule, day) > at:
        day -= timedelta(days=1)
    return day


def _start(rule: DayRule, day: date) -> datetime:
    """First instant of `day`; later by the jump in a skipped hour, the first of two in a doubled hour."""
    local = datetime.combine(day, rule.start, tzinfo=rule.zone)
    return local.astimezone(UTC)
