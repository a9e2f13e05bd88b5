"""Follows the outbox: topic rows of the audit become tasks, at least once, marked once the broker has them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from celery import shared_task
from django.db import connection, transaction

from casino.celery import app

BATCH = 200
# Whoever is at it does it for all: the lock goes with the transaction.
ALONE = "select pg_try_advisory_xact_lock(hashtextextended('relay', 81))"
WAITING = """
select r.id, r.topic, r.facts from audit_waiting w join audit_auditrow r on r.id = w.row_id
where r.topic = any(%s) order by r.id limit %s
"""
DELIVERED = "insert into audit_delivery (row_id) values (%s) on conflict do nothing"


@dataclass(frozen=True, slots=True)
class Route:
    """A topic's task and which of the row's facts are its arguments, in order."""

    task: str
    arguments: tuple[str, ...]


ROUTES: Mapping[str, Route] = {
    "night_part": Route("casino.tasks.night.reconcile_table", ("night", "table")),
    "night_report": Route("casino.tasks.night.report", ("night",)),
    "shift_closed": Route("casino.tasks.night.reveal", ("shift",)),
    "export_requested": Route("casino.tasks.export.make", ("export",)),
    "chains_wanted": Route("casino.tasks.fairness.make_chains", ()),
}


@shared_task(name="casino.tasks.relay.follow")
def follow() -> None:
    """Every two seconds: whatever waits is handed on."""
    hand_on()


def hand_on() -> int:
    """Hands waiting rows to the broker and marks them; returns how many. A row whose mark is lost goes out again."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(ALONE)
        if not cursor.fetchone()[0]:
            return 0
        cursor.execute(WAITING, [list(ROUTES), BATCH])
        rows = cursor.fetchall()
        for number, topic, facts in rows:
            route = ROUTES[topic]
            given = _read(facts)
            app.send_task(route.task, args=[given[name] for name in route.arguments])
            cursor.execute(DELIVERED, [number])
    return len(rows)


def _read(facts: Any) -> Mapping[str, Any]:
    """Django's cursor hands JSON over as text."""
    read: Mapping[str, Any] = json.loads(facts) if isinstance(facts, str) else facts
    return read
