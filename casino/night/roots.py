"""The roots of shifts that have ended become public; without the keeper that waits for another time."""

import logging
from datetime import datetime

from django.db import connection

from casino.pit import shifts
from casino.refusal import Refusal

log = logging.getLogger(__name__)

HIDDEN = """
select id from pit_shift
where state = 'closed' and revealed_at is null and (%(table)s::bigint is null or table_id = %(table)s)
order by id limit 200
"""


def reveal(at: datetime, table: int | None = None) -> int:
    """Reveals the roots of ended shifts, of one table or of all; returns how many roots. Harmless when repeated."""
    with connection.cursor() as cursor:
        cursor.execute(HIDDEN, {"table": table})
        hidden = [shift for (shift,) in cursor.fetchall()]
    revealed = 0
    for shift in hidden:
        try:
            revealed += shifts.reveal(shift=shift, actor="house", at=at)
        except Refusal as refusal:
            log.warning("the roots of shift %s stay hidden for now: %s", shift, refusal)
    return revealed
