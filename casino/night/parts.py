"""One part of a night: a table, or the house. Begun, checked in one snapshot, written down in one transaction.

Killed anywhere, nothing of it is left but the count of its starts; the tick asks for it again when its lease runs out.
"""

import json
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db import connection, transaction

from casino.night import outbox, roots
from casino.night.checks.found import Found
from casino.night.house import check_house
from casino.night.leases import only_one
from casino.night.table import check_table

MOST_STARTS = 9
MOST_FAILURES = 3
RETRY_SECONDS = 10

FIND = """
select p.id, p.table_id, p.table_code, n.day, n.at, p.run from night_part p join night_night n on n.id = p.night_id
where p.night_id = %s and p.table_id is not distinct from %s and p.state in ('pending', 'running')
"""
BEGIN = """
with begun as (
    update night_part set state = case when starts >= %(most)s then 'parked' else 'running' end, starts = starts + 1,
           error = case when starts >= %(most)s then 'its worker was killed each time' else error end
    where id = %(part)s and state in ('pending', 'running') returning state, night_id
), night as (
    update night_night n set state = 'reconciling' from begun where n.id = begun.night_id and n.state = 'requested'
)
select state from begun
"""
DONE = """
update night_part set state = 'done', figures = %s, through = %s, done_at = clock_timestamp() where id = %s
"""
CHECK = """
insert into night_check (part_id, run, name, outcome, looked_at, sentence, evidence)
values (%s, %s, %s, %s, %s, %s, %s) returning id
"""
CASE = """
insert into night_case (check_made_id, n, code, subject, sentence, facts, owner) values (%s, %s, %s, %s, %s, %s, %s)
"""
FAILED = """
update night_part set failures = failures + 1, error = %(error)s,
       state = case when failures + 1 >= %(most)s then 'parked' else 'pending' end,
       lease_until = clock_timestamp() + make_interval(secs => %(wait)s * (failures + 1))
where id = %(part)s and state = 'running'
"""
THROUGH = "select coalesce(max(id), 0) from ledger_posting where period = %s"


@dataclass(frozen=True, slots=True)
class Due:
    """A part that is to be done now."""

    id: int
    table: int | None
    code: str
    day: date
    at: datetime
    run: int


def reconcile(night: int, table: int | None) -> bool:
    """Does the part of `night` that is `table` (None: the house); True if this call has done it.

    Done, parked or under way elsewhere: nothing happens. What raises is counted, then raised: three times and the
    part is parked, the night failed.
    """
    if _due(night, table) is None:
        return False
    with only_one(f"night {night} {table}") as mine:
        due = _due(night, table)
        if not mine or due is None or not _begin(due, night):
            return False
        try:
            if due.table is not None:
                roots.reveal(due.at, due.table)
            through, figures, found = _look(due)
            _write(due, night, through, figures, found)
        except Exception as error:
            _failed(due, night, error)
            raise
    return True


def _due(night: int, table: int | None) -> Due | None:
    with connection.cursor() as cursor:
        cursor.execute(FIND, [night, table])
        row = cursor.fetchone()
    return Due(*row) if row else None


def _begin(due: Due, night: int) -> bool:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(BEGIN, {"part": due.id, "most": MOST_STARTS})
        row = cursor.fetchone()
        if row == ("parked",):
            cursor.execute(*outbox.reports_due(night))
    return bool(row == ("running",))


def _look(due: Due) -> tuple[int, dict[str, Any], list[Found]]:
    """Every check in one snapshot of the database, so that they speak of the same books."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("set transaction isolation level repeatable read, read only")
        cursor.execute(THROUGH, [due.day])
        (through,) = cursor.fetchone()
        if due.table is None:
            figures, found = check_house(cursor, due.day)
        else:
            figures, found = check_table(cursor, due.table, due.code, due.day)
    return through, figures, found


def _write(due: Due, night: int, through: int, figures: dict[str, Any], found: list[Found]) -> None:
    """What was found, the part's end, and, of the last part, the request for the report: together or not at all."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("select id from night_night where id = %s for update", [night])
        for each in found:
            cursor.execute(CHECK, [
                due.id, due.run, each.name, each.outcome, each.looked_at, each.sentence,
                json.dumps({**each.evidence, **({"cases_left_out": each.left_out} if each.left_out else {})}),
            ])  # fmt: skip
            (check,) = cursor.fetchone()
            rows = [
                (check, n, case.code, case.subject[:80], case.sentence, json.dumps(case.facts), case.owner)
                for n, case in enumerate(each.cases, 1)
            ]
            if rows:
                cursor.executemany(CASE, rows)
        cursor.execute(DONE, [json.dumps(figures), through, due.id])
        cursor.execute(*outbox.reports_due(night))


def _failed(due: Due, night: int, error: Exception) -> None:
    if not connection.is_usable():
        return
    text = f"{type(error).__name__}: {error}"[:500]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("select id from night_night where id = %s for update", [night])
        cursor.execute(FAILED, {"part": due.id, "error": text, "most": MOST_FAILURES, "wait": RETRY_SECONDS})
        cursor.execute(*outbox.reports_due(night))
