"""Games without a dealer's hand on them: who is out of time is moved on, a game that never began is given back."""

import logging
from datetime import datetime

from django.db import connection

from casino.people.actors import HOUSE
from casino.pit import acts, throws, voids
from casino.pit.desk import Desk, look
from casino.refusal import Refusal
from games import discover
from games.engine import Act

log = logging.getLogger(__name__)

# By the database's clock: when the last event was recorded, not the time it is dated.
IDLE = """
select t.code from pit_round r join pit_shift s on s.id = r.shift_id join pit_table t on t.id = s.table_id
where r.state = 'open' and t.idle_minutes is not null and s.game = any(%s)
  and coalesce((select e.recorded_at from pit_event e where e.round_id = r.id order by e.n desc limit 1), r.opened_at)
      < clock_timestamp() - make_interval(mins => t.idle_minutes)
order by t.code
"""
MOST_MOVES = 100


def sweep(at: datetime) -> int:
    """Moves on every table of a pot game that has been idle for its idle time; returns how many."""
    games = [name for name, game in discover().items() if game.kind == "pot"]
    with connection.cursor() as cursor:
        cursor.execute(IDLE, [games])
        tables = [code for (code,) in cursor.fetchall()]
    moved = 0
    for table in tables:
        try:
            move_on(table=table, at=at)
            moved += 1
        except Refusal as refusal:
            log.warning("table %s is idle and can't be moved on: %s", table, refusal)
    return moved


def move_on(*, table: str, at: datetime) -> None:
    """A game that never began gives its antes back; else the thrower's turn is played out for him as the rules say.

    Harmless where no round runs, or its dice are out: somebody was faster.
    """
    desk = look(table, at)
    if desk.round_state != "open":
        return
    if not desk.rules.facts(desk.state_of_play()).get("begun", True):
        voids.drop(table=table, round=desk.round, reason="nobody threw within the table's idle time", at=at)
        return
    thrower = desk.rules.thrower(desk.state_of_play())
    for _ in range(MOST_MOVES):
        _move(desk, at)
        desk = look(table, at)
        if desk.round_state is None or desk.rules.thrower(desk.state_of_play()) != thrower:
            return


def _move(desk: Desk, at: datetime) -> None:
    """One act or throw for the seat out of time; its key is its place in the round, so two sweeps make one move."""
    key = f"idle:{desk.round}:{desk.events}"
    due = desk.rules.out_of_time(desk.state_of_play())
    if due is None:
        throws.throw(key=key, table=desk.table, actor=HOUSE, at=at)
        return
    acts.take(key=key, table=desk.table, seat=int(due.seat), event=_event(due), actor=HOUSE, at=at)


def _event(act: Act) -> dict[str, object]:
    value = list(act.value) if isinstance(act.value, tuple) else act.value
    return {act.verb: value} | ({"on": act.on} if act.on is not None else {})
