"""Closing a gaming day: the button's function. It asks for the reconciliation; workers do it."""

from dataclasses import dataclass
from datetime import date, datetime

from django.db import IntegrityError

from casino.books import days
from casino.books.act import act
from casino.day import interval
from casino.night import outbox
from casino.profile import versions
from casino.profile.house import HouseProfile
from casino.refusal import BadInput, Conflict, Unknown

OPEN_TABLES = """
select coalesce(jsonb_agg(jsonb_build_object('table', t.code, 'shift', s.id, 'state', s.state) order by t.code), '[]')
from pit_shift s join pit_table t on t.id = s.table_id where s.day = %(day)s and s.state <> 'closed'
"""
NIGHT = """
select id, state from night_night where property = %(property)s and day = %(day)s and kind = 'night' for update
"""
NEW = """
insert into night_night (property, day, kind, actor, profile, at)
values (%(property)s, %(day)s, 'night', %(actor)s, %(profile)s, %(at)s) on conflict do nothing
"""
PARTS = """
insert into night_part (night_id, table_id, table_code)
select n.id, t.id, t.code from night_night n
join lateral (
    select distinct t.id, t.code from pit_shift s join pit_table t on t.id = s.table_id where s.day = n.day
    union all select null, '') t on true
where n.property = %(property)s and n.day = %(day)s and n.kind = 'night' order by t.code
on conflict do nothing
"""
AGAIN = """
update night_night set state = 'requested', lease_until = null, ended_at = null, actor = %(actor)s, at = %(at)s
where id = %(night)s
"""
PARTS_AGAIN = """
update night_part set state = 'pending', run = run + 1, starts = 0, failures = 0, error = '',
       lease_until = clock_timestamp()
where night_id = %(night)s and state = 'parked'
"""


@dataclass(frozen=True, slots=True)
class NightReceipt:
    """The day's night was asked for: its state follows in `night_night`, its parts in `night_part`."""

    day: str
    state: str


def close_night(*, day: date, key: str, actor: str, at: datetime) -> NightReceipt:
    """Turns `day` to closing and asks for its reconciliation; once it is done the day is closed, its report frozen.

    Harmless when repeated, with any key: a day has one night. A night that failed is asked for anew. Refused: a day
    that is not over by `at` (day_not_over) or was never opened (no_such_day); tables_open while shifts of the day run:
    the day is closing from then on and takes no new stakes.
    """
    rules = versions.current()
    _guard_over(rules, day, at)
    if days.state(day) is None:
        raise Unknown("no_such_day", f"Gaming day {day} was never opened: there is nothing to close.")
    _turn_to_closing(day, actor)
    values = {"day": day, "property": rules.property, "actor": actor, "profile": rules.version, "at": at}
    with act(actor, key, {"close_night": day.isoformat()}, [(OPEN_TABLES, values), (NIGHT, values)]) as deed:
        if deed.earlier is not None:
            return NightReceipt(**deed.earlier)
        night, state = deed.row(1) or (None, None)
        if state is None:
            _guard_closed(deed.rows(0)[0][0], day)
            deed.write(NEW, values)
            deed.write(PARTS, values)
        elif state == "failed":
            deed.write(AGAIN, {**values, "night": night})
            deed.write(PARTS_AGAIN, {"night": night})
        if state in (None, "failed"):
            deed.write(*outbox.parts_due())
            deed.audit(at, actor, "night.close", f"day:{day}", {"day": day.isoformat()})
        answer = {"day": day.isoformat(), "state": state if state not in (None, "failed") else "requested"}
        deed.answer(answer)
    return NightReceipt(**answer)


def _guard_over(rules: HouseProfile, day: date, at: datetime) -> None:
    if at.tzinfo is None:
        raise BadInput("naive_time", "Give the time with its zone.")
    end = interval(rules.day_rule, day)[1]
    if at < end:
        raise Conflict(
            "day_not_over",
            f"Gaming day {day} ends at {end.astimezone(rules.day_rule.zone):%Y-%m-%d %H:%M %Z}; close it then.",
            day=day.isoformat(),
            ends_at=end.isoformat(),
        )


def _turn_to_closing(day: date, actor: str) -> None:
    """From here on the day admits only what finishes it. Two at once are harmless."""
    if days.state(day) == "open":
        try:
            days.turn(day, "closing", actor)
        except IntegrityError:
            if days.state(day) == "open":
                raise


def _guard_closed(tables: list[dict[str, object]], day: date) -> None:
    if tables:
        names = ", ".join(str(each["table"]) for each in tables)
        raise Conflict(
            "tables_open",
            f"Gaming day {day} is closing, but these tables are open: {names}. "
            "Tell them to close, let their rounds end, count them and close them; then close the night again.",
            tables=tables,
        )
