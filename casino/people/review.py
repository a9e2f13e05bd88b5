"""The access review: who holds which role since when, leavers shut out too late, ways in that somebody else gave."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from casino.books.act import see
from casino.profile import versions

LATE: Final = """
select id, username, display_name, left_at, deactivated_at from people_login
where left_at is not null and coalesce(deactivated_at, %(at)s) > left_at + make_interval(hours => %(hours)s)
order by left_at, id
"""
HOLDERS: Final = """
select l.id, l.username, l.display_name, g.role, g.place, g.granted_at, b.username, l.last_login
from people_rolegrant g join people_login l on l.id = g.login_id left join people_login b on b.id = g.granted_by_id
where l.is_active and g.granted_at <= %(at)s and (g.ended_at is null or g.ended_at > %(at)s)
order by l.username, g.role, g.place
"""
# The last password of each login, where another gave it in place of the one that was; and whether codes came after it.
GIVEN: Final = """
select l.id, l.username, l.display_name, r.at, coalesce(b.username, r.actor), a.enrolled_at
from people_login l
join lateral (select at, actor, facts from audit_auditrow
              where subject = 'login:' || l.id and verb = 'staff.password' order by id desc limit 1) r on true
left join people_login b on r.actor = 'staff:' || b.id
left join people_authenticator a on a.login_id = l.id and a.enrolled_at >= r.at
where l.is_active and r.actor <> 'staff:' || l.id and r.facts ->> 'first' = 'false'
order by r.at desc, l.id
"""


@dataclass(frozen=True, slots=True)
class LateLeaver:
    """Somebody whose login outlived him by more than the profile's hours; `deactivated_at` None: it still lives."""

    login: int
    username: str
    name: str
    left_at: datetime
    deactivated_at: datetime | None
    late: timedelta


@dataclass(frozen=True, slots=True)
class Holder:
    """An active login's role at a place (empty: everywhere), who gave it, when he last signed in."""

    login: int
    username: str
    name: str
    role: str
    place: str
    granted_at: datetime
    granted_by: str | None
    last_login: datetime | None


@dataclass(frozen=True, slots=True)
class Given:
    """A login whose password somebody else replaced; `enrolled_at`: its authenticator came only after that."""

    login: int
    username: str
    name: str
    at: datetime
    by: str
    enrolled_at: datetime | None


def late_leavers(*, at: datetime) -> list[LateLeaver]:
    """Everybody who left the house longer before his login was shut (or `at`, if it is not) than the profile allows."""
    hours = versions.current().leaver_hours
    (rows,) = see((LATE, {"at": at, "hours": hours}))
    return [
        LateLeaver(login, username, name, left, shut, (shut or at) - left)
        for login, username, name, left, shut in rows
    ]  # fmt: skip


def holders(*, at: datetime) -> list[Holder]:
    """Every role held at `at`, by login."""
    (rows,) = see((HOLDERS, {"at": at}))
    return [Holder(*row) for row in rows]


def given() -> list[Given]:
    """Every active login that is entered with a password which somebody else put in the place of its own."""
    (rows,) = see((GIVEN, {}))
    return [Given(*row) for row in rows]
