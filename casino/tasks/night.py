"""The night's tasks: ids in, one department function each, harmless when they run twice."""

from datetime import UTC, datetime

from celery import shared_task

from casino.night import housekeeping, parts, roots
from casino.night import report as night_report
from casino.tasks import relay
from casino.tasks.outages import AGAIN


@shared_task(name="casino.tasks.night.tick")
def tick() -> None:
    """The house's own clock, every 30 seconds."""
    housekeeping.tick(datetime.now(UTC))
    relay.hand_on()


@shared_task(name="casino.tasks.night.reconcile_table", **AGAIN)
def reconcile_table(night: int, table: int | None) -> None:
    """One part of a night: the table with this id, None for the house as a whole."""
    if parts.reconcile(night, table):
        relay.hand_on()


@shared_task(name="casino.tasks.night.report", **AGAIN)
def report(night: int) -> None:
    """The end of a night whose parts are all done."""
    night_report.finish(night)
    relay.hand_on()


@shared_task(name="casino.tasks.night.reveal", **AGAIN)
def reveal(shift: int) -> None:
    """The roots of a shift that has ended."""
    roots.reveal(datetime.now(UTC))
