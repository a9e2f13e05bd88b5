"""The house's own clock: what is due is asked for, what was left lying is taken up. Twice at once is harmless."""

import logging
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db import connection, transaction

from casino.cage.conservation import conservation
from casino.day import interval
from casino.night import outbox, roots
from casino.night.close import close_night
from casino.pit import idle, throws
from casino.profile import versions
from casino.refusal import Refusal

log = logging.getLogger(__name__)

PATIENCE = timedelta(hours=3)
"""So long after its end a day waits for open tables, slips on the way and boxes not counted."""
ABANDONED_SECONDS = 10

# Days that the house lived through: one opened only after its own end was entered by hand and is closed by hand.
UNCLOSED = """
select p.day, c.changed_at,
       exists (select from pit_shift s where s.day = p.day and s.state <> 'closed')
       or exists (select from cage_slip l where l.day = p.day and l.state not in ('done', 'void'))
       or exists (select from pit_box b join pit_shift s on s.id = b.shift_id left join count_drop d on d.box_id = b.id
                  where s.day = p.day and d.box_id is null)
from ledger_period p join ledger_period_change c on c.day = p.day and c.state = 'open'
where p.state in ('open', 'closing')
  and not exists (select from night_night n where n.property = %s and n.day = p.day and n.kind = 'night')
order by p.day
"""
ABANDONED = """
select c.id, h.table_code, c.at from fairness_close c
join fairness_chain h on h.id = c.chain_id
join pit_round r on r.id = c.round and r.over_at is null
where not exists (select from fairness_throw t where t.close_id = c.id)
  and c.recorded_at < clock_timestamp() - make_interval(secs => %s)
order by c.id limit 200
"""


@dataclass(frozen=True, slots=True)
class Ticked:
    """What a tick did: days asked for, throws finished, roots revealed, parts and reports asked for again."""

    days: tuple[date, ...]
    throws: int
    roots: int
    asked: int


def tick(at: datetime) -> Ticked:
    """One look around at the instant `at`. A day not yet over is never touched; one failure doesn't stop the rest."""
    finished = finish_throws()
    idle.sweep(at)
    weigh()
    return Ticked(close_due(at), finished, roots.reveal(at), ask_again())


def close_due(at: datetime) -> tuple[date, ...]:
    """Asks for the night of every day that is over and has its paper done, or has waited long enough for it."""
    rules = versions.current()
    with connection.cursor() as cursor:
        cursor.execute(UNCLOSED, [rules.property])
        rows = cursor.fetchall()
    closed = []
    for day, opened, waits in rows:
        end = interval(rules.day_rule, day)[1]
        if opened < end <= at and (not waits or end + PATIENCE <= at):
            try:
                close_night(day=day, key=f"tick:{day}", actor="house", at=at)
                closed.append(day)
            except Refusal as refusal:
                log.warning("the night of %s is not asked for yet: %s", day, refusal)
    return tuple(closed)


def finish_throws() -> int:
    """Throws whose bets were closed and that nobody finished: the same dice fall now that would have fallen then."""
    with connection.cursor() as cursor:
        cursor.execute(ABANDONED, [ABANDONED_SECONDS])
        rows = cursor.fetchall()
    finished = 0
    for close, table, at in rows:
        try:
            throws.finish(close=close, table=table, actor="house", at=at)
            finished += 1
        except Refusal as refusal:
            log.warning("close %s at table %s is not finished yet: %s", close, table, refusal)
    return finished


def weigh() -> bool:
    """Whether all chips are accounted for at this moment; what is not is cried out at once, long before the night."""
    lost = [each for each in conservation() if not each.holds]
    for each in lost:
        log.error(
            "%s of %s were issued, %s are accounted for, %s lie off the chart",
            each.issued, each.asset, each.accounted, each.elsewhere,
        )  # fmt: skip
    return not lost


def ask_again() -> int:
    """Parts and reports whose lease ran out: their task was lost, or its worker killed."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(*outbox.parts_due())
        asked: int = cursor.rowcount
        cursor.execute(*outbox.reports_due())
        asked += cursor.rowcount
    return asked
