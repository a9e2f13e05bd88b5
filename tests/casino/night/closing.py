"""A whole night closed in the test's own process, each part as the worker's login, without Celery."""

from datetime import date, datetime
from typing import Any

from casino.night.close import close_night
from casino.night.parts import reconcile
from casino.night.progress import progress, report, tables_of
from casino.night.report import finish
from tests.casino.night.evening import DAY, LATE, use
from tests.casino.world import House


def closed(house: House, *, day: date = DAY, at: datetime = LATE, key: str = "night") -> str | None:
    """Asks for the night, does its parts and its report; the state it ended in."""
    close_night(day=day, key=key, actor="house", at=at)
    use(house, "worker")
    night = progress(day).night
    for table in tables_of(night):
        reconcile(night, table)
    state = finish(night)
    use(house, "web")
    return state


def cases(house: House, day: date = DAY) -> dict[str, list[str]]:
    """The codes of a night's cases and where each was found."""
    assert closed(house) == "with_exceptions"
    found: dict[str, list[str]] = {}
    for case in report(day).figures["exceptions"]:
        found.setdefault(case["code"], []).append(case["subject"])
    return found


def figures(day: date = DAY) -> dict[str, Any]:
    return report(day).figures


def login(house: House, username: str) -> int:
    """Somebody who worked the night that was played."""
    with house.owner() as owner:
        ((number,),) = owner.execute("select id from people_login where username = %s", [username]).fetchall()
    return int(number)
