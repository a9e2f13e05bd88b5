"""One at a time: a lock of the database session that vanishes with its connection, a killed worker's too."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

TAKE = "select pg_try_advisory_lock(hashtextextended(%s, 80))"
GIVE = "select pg_advisory_unlock(hashtextextended(%s, 80))"
# A statement whose worker was killed ends so soon, and its lock with it, even where it waits for somebody else's.
LOOK_FOR_CLIENT = "select set_config('client_connection_check_interval', '2s', false)"


@contextmanager
def only_one(what: str) -> Iterator[bool]:
    """True for the one who may do `what` now, False while somebody else does. A pooler in between would break it."""
    with connection.cursor() as cursor:
        cursor.execute(LOOK_FOR_CLIENT)
        cursor.execute(TAKE, [what])
        (mine,) = cursor.fetchone()
    try:
        yield mine
    finally:
        if mine and connection.is_usable():
            with connection.cursor() as cursor:
                cursor.execute(GIVE, [what])
