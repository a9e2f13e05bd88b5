"""Nights through a real worker, a real broker and, where it matters, a real beat."""

import pytest

from casino.night.progress import progress, report
from casino.refusal import Conflict
from tests.casino.night.evening import DAY, Evening
from tests.casino.tasks.conftest import Stage
from tests.casino.tasks.stage import eventually
from tests.casino.tasks.watching import RECONCILED, Send, ask, over, remains, rows

pytestmark = pytest.mark.slow


def test_a_night_closes_end_to_end_once_it_was_asked_for(stage: Stage, played: Evening, send: Send) -> None:
    """The button's function writes rows only; the relay and two worker processes do the rest."""
    stage.worker(processes=2)
    ask()
    send("casino.tasks.relay.follow")
    eventually(over)
    assert progress(DAY).state == "reconciled"
    assert [table["throws"] >= 40 for table in report(DAY).figures["tables"]] == [True, True]
    assert remains(stage) == [RECONCILED]


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
    assert remains(stage) == [RECONCILED]
    assert rows(stage, "select starts from night_part order by id") == [(1,), (1,), (1,)]


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
        owner.execute(
            "with gone as (update pit_table set retired_at = now(), version = version + 1 where code = 'H2'"
            " returning code, version) insert into audit_auditrow (at, actor, verb, subject, facts)"
            " select now(), 'house', 'table.retire', 'table:' || code, jsonb_build_object('version', version) from gone"
        )
    worker = stage.fairness_worker()
    for _ in range(3):
        send("casino.tasks.fairness.make_chains")
    eventually(lambda: worker.said().count("succeeded in") == 3)
    assert rows(stage, "select table_code, count(*) from fairness_chain group by 1") == [("H1", 2)]
    assert rows(stage, "select count(*) from fairness_seed") == [(2,)]
