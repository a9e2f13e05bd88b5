"""Parts of a night: begun once at a time, done once, failed three times, done again when the books moved on."""

import time
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import psycopg
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from casino.books import days
from casino.night import housekeeping, parts
from casino.night.close import close_night
from casino.night.leases import TAKE
from casino.night.parts import reconcile
from casino.night.progress import progress, report, tables_of
from casino.night.report import finish
from casino.night.table import check_table
from tests.casino.night.closing import closed
from tests.casino.night.evening import DAY, LATE, Evening, use
from tests.casino.world import House


def ask(house: House) -> int:
    """The night of a day that was played; Django is the worker's login from here on."""
    close_night(day=DAY, key="night", actor="house", at=LATE)
    use(house, "worker")
    return progress(DAY).night


def rows(house: House, query: str) -> list[Any]:
    with house.owner() as owner:
        return owner.execute(query).fetchall()


def test_F02_a_part_that_is_done_is_not_done_again_and_says_so_with_one_query(played: House) -> None:
    night = ask(played)
    assert reconcile(night, None) is True
    with CaptureQueriesContext(connection) as queries:
        assert reconcile(night, None) is False
    assert len(queries) == 1
    assert rows(played, "select count(*) > 3, count(*) = count(distinct name) from night_check") == [(True, True)]


def test_F10_a_part_under_way_is_left_alone_until_its_workers_connection_is_gone(played: House) -> None:
    night = ask(played)
    with psycopg.connect(played.addresses["WORKER_DATABASE_URL"], autocommit=True) as other:
        other.execute(TAKE, [f"night {night} None"])
        assert reconcile(night, None) is False
        assert rows(played, "select starts from night_part where table_code = ''") == [(0,)]
    # The server lets go of the lock when it notices that the connection is gone, a moment after it is.
    for _ in range(100):
        if reconcile(night, None):
            break
        time.sleep(0.05)
    assert rows(played, "select state from night_part where table_code = ''") == [("done",)]


def test_the_last_part_asks_for_the_report_once_even_when_two_end_together(played: House) -> None:
    night = ask(played)
    together = Barrier(3)

    def work(table: int | None) -> bool:
        try:
            together.wait()
            return reconcile(night, table)
        finally:
            connection.close()

    with ThreadPoolExecutor(3) as pool:
        assert list(pool.map(work, tables_of(night))) == [True, True, True]
    assert rows(played, "select count(*) from audit_auditrow where topic = 'night_report'") == [(1,)]
    assert finish(night) == "reconciled"


def test_what_raises_three_times_is_parked_the_night_fails_and_can_be_asked_for_anew(
    played: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    night = ask(played)
    (table,) = rows(played, "select table_id from night_part where table_code = 'H1'")[0]

    def broken(*given: Any) -> Any:
        raise RuntimeError("no such luck")

    with monkeypatch.context() as patch:
        patch.setattr(parts, "check_table", broken)
        for tries in (1, 2, 3):
            with pytest.raises(RuntimeError, match="no such luck"):
                reconcile(night, table)
            assert rows(played, f"select failures from night_part where table_id = {table}") == [(tries,)]
        assert reconcile(night, table) is False
    for other in tables_of(night):
        reconcile(night, other)
    assert finish(night) == "failed"
    state = progress(DAY)
    assert (state.state, state.parked, state.error) == ("failed", 1, "RuntimeError: no such luck")
    assert days.state(DAY) == "closing"
    assert closed(played, key="anew") == "reconciled"
    assert progress(DAY).error == ""


def test_a_part_that_kills_its_worker_each_time_is_parked_too(played: House) -> None:
    night = ask(played)
    with played.owner() as owner:
        owner.execute("update night_part set state = 'running', starts = 9 where table_code = 'H1'")
    (table,) = rows(played, "select table_id from night_part where table_code = 'H1'")[0]
    assert reconcile(night, table) is False
    assert rows(played, "select state, error from night_part where table_code = 'H1'") == [
        ("parked", "its worker was killed each time")
    ]


def test_a_drop_counted_while_the_day_was_closing_is_in_the_report(evening: Evening) -> None:
    """The parts were done before the boxes were counted; the report waits for a second look."""
    evening.open("H1")
    evening.play("H1", 5)
    evening.close("H1", count_drop=False)
    night = ask(evening.house)
    for table in tables_of(night):
        reconcile(night, table)
    use(evening.house, "web")
    evening.count_boxes("H1")
    use(evening.house, "worker")
    assert finish(night) is None
    assert days.state(DAY) == "closed"
    assert rows(evening.house, "select distinct run, state from night_part") == [(2, "pending")]
    assert rows(evening.house, "select count(*) from audit_auditrow where topic = 'night_part'") == [(4,)]
    for table in tables_of(night):
        reconcile(night, table)
    assert finish(night) == "reconciled"
    (table,) = report(DAY).figures["tables"]
    assert table["win_inventory"] == table["win_rounds"]


def test_F09_a_task_that_was_lost_is_asked_for_again_when_its_lease_runs_out_and_not_before(played: House) -> None:
    night = ask(played)
    asked = "select count(*) from audit_auditrow where topic = 'night_part'"
    assert housekeeping.ask_again() == 0
    assert rows(played, asked) == [(3,)]
    with played.owner() as owner:
        owner.execute("update night_part set lease_until = now() - interval '1 second', state = 'running'")
    assert housekeeping.ask_again() == 3
    assert housekeeping.ask_again() == 0
    assert rows(played, asked) == [(6,)]
    for table in tables_of(night):
        reconcile(night, table)
    with played.owner() as owner:
        owner.execute("update night_night set lease_until = now() - interval '1 second'")
    assert housekeeping.ask_again() == 1
    assert finish(night) == "reconciled"


def test_the_report_does_not_come_before_every_part_is_done(played: House) -> None:
    night = ask(played)
    assert finish(night) is None
    reconcile(night, None)
    assert finish(night) is None
    assert days.state(DAY) == "closing"


def test_a_table_of_any_number_of_rounds_is_checked_in_a_dozen_queries(
    played: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rounds come in chunks; only their number adds queries."""
    (table,) = rows(played, "select id from pit_table where code = 'H1'")[0]
    (number,) = rows(played, f"select count(*) from pit_round r join pit_shift s on s.id = r.shift_id"
                             f" where s.table_id = {table}")[0]  # fmt: skip
    counts = []
    for chunk in (1000, number // 2):
        monkeypatch.setattr("casino.night.played.CHUNK", chunk)
        with CaptureQueriesContext(connection) as queries, connection.cursor() as cursor:
            figures, _ = check_table(cursor, table, "H1", DAY)
        assert figures["rounds"] == number
        counts.append(len(queries))
    assert counts[0] <= 8
    assert counts[1] in (counts[0] + 2, counts[0] + 3)
