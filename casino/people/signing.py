"""The roles of those who sign and whether their second factor is fresh, read in the act's own round trip."""

from collections.abc import Iterable
from typing import Any

from casino.refusal import Forbidden

ROLES = """
select g.login_id, array_agg(g.role), newest.seconds = 0 or exists (
       select from people_confirmation c where c.login_id = g.login_id and c.at <= %(at)s
          and c.at > %(at)s - make_interval(secs => newest.seconds))
from people_rolegrant g join people_login l on l.id = g.login_id and l.is_active
cross join (select coalesce((data->>'step_up_seconds')::int, 0) as seconds
            from profile_profile order by version desc limit 1) newest
where g.login_id = any(%(logins)s) and g.granted_at <= %(at)s and (g.ended_at is null or g.ended_at > %(at)s)
group by g.login_id, newest.seconds
"""


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
