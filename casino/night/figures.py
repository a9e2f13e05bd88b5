"""The report's figures, put together from what the parts found. Amounts are digits, in minor units; null is unknown."""

import json
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db import connection

from casino.count.win import rolled_up
from casino.night.theory import banded
from casino.profile import versions

FORMAT = 1

PARTS = """
select table_code, run, figures, through from night_part where night_id = %s and state = 'done' order by table_code
"""
CHECKS = """
select p.table_code as table, c.name as check, c.outcome, c.looked_at, c.sentence from night_check c
join night_part p on p.id = c.part_id and p.run = c.run where p.night_id = %s order by p.table_code, c.id
"""
CASES = """
select k.id as case, p.table_code as table, c.name as check, k.code, k.subject, k.sentence, k.facts,
       k.owner, k.recorded_at from night_case k
join night_check c on c.id = k.check_made_id join night_part p on p.id = c.part_id and p.run = c.run
where p.night_id = %s order by p.table_code, k.id
"""
SUMMED = ("staked", "win_rounds", "fee", "by_hand", "fills", "credits", "drop", "win_inventory", "difference")
COUNTED = ("rounds", "void", "throws", "shifts")


@dataclass(frozen=True, slots=True)
class NightFacts:
    """The night as its row has it."""

    id: int
    property: str
    day: date
    state: str
    actor: str
    profile: int
    at: datetime
    requested_at: datetime


def figures(facts: NightFacts) -> dict[str, Any]:
    """Everything the report shows; the same rows give the same figures."""
    rules = versions.at_version(facts.profile)
    parts = {row["table_code"]: row for row in _rows(PARTS, facts.id)}
    house = parts.pop("")
    tables = [row["figures"] for row in parts.values()]
    return {
        "format": FORMAT,
        "title": f"Night report {facts.day}",
        "property": facts.property,
        "day": facts.day.isoformat(),
        "currency": rules.currency,
        "places": rules.places,
        "profile": facts.profile,
        "closed_by": facts.actor,
        "closed_at": facts.at.isoformat(),
        "requested_at": facts.requested_at.isoformat(),
        "recorded_at": house["figures"]["recorded_at"],
        "through_posting": house["through"],
        "tables": tables,
        "total": _total(tables),
        "balances": house["figures"]["balances"],
        "checks": _rows(CHECKS, facts.id),
        "exceptions": _rows(CASES, facts.id),
    }  # fmt: skip


def _total(tables: list[dict[str, Any]]) -> dict[str, Any]:
    """The column sums; one unknown makes its sum unknown. Hold is Σwin / Σdrop."""
    total: dict[str, Any] = {name: sum(table[name] for table in tables) for name in COUNTED}
    for name in SUMMED:
        known = [int(table[name]) for table in tables if table[name] is not None]
        total[name] = str(sum(known)) if len(known) == len(tables) else None
    pairs = [(_whole(table["win_inventory"]), _whole(table["drop"])) for table in tables]
    theories = [table["theory"] for table in tables]
    win, variance = (
        None if any(each[name] is None for each in theories) else sum(int(each[name]) for each in theories)
        for name in ("win", "variance")
    )
    theory = banded(win, variance, int(total["win_rounds"]))
    return total | {"hold": rolled_up(pairs).hold_percent, "theory": theory}


def _whole(digits: str | None) -> int | None:
    return None if digits is None else int(digits)


def _rows(sql: str, night: int) -> list[dict[str, Any]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, [night])
        names = [column.name for column in cursor.description or ()]
        return [
            {name: _plain(name, value) for name, value in zip(names, row, strict=True)} for row in cursor.fetchall()
        ]


def _plain(name: str, value: Any) -> Any:
    """Times as text; Django's cursor hands JSON over as text."""
    if isinstance(value, datetime):
        return value.isoformat()
    return json.loads(value) if name in ("figures", "facts") and isinstance(value, str) else value
