"""What tests of nights watch from outside: rows, locks, who waits for whom."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import psycopg

from casino.night.close import close_night
from casino.night.progress import progress
from tests.casino.night.evening import DAY, LATE
from tests.casino.tasks.conftest import Stage
from tests.casino.tasks.stage import Celery

RECONCILED = (1, 3, True, 0, 1, 1, "reconciled")
"""What `remains` of a night at two tables without a case."""
Send = Callable[..., None]
HERE = "database = (select oid from pg_database where datname = current_database())"
"""Every clone's tables have the same numbers: without this one sees who waits in another test."""
HELD = f"select from pg_locks where locktype = 'advisory' and {HERE}"
WAITING = "select pid from pg_locks where relation = '{relation}'::regclass and not granted and " + HERE


def ask(actor: str = "house", key: str = "button") -> None:
    close_night(day=DAY, key=key, actor=actor, at=LATE)


def over() -> bool:
    return progress(DAY).over


def rows(stage: Stage, sql: str) -> Any:
    with stage.house.owner() as owner:
        return owner.execute(sql).fetchall()


def remains(stage: Stage) -> Any:
    """Everything that a night leaves behind, once: parts, checks, cases, reports, closed periods."""
    return rows(
        stage,
        "select (select count(*) from night_night), (select count(*) from night_part where state = 'done'),"
        " (select count(*) > 3 and count(*) = count(distinct (part_id, name)) from night_check),"
        " (select count(*) from night_case), (select count(*) from night_report),"
        " (select count(*) from ledger_period_change where state = 'closed'),"
        " (select state from night_night)",
    )


@contextmanager
def locked(stage: Stage, relation: str, mode: str = "access exclusive") -> Iterator[psycopg.Connection[Any]]:
    with psycopg.connect(stage.house.addresses["DATABASE_URL"]) as owner:
        owner.execute(f"lock table {relation} in {mode} mode")
        yield owner
        owner.rollback()


def has_another_child(worker: Celery, child: int) -> bool:
    return worker.children() not in ([], [child])


def waits_for(stage: Stage, relation: str) -> bool:
    """Whether somebody of this database waits for our lock of the table."""
    return bool(rows(stage, WAITING.format(relation=relation)))


def nothing_held(stage: Stage) -> bool:
    """Nobody holds the lock of a part or a report."""
    return not rows(stage, HELD)
