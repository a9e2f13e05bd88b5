"""The demo's own clock: a gaming day is played in seconds, at the times when it would have been played."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db import connection

from casino.day import DayRule, gaming_day, interval

LEFT_OPEN = """
select p.day from ledger_period p
where p.day < %s and p.state = 'open' and exists (select from pit_shift s where s.day = p.day) order by p.day
"""
LAST_PLAYED = "select max(day) from pit_shift"


@dataclass(slots=True)
class Clock:
    """`now` only goes forward."""

    now: datetime

    def tick(self, seconds: float) -> datetime:
        self.now += timedelta(seconds=seconds)
        return self.now


def day_to_play(rule: DayRule, at: datetime) -> date:
    """The last gaming day that has ended; after a night that was played, the next one, even if it lies ahead."""
    with connection.cursor() as cursor:
        cursor.execute(LAST_PLAYED)
        played: date | None = cursor.fetchone()[0]
    ended = gaming_day(rule, at) - timedelta(days=1)
    return ended if played is None else max(ended, played + timedelta(days=1))


def left_open(day: date) -> list[date]:
    """Earlier days that were played but never closed: interrupted nights."""
    with connection.cursor() as cursor:
        cursor.execute(LEFT_OPEN, [day])
        return [left for (left,) in cursor.fetchall()]


def evening(rule: DayRule, day: date) -> Clock:
    """A clock at the hour when the tables open: twelve hours into the day."""
    return Clock(interval(rule, day)[0] + timedelta(hours=12))
