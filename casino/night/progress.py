"""How far a night is: readable by anyone, from SQL alone."""

import json
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import connection

from casino.refusal import Unknown

PROGRESS = """
select n.id, n.state, count(p.id), count(p.id) filter (where p.state = 'done'),
       count(p.id) filter (where p.state = 'parked'),
       coalesce(string_agg(p.error, '; ' order by p.id) filter (where p.error <> ''), '')
from night_night n left join night_part p on p.night_id = n.id
where n.day = %s and n.kind = 'night' group by n.id
"""
REPORT = """
select r.figures, r.digest from night_report r join night_night n on n.id = r.night_id
where n.day = %s and n.kind = 'night'
"""
WAITING = """
select table_id from night_part where night_id = %s and state in ('pending', 'running') order by table_code desc
"""


@dataclass(frozen=True, slots=True)
class Progress:
    """A night under way: `done` of `parts` (its tables and the house) are done; `error` of those that failed."""

    night: int
    state: str
    parts: int
    done: int
    parked: int
    error: str

    @property
    def over(self) -> bool:
        return self.state in ("reconciled", "with_exceptions", "failed")


@dataclass(frozen=True, slots=True)
class Report:
    """The frozen report: its figures, their canonical text, and the SHA-256 of that text."""

    figures: dict[str, Any]
    text: str
    digest: str


def progress(day: date) -> Progress:
    """How far the night of `day` is. Raises Unknown `no_night` before it was asked for."""
    with connection.cursor() as cursor:
        cursor.execute(PROGRESS, [day])
        row = cursor.fetchone()
    if row is None:
        raise Unknown("no_night", f"The night of {day} was not asked for yet: close it first.")
    return Progress(*row)


def report(day: date) -> Report:
    """The frozen report of `day`. Raises Unknown `no_report` while there is none."""
    with connection.cursor() as cursor:
        cursor.execute(REPORT, [day])
        row = cursor.fetchone()
    if row is None:
        raise Unknown("no_report", f"Gaming day {day} has no report yet.")
    return Report(json.loads(row[0]), row[0], row[1])


def tables_of(night: int) -> list[int | None]:
    """What of the night is still to be done: table ids, None for the house."""
    with connection.cursor() as cursor:
        cursor.execute(WAITING, [night])
        return [table for (table,) in cursor.fetchall()]
