"""Nights through a real worker, a real broker and, where it matters, a real beat."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Any

import psycopg
import pytest
from django.db import connection

from casino.night.close import close_night
from casino.night.progress import progress, report
from casino.night.table import check_table
from casino.refusal import Conflict
from tests.casino.night.evening import DAY, LATE, Evening
from tests.casino.tasks.conftest import Stage
from tests.casino.tasks.stage import Celery, eventually

pytestmark = pytest.mark.slow

Send = Callable[..., None]


def ask(actor: str = "house", key: str = "button") -> None:
    close_night(day=DAY, key=key, actor=actor, at=LATE)


def over() -> bool:
    return progress(DAY).over


def rows(stage: Stage, sql: str) -> Any:
    with stage.house.owner() as owner:
        return owner.execute(sql).fetchall()


def state_of_the_night(stage: Stage) -> Any:
    """Everything that a night leaves behind, once: parts, checks, cases, reports, closed periods."""
    return rows(
        stage,
        "select (select count(*) from night_night), (select count(*) from night_part where state = 'done'),"
        " (select count(*) from night_check), (select count(*) from night_case), (select count(*) from night_report),"
        " (select count(*) from ledger_period_change where state = 'closed'),"
        " (select state from night_night)",
    )


def test_a_night_closes_end_to_end_once_it_was_asked_for(stage: Stage, played: Evening, send: Send) -> None:
    """The button's function writes rows only; the relay and two worker processes do the rest."""
    stage.worker(processes=2)
    ask()
    send("casino.tasks.relay.follow")
    eventually(over)
    assert progress(DAY).state == "reconciled"
    assert [table["throws"] >= 40 for table in report(DAY).figures["tables"]] == [True, True]
    assert state_of_the_night(stage) == [(1, 3, 11, 0, 1, 1, "reconciled")]


def test_F02_two_beats_and_a_task_sent_500_times_end_like_one_run(stage: Stage, played: Evening, send: Send) -> None:
    ask()
    night = progress(DAY).night
    (table,) = rows(stage, "select table_id from night_part where table_code = 'H1'")[0]
    stage.beat()
    stage.beat()
    for _ in range(500):
        send("casino.tasks.night.reconcile_table", night, table)
    send("casino.tasks.night.report", night)
    stage.worker(processes=2)
    eventually(over, 60)
    assert state_of_the_night(stage) == [(1, 3, 11, 0, 1, 1, "reconciled")]
    assert rows(stage, "select starts from night_part order by id") == [(1,), (1,), (1,)]


def test_F04_a_night_closed_while_the_broker_is_down_is_answered_at_once_and_done_later(
    stage: Stage, played: Evening
) -> None:
    stage.broker.kill()
    began = time.monotonic()
    ask()
    assert time.monotonic() - began < 3
    assert progress(DAY).state == "requested"
    assert rows(stage, "select count(*) from audit_auditrow where topic = 'night_part'") == [(3,)]
    assert rows(stage, "select count(*) from audit_delivery d join audit_auditrow r on r.id = d.row_id"
                       " where r.topic like 'night%'") == [(0,)]  # fmt: skip
    stage.broker.start()
    stage.worker()
    stage.beat()
    eventually(over, 60)
    assert state_of_the_night(stage) == [(1, 3, 11, 0, 1, 1, "reconciled")]


def test_F05_an_idle_worker_takes_tasks_again_after_the_broker_was_killed_and_restarted(
    stage: Stage, played: Evening, send: Send
) -> None:
    worker = stage.worker()
    stage.broker.kill()
    eventually(lambda: "Connection to broker lost" in worker.said() or "Cannot connect" in worker.said())
    stage.broker.start()
    stage.beat()
    ask()
    eventually(over, 60)
    assert progress(DAY).state == "reconciled"


IN_THE_WAY = ("night_part", "pit_event", "night_check")
"""Where a part stops for our lock: before it has begun, while it looks, while it writes."""


def test_F09_F10_a_worker_killed_in_the_middle_three_times_leaves_the_totals_of_an_undisturbed_run(
    stage: Stage, played: Evening, send: Send
) -> None:
    """Each time it dies at another point. Its lock goes with its connection, so the next run starts at once."""
    ask()
    night = progress(DAY).night
    undisturbed = _figures_of_h1(played)
    (table,) = rows(stage, "select table_id from night_part where table_code = 'H1'")[0]
    worker = stage.worker()
    with ExitStack() as stack:
        locks = [stack.enter_context(_locked(stage, relation)) for relation in IN_THE_WAY]
        for relation, lock in zip(IN_THE_WAY, locks, strict=True):
            eventually(lambda: not rows(stage, HELD))
            send("casino.tasks.night.reconcile_table", night, table)
            eventually(partial(_waits_for, stage, relation))
            (child,) = worker.children()
            os.kill(child, signal.SIGKILL)
            eventually(partial(_has_another_child, worker, child))
            lock.rollback()
        eventually(lambda: not rows(stage, HELD))
    send("casino.tasks.night.reconcile_table", night, table)
    eventually(lambda: rows(stage, "select state from night_part where table_code = 'H1'") == [("done",)], 60)
    assert rows(stage, "select figures from night_part where table_code = 'H1'")[0][0] == undisturbed
    send("casino.tasks.relay.follow")
    eventually(over, 60)
    assert state_of_the_night(stage) == [(1, 3, 11, 0, 1, 1, "reconciled")]


