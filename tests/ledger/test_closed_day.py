"""A closed gaming day takes nothing, by whatever way it comes: each way into the books, once, with nothing changed."""

from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from django.db import connection, transaction

from ledger import door
from ledger.append_only import AppendOnlyError
from ledger.dry_run import dry_run
from ledger.errors import Refused, refused
from ledger.models import Posting
from ledger.posting import Opening
from ledger.work import work
from tests.ledger.conftest import AT, CHIPS, DAY, Books
from tests.ledger.exports.conftest import NEXT_DAY

MOVE = ("player:1", "outside:chips", 5)
LINES = """select * from ledger_post_lines(
    array[row('test_count','staff:1','{}','','raw','k','2026-06-15',now(),null,null,'{}')::ledger_event],
    array[row(1,'player:1','outside:chips','chips:GBP',5)::ledger_line])"""
EVENTS = """select * from ledger_post(
    array[row('test_count','staff:1','{}','','raw','k','2026-06-15',now(),null,null,'{}')::ledger_event],
    '{"outside:chips chips:GBP","player:1 chips:GBP"}', array[row(1,2,1,5)::ledger_move])"""
INSERT = """insert into ledger_posting
    (effective_at, recorded_at, period, kind, actor, approvers, reason, scope, key, facts)
    values (now(), now(), '2026-06-15', 'test_count', 'staff:1', '{}', '', 'raw', 'k', '{}')"""
REVERSE = """select * from ledger_reverse(
    (select min(id) from ledger_posting), 'reversal', 'staff:1', '', '', 'raw', 'k',
    '2026-06-15', now(), '{}')"""


@pytest.fixture
def closed(books: Books) -> Books:
    """DAY is closed with one posting in it; the next one is open."""
    books.post(MOVE)
    door.turn_period(books.web, NEXT_DAY, "open", "house")
    for state in ("closing", "closed"):
        door.turn_period(books.web, DAY, state, "house")
    return books


def by_service(books: Books) -> None:
    books.post(MOVE, kind="test_count")


def among_others(books: Books) -> None:
    door.post(
        books.web, books.posting(MOVE, period=NEXT_DAY), books.posting(MOVE), books.posting(MOVE, period=NEXT_DAY)
    )


def by_a_lane(books: Books) -> None:
    door.post(books.web, books.posting(MOVE), lane=7)


def in_a_unit_of_work(books: Books) -> None:
    with work(connection) as tx:
        tx.post(books.posting(MOVE))


def inside_an_atomic_block(books: Books) -> None:
    with transaction.atomic():
        door.post(connection, books.posting(MOVE))


def by_a_reversal(books: Books) -> None:
    number = books.web.execute("select min(id) from ledger_posting").fetchone()
    assert number is not None
    door.reverse(books.web, number[0], actor="staff:1", scope="test", key="r", period=DAY, effective_at=AT)


def by_the_import(books: Books) -> None:
    opening = Opening("player:2", CHIPS, 70)
    door.import_openings(books.web, [opening], actor="staff:1", approvers=["staff:2"], period=DAY, effective_at=AT)


def raw(login: str, statement: str) -> Callable[[Books], None]:
    def run(books: Books) -> None:
        with books.database.connect(login) as link:
            link.execute(statement)

    return run


WAYS: dict[str, Callable[[Books], None]] = {
    "the service": by_service,
    "a batch among open days": among_others,
    "a writer's lane": by_a_lane,
    "a unit of work": in_a_unit_of_work,
    "an atomic block": inside_an_atomic_block,
    "a reversal": by_a_reversal,
    "the import": by_the_import,
    "raw, by paths, as the web": raw("web", LINES),
    "raw, by places, as the worker": raw("worker", EVENTS),
    "raw, a reversal, as the web": raw("web", REVERSE),
    "raw, by places, as the owner": raw("owner", EVENTS),
    "raw, past every door, as the owner": raw("owner", INSERT),
    "raw, with replication's triggers only": raw("owner", f"set session_replication_role = replica; {INSERT}"),
}


def code_of(act: Callable[[Books], None], books: Books) -> str:
    try:
        act(books)
    except Refused as refusal:
        return refusal.code
    except psycopg.Error as error:
        said = refused(error)
        return said.code if said else f"fault {error.sqlstate}"
    return "done"


@pytest.mark.parametrize("way", [way for way in WAYS if "replication" not in way])
def test_a_closed_day_takes_nothing_by_this_way(closed: Books, way: str) -> None:
    before: tuple[Any, ...] = (*closed.written(), closed.balance("player:1"))
    assert code_of(WAYS[way], closed) == "period_closed"
    assert (*closed.written(), closed.balance("player:1")) == before


def test_the_admin_and_whoever_has_the_models_writes_no_posting_at_all(closed: Books) -> None:
    before = closed.written()
    with pytest.raises(AppendOnlyError):
        Posting(kind_id="test_count", actor="staff:1", scope="orm", key="k", period_id=DAY, effective_at=AT).save()
    with pytest.raises(AppendOnlyError):
        Posting.objects.bulk_create([Posting(kind_id="test_count", scope="orm", key="k", period_id=DAY)])
    assert closed.written() == before


def test_a_dry_run_names_the_closed_day(closed: Books) -> None:
    found = dry_run(closed.web, closed.posting(MOVE))
    assert not found.admitted
    assert "period_closed" in str(found)


def test_the_guard_of_days_fires_always(closed: Books) -> None:
    """`enable always`: who is allowed to set session_replication_role does not pass it by."""
    with closed.database.connect("owner") as owner:
        fires = owner.execute(
            "select tgenabled from pg_trigger where tgrelid = 'ledger_posting'::regclass and tgname = 'guard'"
        ).fetchall()
    assert fires == [("A",)]
    assert code_of(WAYS["raw, with replication's triggers only"], closed) in ("period_closed", "fault 42501")
