"""Who can work at a table, and who can be found to sit down at it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from casino.books.act import see

CREW: Final = """
select distinct l.id, l.display_name, l.username from people_login l join people_rolegrant g on g.login_id = l.id
where l.is_active and g.role = any (%(roles)s) and g.granted_at <= %(at)s
  and (g.ended_at is null or g.ended_at > %(at)s) and (g.place = '' or g.place = %(place)s)
order by l.display_name, l.id
"""
PLAYERS: Final = """
select p.id, p.card, coalesce(n.name, ''), people_barred(p.id, %(at)s) is not null,
       (select t.code from pit_seat q join pit_shift s on s.id = q.shift_id join pit_table t on t.id = s.table_id
        where q.player_id = p.id and q.left_at is null and s.state <> 'closed' order by q.id desc limit 1)
from people_player p left join people_personaldata n on n.player_id = p.id
where starts_with(p.card, upper(%(asked)s)) or strpos(lower(coalesce(n.name, '')), lower(%(asked)s)) > 0
order by p.card = upper(%(asked)s) desc, p.card limit 8
"""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody on the staff."""

    login: int
    name: str
    username: str


@dataclass(frozen=True, slots=True)
class FoundPlayer:
    """A player found by card or name; `at_table` is where he sits now."""

    player: int
    card: str
    name: str
    barred: bool
    at_table: str | None


def crew(roles: tuple[str, ...], table: str, at: datetime) -> list[Person]:
    """Everybody active who holds one of these roles at this table."""
    values = {"roles": roles, "at": at, "place": f"table:{table}"}
    (rows,) = see((CREW, values))
    return [Person(*row) for row in rows]


def find_players(asked: str, at: datetime) -> list[FoundPlayer]:
    """At most eight players whose card begins with, or whose name holds, what was asked; none for nothing."""
    if not asked.strip():
        return []
    (rows,) = see((PLAYERS, {"asked": asked.strip(), "at": at}))
    return [FoundPlayer(*row) for row in rows]
