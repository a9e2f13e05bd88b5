"""The roles of those who sign and whether their second factor is fresh, read in the act's own round trip."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from casino.books.act import Read
from casino.refusal import Forbidden

# The roles of `logins` at `at`, wherever they hold them, and whether each gave a code lately.
ROLES = """
select g.login_id, array_agg(g.role), people_fresh(g.login_id, %(at)s)
from people_rolegrant g join people_login l on l.id = g.login_id and l.is_active
where g.login_id = any(%(logins)s) and g.granted_at <= %(at)s and (g.ended_at is null or g.ended_at > %(at)s)
group by g.login_id
"""

# The same for the roles that they hold now at `place`: those for it, for its pit, for the whole property.
ROLES_AT = """
select id, people_roles(id, %(place)s), people_fresh(id, %(at)s) from people_login where id = any(%(logins)s)
"""


def roles_at(place: str, at: datetime, *logins: int) -> Read:
    """The read that says what `logins` are at `place` (`table:H1`; empty: anywhere); its rows are those of ROLES."""
    return ROLES_AT, {"logins": logins, "at": at, "place": place}


def roles_in(rows: Iterable[tuple[Any, ...]], login: int) -> list[str]:
    """The roles that `login` holds, from the rows of ROLES; none for somebody unknown or deactivated."""
    for who, roles, _ in rows:
        if who == login:
            return list(roles)
    return []


def check_fresh(rows: Iterable[tuple[Any, ...]], *logins: int) -> None:
    """Forbidden `step_up` unless each of `logins` gave a code lately; nothing where the profile asks for none."""
    for who, _, fresh in rows:
        if who in logins and not fresh:
            raise Forbidden("step_up", "Give a fresh code of your authenticator, then sign.", login=who)
