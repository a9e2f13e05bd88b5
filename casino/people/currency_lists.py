"""The compliance lists: currency by person and gaming day, in and out never netted or added together."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from casino.books.act import see
from casino.people import permissions
from casino.people.actors import HOUSE
from casino.people.staff import roles_of
from casino.profile import versions
from casino.profile.house import HouseProfile

SUMS: Final = """
select person, guest, direction, amount, lines, cards from people_currency_sums(%(day)s, %(restated)s)
where amount >= %(from)s
"""
LOGGED: Final = """
select l.id, l.day, l.at, l.place, l.direction, l.amount, l.player_id, coalesce(p.card, ''), l.description,
       r.display_name
from people_currencyline l left join people_player p on p.id = l.player_id join people_login r on r.id = l.recorder_id
cross join lateral (select case when %(restated)s then 'infinity'::timestamptz else coalesce((
    select max(changed_at) from ledger_period_change c where c.day = l.day and c.state = 'closed'), 'infinity') end
    as at) cut
where l.day = %(day)s and l.amount >= %(from)s and l.voids_id is null and l.recorded_at <= cut.at
  and not exists (select from people_currencyline v where v.voids_id = l.id and v.recorded_at <= cut.at)
order by l.at, l.id
"""
# The house's lines as they were when the day closed; as they are for one that is open, or restated.
RULES: Final = """
select version, data from profile_profile
where %(restated)s or recorded_at <= coalesce((
    select max(changed_at) from ledger_period_change where day = %(day)s and state = 'closed'), 'infinity')
order by version desc limit 1
"""
LONGEST: Final = timedelta(days=366)


@dataclass(frozen=True, slots=True)
class Sum:
    """Currency of one person in one direction (`in` from him, `out` to him) in a gaming day, in minor units.

    `person` is the lowest of his players, None for somebody unknown, whom `guest` describes; `cards` those used.
    `profile` is the version whose lines were applied.
    """

    day: date
    person: int | None
    guest: str
    direction: str
    amount: int
    lines: int
    cards: tuple[str, ...]
    profile: int


@dataclass(frozen=True, slots=True)
class Logged:
    """A line of the transaction log: its eight fields, and the line that they are of."""

    line: int
    day: date
    at: datetime
    place: str
    direction: str
    amount: int
    player: int | None
    card: str
    description: str
    recorder: str


def ctr(*, day: date, reader: int | str, restated: bool = False) -> list[Sum]:
    """Candidates for a currency report: strictly above the profile's line in one direction; a closed day's own profile.

    `reader` is the login that looks, or "house" for the night. A closed day is as it stood when it closed; `restated`
    shows it with the links and voids made since.
    """
    _check("currency.list", reader)
    rules = _rules(day, restated)
    return _sums(rules, day, restated, rules.currency_reports.ctr_above + 1)


def near(*, first: date, last: date, reader: int | str) -> list[Sum]:
    """Sums from the profile's near line to the reporting line itself, day by day: for compliance and auditors only."""
    _check("currency.near", reader)
    rules = versions.current()
    days = [first + timedelta(days=n) for n in range((min(last, first + LONGEST) - first).days + 1)]
    lines = rules.currency_reports
    return [each for day in days for each in _sums(rules, day, True, lines.near_from) if each.amount <= lines.ctr_above]


def mtl(*, day: date, reader: int | str, restated: bool = False) -> list[Logged]:
    """The day's lines from (or above) the profile's amount, in their order; void ones left out.

    A closed day is as it stood when it closed; `restated` leaves out what was voided since.
    """
    _check("currency.list", reader)
    lines = _rules(day, restated).currency_reports
    least = lines.mtl_amount if lines.mtl_at_least else lines.mtl_amount + 1
    (rows,) = see((LOGGED, {"day": day, "from": least, "restated": restated}))
    return [Logged(*row) for row in rows]


def _check(act: str, reader: int | str) -> None:
    if reader != HOUSE:
        permissions.check(act, roles_of(int(reader)))


def _rules(day: date, restated: bool) -> HouseProfile:
    (rows,) = see((RULES, {"day": day, "restated": restated}))
    return versions.of_row(rows[0])


def _sums(rules: HouseProfile, day: date, restated: bool, least: int) -> list[Sum]:
    (rows,) = see((SUMS, {"day": day, "restated": restated, "from": least}))
    return [
        Sum(day, person, guest, direction, amount, lines, tuple(cards), rules.version)
        for person, guest, direction, amount, lines, cards in rows
    ]
