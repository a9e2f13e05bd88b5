"""The roles of those who sign, read in the act's own round trip."""

from collections.abc import Iterable
from typing import Any

ROLES = """
select g.login_id, array_agg(g.role)
from people_rolegrant g join people_login l on l.id = g.login_id and l.is_active
where g.login_id = any(%(logins)s) and g.granted_at <= %(at)s and (g.ended_at is null or g.ended_at > %(at)s)
group by g.login_id
"""


def roles_in(rows: Iterable[tuple[Any, ...]], login: int) -> list[str]:
    """The roles that `login` holds, from the rows of ROLES; none for somebody unknown or deactivated."""
    for who, roles in rows:
        if who == login:
            return list(roles)
    return []
