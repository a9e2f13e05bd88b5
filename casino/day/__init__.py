"""The gaming day: one function says which day an instant belongs to (see README)."""

from casino.day.calendar import DayRule, gaming_day, interval

__all__ = ["DayRule", "gaming_day", "interval"]
