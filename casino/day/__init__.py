"""The gaming day: one function says which day an instant belongs to (see README)."""

from casino.day.calendar import gaming_day, interval, read_day
from casino.profile.house import DayRule

__all__ = ["DayRule", "gaming_day", "interval", "read_day"]
