"""How often somebody may try in a minute: counted in the database, so that no two processes let one more slip through.

What is counted by: an account's name where a password is tried, a login where its code is, a token where the API is
called. Never an address that a caller could forge. The cost: who floods a name's password shuts that name out for the
rest of the minute.
"""

from datetime import datetime
from typing import Final

from django.db import connection

from casino.refusal import TooMany

TAKE: Final = "select people_take_pace(%s, %s)"
GIVE_BACK: Final = "select people_give_pace_back(%s, %s)"
PASSWORDS: Final = 5
"""Wrong passwords for one account in a minute; the next try is refused whatever it brings."""
CODES: Final = 5
"""Wrong codes of one login's authenticator in a minute: a password alone gets nobody to the right one of a million."""
CALLS: Final = 600
"""Requests with one token in a minute."""
SECONDS: Final = 60


def take(bucket: str, most: int, at: datetime) -> None:
    """Counts one more try; TooMany `too_many` with the seconds to wait (`wait`) above `most` in this minute."""
    now = int(at.timestamp())
    with connection.cursor() as cursor:
        cursor.execute(TAKE, [bucket[:120], now // SECONDS])
        (taken,) = cursor.fetchone()
    if taken > most:
        wait = SECONDS - now % SECONDS
        raise TooMany("too_many", f"Too many tries: wait {wait} seconds.", wait=wait)


def give_back(bucket: str, at: datetime) -> None:
    """A try that was right after all counts for nothing."""
    with connection.cursor() as cursor:
        cursor.execute(GIVE_BACK, [bucket[:120], int(at.timestamp()) // SECONDS])
