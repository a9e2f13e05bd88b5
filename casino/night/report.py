"""The night's end: the day closed, the figures frozen once, the night's result."""

import hashlib
import json
from typing import Any

from django.db import IntegrityError, connection, transaction

from casino.books import days
from casino.night import outbox
from casino.night.figures import NightFacts, figures
from casino.night.leases import only_one

FIND = """
select id, property, day, state, actor, profile, at, requested_at from night_night where id = %s
"""
PARTS = """
select count(*) filter (where state = 'parked'), count(*) filter (where state in ('pending', 'running')) from night_part
where night_id = %s
"""
# The day's books moved on after these were checked; now that the day is closed they can't any more.
STALE = """
update night_part set state = 'pending', run = run + 1, starts = 0, failures = 0, figures = null, through = null,
       done_at = null, lease_until = clock_timestamp()
where night_id = %s and state = 'done'
  and through < (select coalesce(max(id), 0) from ledger_posting where period = %s)
"""
FREEZE = "insert into night_report (night_id, figures, digest) values (%s, %s, %s)"
END = """
update night_night set state = %s, ended_at = clock_timestamp(), lease_until = null where id = %s
"""
ENDED = """
insert into audit_auditrow (at, actor, verb, subject, facts, topic)
values (%s, %s, %s, %s, %s, 'night_ended')
"""


def finish(night: int) -> str | None:
    """Ends the night if all its parts are done or parked; returns its state, None where there is nothing to do.

    A parked part fails the night: its day stays closing, and asking for the night again tries that part anew.
    Otherwise the day is closed; parts that saw less than the day's last posting are done once more; then the report
    is frozen. Killed anywhere, it goes on there next time.
    """
    with only_one(f"night {night} report") as mine:
        facts = _facts(night)
        if not mine or facts is None or facts.state != "reconciling":
            return None
        with connection.cursor() as cursor:
            cursor.execute(PARTS, [night])
            parked, waiting = cursor.fetchone()
        if waiting:
            return None
        if parked:
            return _end(facts, "failed", None)
        _close_day(facts)
        if _is_stale(facts):
            return None
        report = figures(facts)
        return _end(facts, "with_exceptions" if report["exceptions"] else "reconciled", report)


def _facts(night: int) -> NightFacts | None:
    with connection.cursor() as cursor:
        cursor.execute(FIND, [night])
        row = cursor.fetchone()
    return NightFacts(*row) if row else None


def _close_day(facts: NightFacts) -> None:
    if days.state(facts.day) != "closed":
        try:
            days.turn(facts.day, "closed", facts.actor)
        except IntegrityError:
            if days.state(facts.day) != "closed":
                raise


def _is_stale(facts: NightFacts) -> bool:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("select id from night_night where id = %s for update", [facts.id])
        cursor.execute(STALE, [facts.id, facts.day])
        stale = bool(cursor.rowcount)
        if stale:
            cursor.execute(*outbox.parts_due(facts.id))
    return stale


def _end(facts: NightFacts, state: str, report: dict[str, Any] | None) -> str:
    with transaction.atomic(), connection.cursor() as cursor:
        digest = None
        if report is not None:
            text = canonical(report)
            digest = hashlib.sha256(text.encode("ascii")).hexdigest()
            cursor.execute(FREEZE, [facts.id, text, digest])
        cursor.execute(END, [state, facts.id])
        said = json.dumps({"night": facts.id, "day": facts.day.isoformat(), "state": state, "digest": digest})
        cursor.execute(ENDED, [facts.at, facts.actor, f"night.{state}", f"night:{facts.id}", said])
    return state


def canonical(report: dict[str, Any]) -> str:
    """The report's one text: keys sorted, no blanks, ASCII. Its SHA-256 is the digest."""
    return json.dumps(report, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
