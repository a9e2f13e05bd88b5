"""What the house's clock looks for is found by what waits, however long the history."""

from typing import Any

import psycopg
import pytest

from casino.night import housekeeping, outbox, roots
from casino.pit import shifts
from tests.casino.night.evening import LATE, Evening
from tests.casino.world import House

WRITE = (
    "insert into audit_auditrow (at, actor, verb, subject, topic) values (now(), 'house', 'x', 'y', %s) returning id"
)


def waiting(house: House) -> list[Any]:
    with house.owner() as owner:
        return [row for (row,) in owner.execute("select row_id from audit_waiting order by row_id").fetchall()]


def test_a_topic_waits_from_its_act_until_it_is_delivered_and_an_act_without_one_never(house: House) -> None:
    with house.web() as web, psycopg.connect(house.addresses["WORKER_DATABASE_URL"], autocommit=True) as worker:
        before = waiting(house)
        row = web.execute(WRITE, ["night_part"]).fetchone()
        assert row is not None
        web.execute(WRITE, [None])
        assert waiting(house) == [*before, row[0]]
        worker.execute("insert into audit_delivery (row_id) values (%s)", [row[0]])
        assert waiting(house) == before
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            worker.execute("delete from audit_waiting")


def test_a_shift_whose_roots_are_public_is_not_looked_for_again(evening: Evening) -> None:
    evening.open("H1")
    evening.play("H1", 3)
    evening.close("H1")
    house = evening.house
    with house.owner() as owner:
        ((shift,),) = owner.execute("select id from pit_shift").fetchall()
        assert roots.reveal(LATE) == 1
        assert owner.execute("select revealed_at from pit_shift").fetchone() == (LATE,)
        asked: list[int] = []
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(shifts, "reveal", lambda **said: asked.append(said["shift"]))
            assert roots.reveal(LATE) == 0
        assert asked == []
        with pytest.raises(psycopg.IntegrityError, match="open, closing, closed"):
            owner.execute("update pit_shift set revealed_at = now() where id = %s", [shift])
        with pytest.raises(psycopg.IntegrityError, match="open, closing, closed"):
            owner.execute("update pit_shift set closed_at = now() where id = %s", [shift])


@pytest.mark.parametrize(
    ("sql", "index"),
    [
        (roots.HIDDEN.replace("%(table)s", "null"), "pit_shift_hidden"),
        (outbox.ASK_PARTS.replace("%(night)s", "null").replace("%(lease)s", "1").replace("%(topic)s", "'x'"),
         "night_part_under_way"),
        (outbox.ASK_REPORTS.replace("%(night)s", "null").replace("%(lease)s", "1").replace("%(topic)s", "'x'"),
         "night_under_way"),
        (housekeeping.ABANDONED.replace("%s", "10"), "pit_round_one_open"),
    ],
)  # fmt: skip
def test_what_is_under_way_has_an_index_of_its_own(house: House, sql: str, index: str) -> None:
    """With sequential scans off the planner takes the index if the statement's condition lets it."""
    with house.owner() as owner:
        owner.execute("set enable_seqscan = off")
        plan = "\n".join(line for (line,) in owner.execute(f"explain {sql}").fetchall())
    assert index in plan, plan
