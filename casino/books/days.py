"""The books' gaming days: opened by the first who needs one, turned to closing and closed by the night."""

from datetime import date

from django.db import connection

STATE = "select state from ledger_period where day = %s"
TURN = "select ledger_turn_period(%s, %s, %s)"


def state(day: date) -> str | None:
    """open, closing, closed, or None while nobody has opened the day."""
    with connection.cursor() as cursor:
        cursor.execute(STATE, [day])
        row = cursor.fetchone()
    return row[0] if row else None


def ensure_open(day: date, actor: str) -> None:
    """Opens `day` if it is new; what is closing or closed stays so."""
    if state(day) is None:
        turn(day, "open", actor)


def turn(day: date, to: str, actor: str) -> None:
    """One step of the day's life, in a transaction of its own; the books refuse any other order."""
    with connection.cursor() as cursor:
        cursor.execute(TURN, [day, to, actor])
