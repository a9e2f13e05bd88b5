"""A round for its record, for a player who sat in it: everything that replays it, nobody's name but his own."""

from typing import Any, Final

from casino.books.act import see

KEPT: Final = """
select jsonb_build_object(
    'id', r.id, 'number', r.number, 'state', r.state, 'seats', r.seats, 'purses', r.purses, 'start', r.start,
    'net', r.net, 'opened_at', r.opened_at, 'over_at', r.over_at, 'shift', s.id, 'table', t.code, 'day', s.day,
    'game', s.game, 'edition', s.edition, 'settings', s.settings, 'chip', s.chip, 'currency', f.data->>'currency',
    'events', (select coalesce(jsonb_agg(jsonb_build_array(e.event, e.calls, e.movements) order by e.n), '[]')
               from pit_event e where e.round_id = r.id),
    'throws', (select coalesce(jsonb_agg(jsonb_build_object(
                   'throw', c.throw, 'chain', h.name, 'i', c.i, 'beacon', c.beacon, 'mix', c.mix, 'link', w.link,
                   'faces', w.faces) order by c.throw), '[]')
               from fairness_close c join fairness_chain h on h.id = c.chain_id
               left join fairness_throw w on w.close_id = c.id where c.round = r.id),
    'chains', (select coalesce(jsonb_object_agg(h.name, jsonb_build_object(
                   'links', h.links, 'link0', h.link0, 'root', v.root)), '{}')
               from fairness_chain h left join fairness_reveal v on v.chain_id = h.id
               where h.id in (select c.chain_id from fairness_close c where c.round = r.id)))
from pit_round r join pit_shift s on s.id = r.shift_id join pit_table t on t.id = s.table_id
join profile_profile f on f.version = s.profile
where r.id = %(round)s and exists (select from jsonb_each_text(r.seats) sits where sits.value = %(player)s::text)
"""


def kept_for(player: int, round: int) -> dict[str, Any] | None:
    """The round as it is kept; None for one that isn't there and for one the player did not sit in alike."""
    (rows,) = see((KEPT, {"player": player, "round": round}))
    return dict(rows[0][0]) if rows else None
