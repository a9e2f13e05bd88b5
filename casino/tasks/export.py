"""Exports made in the background: a job's number in, its file in the house's folder of exports out."""

from celery import shared_task
from django.conf import settings

from casino.bundle.jobs import MAKERS
from ledger.exports import jobs


@shared_task(name="casino.tasks.export.make")
def make(export: int) -> None:
    """One try at the job; harmless when somebody is at it already, or it has ended."""
    jobs.run(export, settings.HOUSE_EXPORTS, MAKERS)


@shared_task(name="casino.tasks.export.sweep")
def sweep() -> None:
    """Jobs that still wait, or whose try has fallen silent, begin anew."""
    for job in jobs.due():
        jobs.run(job, settings.HOUSE_EXPORTS, MAKERS)
