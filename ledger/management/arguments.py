"""How the commands read a day, a time or a bound from the command line; what can't be read is said in a sentence."""

from argparse import ArgumentTypeError
from datetime import date, datetime


def day(text: str) -> date:
    """A gaming day, as 2026-06-15. ArgumentTypeError: it is none."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is no day: write it as 2026-06-15") from None


def instant(text: str) -> datetime:
    """A time with its zone, as 2026-06-15T23:10:00Z. ArgumentTypeError: it is none, or has no zone."""
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is no time: write it as 2026-06-15T23:10:00Z") from None
    if at.tzinfo is None:
        raise ArgumentTypeError(f"{text!r} has no zone: write it as 2026-06-15T23:10:00Z")
    return at


def bound(text: str) -> str:
    """A bound in minor units, `none`, or nothing at all, as it was given. ArgumentTypeError: it is neither."""
    digits = text.removeprefix("-")
    if text not in ("", "none") and not (digits.isascii() and digits.isdigit() and len(digits) <= 18):
        raise ArgumentTypeError(f"{text!r} is no bound: give whole minor units of at most 18 digits, or none")
    return text
