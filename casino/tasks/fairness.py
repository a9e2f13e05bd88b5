"""Chains made ahead of time. Runs in the worker of the `fairness` login, the only one that holds the key."""

from datetime import UTC, datetime

from celery import shared_task
from django.conf import settings
from django.db import connection

from casino.fairness import chains
from casino.fairness.vault import WrappingKey

TABLES = "select code from pit_table where retired_at is null order by code"


@shared_task(name="casino.tasks.fairness.make_chains")
def make_chains() -> None:
    """Every table on the floor has its stock of unused chains."""
    key = WrappingKey.read(settings.HOUSE_SECRETS)
    with connection.cursor() as cursor:
        cursor.execute(TABLES)
        tables = [code for (code,) in cursor.fetchall()]
    for table in tables:
        chains.stock_up(table, key, datetime.now(UTC))
