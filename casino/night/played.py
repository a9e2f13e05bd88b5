"""The rounds that a table played in a gaming day, each with its events, postings and throws: a chunk a statement."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.backends.utils import CursorWrapper

CHUNK = 250

ROUNDS = """
select jsonb_build_object(
    'id', r.id, 'number', r.number, 'state', r.state, 'game_state', r.game_state, 'seats', r.seats,
    'purses', r.purses, 'start', r.start, 'throws', r.throws, 'events', r.events, 'net', r.net,
    'shift', s.id, 'day', s.day, 'game', s.game, 'edition', s.edition, 'settings', s.settings, 'chip', s.chip,
    'currency', f.data->>'currency',
    'happened', (select coalesce(jsonb_agg(jsonb_build_array(e.n, e.event, e.calls, e.movements) order by e.n), '[]')
                 from pit_event e where e.round_id = r.id),
    'posted', (select coalesce(jsonb_agg(jsonb_build_array(p.id, p.key, p.period,
                   (select coalesce(jsonb_agg(jsonb_build_array(d.path, c.path, a.code, t.amount) order by t.id), '[]')
                    from ledger_transfer t join ledger_account d on d.id = t.debit_id
                    join ledger_account c on c.id = t.credit_id join ledger_asset a on a.id = t.asset_id
                    where t.posting_id = p.id)) order by p.id), '[]')
               from ledger_posting p where p.scope = 'round:' || r.id),
    'thrown', (select coalesce(jsonb_agg(jsonb_build_array(k.id, k.throw, k.bets_hash, w.faces) order by k.throw), '[]')
               from fairness_close k left join fairness_throw w on w.close_id = k.id where k.round = r.id))
from pit_round r
join pit_shift s on s.id = r.shift_id
join profile_profile f on f.version = s.profile
where s.table_id = %s and s.day = %s and r.id > %s
order by r.id limit %s
"""


@dataclass(frozen=True, slots=True)
class Played:
    """A round as the pit, the books and the dice log have it.

    happened  [n, event, calls, movements], a movement as [kind, seat, kind, seat, chips, why, seat]
    posted    [posting id, key, period, [[debit, credit, asset, amount], …]], amounts in minor units
    thrown    [close id, throw number, bets hash, faces or None]
    """

    id: int
    number: int
    state: str
    game_state: Mapping[str, Any]
    seats: Mapping[str, int]
    purses: Mapping[str, int]
    start: Mapping[str, Any]
    throws: int
    events: int
    net: Mapping[str, int]
    shift: int
    day: str
    game: str
    edition: str
    settings: Mapping[str, Any]
    chip: int
    currency: str
    happened: list[Any]
    posted: list[Any]
    thrown: list[Any]

    @property
    def row(self) -> list[str]:
        """The seats in their order at the table."""
        return sorted(self.seats, key=int)


def rounds(cursor: CursorWrapper, table: int, day: Any) -> Iterator[Played]:
    """The table's rounds of the day, oldest first; memory is that of one chunk."""
    last = 0
    while True:
        cursor.execute(ROUNDS, [table, day, last, CHUNK])
        rows = cursor.fetchall()
        for (text,) in rows:
            played = Played(**(json.loads(text) if isinstance(text, str) else text))
            last = played.id
            yield played
        if len(rows) < CHUNK:
            return
