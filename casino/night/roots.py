"""The roots of shifts that have ended become public; without the keeper that waits for another time."""

import logging
from datetime import datetime

from django.db import connection

from casino.pit import shifts
from casino.refusal import Refusal

log = logging.getLogger(__name__)

HIDDEN = """
select distinct u.shift from fairness_use u
join fairness_end e on e.shift = u.shift
join pit_shift s on s.id = u.shift
where not exists (select from fairness_reveal r where r.chain_id = u.chain_id)
  and (%(table)s::bigint is null or s.table_id = %(table)s)
order by u.shift limit 200
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
