"""Nights under kill -9: of the worker at every step, of the broker, of the connections to the database."""

import os
import signal
import time
from contextlib import ExitStack
from functools import partial
from typing import Any

import psycopg
import pytest
from django.db import connection

from casino.night.progress import progress
from casino.night.table import check_table
from tests.casino.night.evening import DAY, Evening
from tests.casino.tasks.conftest import Stage
from tests.casino.tasks.stage import eventually
from tests.casino.tasks.watching import (
    RECONCILED,
    Send,
    ask,
    has_another_child,
    locked,
    nothing_held,
    over,
    remains,
    rows,
    waits_for,
)

pytestmark = pytest.mark.slow

IN_THE_WAY = ("night_part", "pit_event", "night_check")
"""Where a part stops for our lock: before it has begun, while it looks, while it writes."""


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
    assert remains(stage) == [RECONCILED]


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


def test_F09_F10_a_worker_killed_in_the_middle_three_times_leaves_the_totals_of_an_undisturbed_run(
    stage: Stage, played: Evening, send: Send
) -> None:
    """Each time it dies at another point. Its lock goes with its connection, so the next run starts at once."""
    ask()
    night = progress(DAY).night
    undisturbed = figures_of_h1(played)
    (table,) = rows(stage, "select table_id from night_part where table_code = 'H1'")[0]
    worker = stage.worker()
    with ExitStack() as stack:
        locks = [stack.enter_context(locked(stage, relation)) for relation in IN_THE_WAY]
        for relation, lock in zip(IN_THE_WAY, locks, strict=True):
            eventually(lambda: nothing_held(stage))
            send("casino.tasks.night.reconcile_table", night, table)
            eventually(partial(waits_for, stage, relation))
            (child,) = worker.children()
            os.kill(child, signal.SIGKILL)
            eventually(partial(has_another_child, worker, child))
            lock.rollback()
        eventually(lambda: nothing_held(stage))
    send("casino.tasks.night.reconcile_table", night, table)
    eventually(lambda: rows(stage, "select state from night_part where table_code = 'H1'") == [("done",)], 60)
    assert rows(stage, "select figures from night_part where table_code = 'H1'")[0][0] == undisturbed
    send("casino.tasks.relay.follow")
    eventually(over, 60)
    assert remains(stage) == [RECONCILED]


def figures_of_h1(played: Evening) -> Any:
    with played.house.owner() as owner:
        (table,) = owner.execute("select id from pit_table where code = 'H1'").fetchone() or (0,)
    with connection.cursor() as cursor:
        return check_table(cursor, table, "H1", DAY)[0]


def test_F11_dead_connections_in_the_middle_of_a_part_are_replaced_and_the_task_tries_again(
    stage: Stage, played: Evening, send: Send
) -> None:
    """Every connection of the worker is cut while a part waits, as a restarted database cuts them."""
    ask()
    night = progress(DAY).night
    worker = stage.worker()
    with locked(stage, "night_check") as lock:
        send("casino.tasks.night.reconcile_table", night, None)
        eventually(partial(waits_for, stage, "night_check"))
        with psycopg.connect(stage.house.addresses["WORKER_DATABASE_URL"], autocommit=True) as same_login:
            cut = same_login.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity where usename = current_user"
                " and datname = current_database() and pid <> pg_backend_pid()"
            ).fetchall()
        assert cut
        eventually(lambda: "Retry in" in worker.said() or "retry: Retry" in worker.said())
        lock.rollback()
    eventually(lambda: rows(stage, "select state, starts from night_part where table_code = ''") == [("done", 2)])
    assert rows(stage, "select count(*) > 0, count(*) - count(distinct name) from night_check") == [(True, 0)]


@pytest.mark.parametrize("relation", ["ledger_period", "night_report"])
def test_F09_a_worker_killed_while_it_closes_the_day_or_freezes_the_report_leaves_one_report(
    stage: Stage, played: Evening, send: Send, relation: str
) -> None:
    ask()
    night = progress(DAY).night
    worker = stage.worker()
    for (table,) in rows(stage, "select table_id from night_part"):
        send("casino.tasks.night.reconcile_table", night, table)
    eventually(lambda: rows(stage, "select count(*) from night_part where state = 'done'") == [(3,)])
    eventually(lambda: worker.said().count("succeeded in") >= 3)
    with locked(stage, relation):
        send("casino.tasks.night.report", night)
        eventually(partial(waits_for, stage, relation))
        (child,) = worker.children()
        os.kill(child, signal.SIGKILL)
        eventually(partial(has_another_child, worker, child))
    eventually(lambda: nothing_held(stage))
    send("casino.tasks.night.report", night)
    eventually(over, 60)
    assert remains(stage) == [RECONCILED]


def test_a_relay_killed_between_the_broker_and_its_mark_sends_twice_and_nothing_happens_twice(
    stage: Stage, played: Evening, send: Send
) -> None:
    worker = stage.worker()
    ask()
    with locked(stage, "audit_delivery", "exclusive"):
        send("casino.tasks.relay.follow")
        eventually(partial(waits_for, stage, "audit_delivery"))
        (child,) = worker.children()
        os.kill(child, signal.SIGKILL)
        eventually(partial(has_another_child, worker, child))
    send("casino.tasks.relay.follow")
    eventually(over, 60)
    assert remains(stage) == [RECONCILED]
    assert rows(stage, "select distinct starts from night_part") == [(1,)]