HELD = """
select from pg_locks where locktype = 'advisory' and database =
    (select oid from pg_database where datname = current_database())
"""


@contextmanager
def _locked(stage: Stage, relation: str) -> Iterator[psycopg.Connection[Any]]:
    with psycopg.connect(stage.house.addresses["DATABASE_URL"]) as owner:
        owner.execute(f"lock table {relation} in access exclusive mode")
        yield owner
        owner.rollback()


def _has_another_child(worker: Celery, child: int) -> bool:
    return worker.children() not in ([], [child])


def _figures_of_h1(played: Evening) -> Any:
    with played.house.owner() as owner:
        (table,) = owner.execute("select id from pit_table where code = 'H1'").fetchone() or (0,)
    with connection.cursor() as cursor:
        return check_table(cursor, table, "H1", DAY)[0]


def _waits_for(stage: Stage, relation: str) -> bool:
    """Whether somebody of this database waits for our lock of the table."""
    found = rows(stage, f"select count(*) from pg_locks where relation = '{relation}'::regclass and not granted")
    return bool(found[0][0])


def test_F11_dead_connections_in_the_middle_of_a_part_are_replaced_and_the_task_tries_again(
    stage: Stage, played: Evening, send: Send
) -> None:
    """Every connection of the worker is cut while a part waits, as a restarted database cuts them."""
    ask()
    night = progress(DAY).night
    worker = stage.worker()
    with _locked(stage, "night_check") as lock:
        send("casino.tasks.night.reconcile_table", night, None)
        eventually(partial(_waits_for, stage, "night_check"))
        with psycopg.connect(stage.house.addresses["WORKER_DATABASE_URL"], autocommit=True) as same_login:
            cut = same_login.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity where usename = current_user"
                " and datname = current_database() and pid <> pg_backend_pid()"
            ).fetchall()
        assert cut
        eventually(lambda: "Retry in" in worker.said() or "retry: Retry" in worker.said())
        lock.rollback()
    eventually(lambda: rows(stage, "select state, starts from night_part where table_code = ''") == [("done", 2)])
    assert rows(stage, "select count(*) from night_check") == [(3,)]


def test_F03_a_night_that_is_refused_or_rolled_back_starts_no_task(stage: Stage, send: Send) -> None:
    """The request for a task is a row of the act's own transaction: without the act there is no row."""
    evening = Evening(stage.house)
    evening.open("H1")
    with pytest.raises(Conflict, match="open"):
        ask()
    assert rows(stage, "select count(*) from audit_auditrow where topic like 'night%'") == [(0,)]
    assert rows(stage, "select count(*) from night_night") == [(0,)]


def test_the_relay_marks_what_it_handed_on_and_leaves_topics_of_others_alone(
    stage: Stage, played: Evening, send: Send
) -> None:
    with stage.house.owner() as owner:
        owner.execute(
            "insert into audit_auditrow (at, actor, verb, subject, topic) values (now(), 'house', 'x', 'y', 'webhook')"
        )
    worker = stage.worker()
    for _ in range(5):
        send("casino.tasks.relay.follow")
    eventually(lambda: worker.said().count("relay.follow") >= 10)
    undelivered = (
        "select topic from audit_auditrow r where topic is not null"
        " and not exists (select from audit_delivery d where d.row_id = r.id)"
    )
    eventually(lambda: rows(stage, undelivered) == [("webhook",)])
    assert worker.said().count("night.reveal[") >= 2, "the shifts that were closed"


def test_chains_are_made_ahead_for_every_table_by_the_fairness_worker(stage: Stage, send: Send) -> None:
    """It holds the key and its own login; two of it at once make no more than the stock."""
    for code in ("H1", "H2"):
        stage.house.table(code)
    with stage.house.owner() as owner:
        owner.execute("update pit_table set retired_at = now() where code = 'H2'")
    worker = stage.fairness_worker()
    for _ in range(3):
        send("casino.tasks.fairness.make_chains")
    eventually(lambda: worker.said().count("succeeded in") == 3)
    assert rows(stage, "select table_code, count(*) from fairness_chain group by 1") == [("H1", 2)]
    assert rows(stage, "select count(*) from fairness_seed") == [(2,)]
