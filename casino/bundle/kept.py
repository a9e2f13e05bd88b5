"""Rounds and slips as the house keeps them, streamed from one snapshot: a row of JSON each."""

import json
from collections.abc import Iterator
from datetime import date
from typing import Any, Final, LiteralString

import psycopg

from ledger.exports.reach import LATE, reach

_ROUNDS: Final = """
select jsonb_build_object(
    'id', r.id, 'number', r.number, 'state', r.state, 'seats', r.seats, 'purses', r.purses, 'start', r.start,
    'net', r.net, 'opened_at', r.opened_at, 'over_at', r.over_at, 'shift', s.id, 'table', t.code, 'day', s.day,
    'game', s.game, 'edition', s.edition, 'settings', s.settings, 'chip', s.chip, 'currency', f.data->>'currency',
    'events', (select coalesce(jsonb_agg(jsonb_build_array(e.event, e.calls, e.movements) order by e.n), '[]')
                 from pit_event e where e.round_id = r.id),
    'throws', (select coalesce(jsonb_agg(jsonb_build_object(
            'close', jsonb_build_object(
                'id', k.id, 'chain', h.name, 'i', k.i, 'round_number', k.round_number, 'throw', k.throw, 'dice', k.dice,
                'bets_hash', k.bets_hash, 'beacon', k.beacon, 'mix', k.mix, 'actor', k.actor, 'at', k.at,
                'recorded_at', k.recorded_at),
            'throw', case when w.close_id is not null then jsonb_build_object(
                'link', w.link, 'beacon_bytes', w.beacon_bytes, 'faces', w.faces, 'recorded_at', w.recorded_at) end)
            order by k.throw), '[]')
        from fairness_close k join fairness_chain h on h.id = k.chain_id left join fairness_throw w on w.close_id = k.id
       where k.round = r.id),
    'chains', (select coalesce(jsonb_object_agg(h.name, jsonb_build_object(
            'links', h.links, 'link0', h.link0, 'published_at', h.published_at, 'root', v.root)), '{}')
        from fairness_chain h left join fairness_reveal v on v.chain_id = h.id
       where h.id in (select k.chain_id from fairness_close k where k.round = r.id)))::text
  from pit_round r join pit_shift s on s.id = r.shift_id join pit_table t on t.id = s.table_id
  join profile_profile f on f.version = s.profile
 where s.day between coalesce(%(first)s, s.day) and coalesce(%(last)s, s.day) order by r.id
"""
_SHIFTS: Final = """
select jsonb_build_object(
    'shift', s.id, 'table', t.code, 'day', s.day, 'number', s.number, 'state', s.state, 'game', s.game,
    'rounds', s.rounds, 'chains', (select coalesce(jsonb_agg(jsonb_build_object(
            'chain', h.name, 'links', h.links, 'link0', h.link0, 'root', v.root,
            'closes', (select count(*) from fairness_close k where k.chain_id = h.id)) order by u.n), '[]')
        from fairness_use u join fairness_chain h on h.id = u.chain_id left join fairness_reveal v on v.chain_id = h.id
       where u.shift = s.id))::text
  from pit_shift s join pit_table t on t.id = s.table_id
 where s.day between coalesce(%(first)s, s.day) and coalesce(%(last)s, s.day) order by s.id
"""
_SLIPS: Final = """
select jsonb_build_object(
    'id', s.id, 'year', s.year, 'number', s.number, 'kind', s.kind, 'shift', s.shift_id, 'table', s.table_code,
    'day', s.day, 'window', s."window", 'currency', f.data->>'currency', 'lines', s.lines, 'amount', s.amount,
    'steps', s.steps, 'state', s.state, 'reason', s.reason, 'reverses', s.reverses_id, 'at', s.at,
    'recorded_at', s.recorded_at,
    'signatures', (select coalesce(jsonb_agg(jsonb_build_object(
            'step', g.step, 'login', g.login_id, 'role', g.role, 'amount', g.amount, 'at', g.at) order by g.id), '[]')
        from cage_slipsignature g where g.slip_id = s.id))::text
  from cage_slip s join profile_profile f on f.version = s.profile
 where s.day between coalesce(%(first)s, s.day) and coalesce(%(last)s, s.day) order by s.year, s.number
"""
_COUNT: Final = """
select count(*) from pit_round r join pit_shift s on s.id = r.shift_id
 where s.day between coalesce(%(first)s, s.day) and coalesce(%(last)s, s.day)
"""
_BEYOND: Final = """
with {late} select p.scope, p.key from late join ledger_posting p on p.id = late.id
 where starts_with(p.scope, 'round:') or starts_with(p.scope, 'slip:') order by p.id
"""
_CHUNK: Final = 100


def rounds(snap: psycopg.Connection[Any], first: date | None, last: date | None) -> Iterator[dict[str, Any]]:
    """Every round begun in the gaming days from first to last (None: no bound), oldest first."""
    return _stream(snap, _ROUNDS, first, last)


def slips(snap: psycopg.Connection[Any], first: date | None, last: date | None) -> Iterator[dict[str, Any]]:
    """Every fill and credit slip of those days, void ones too, with its signatures, in order of number."""
    return _stream(snap, _SLIPS, first, last)


def slip_numbers(snap: psycopg.Connection[Any]) -> dict[str, int]:
    """The last slip number given in each gaming-day year."""
    return {str(year): last for year, last in snap.execute("select year, last from cage_slipyear order by year")}


def beyond(snap: psycopg.Connection[Any]) -> list[tuple[str, str]]:
    """Scope and key of every posting of a round or slip that the log's checkpoint does not reach yet."""
    return snap.execute(_BEYOND.format(late=LATE), {"reach": reach(snap).leaves}).fetchall()


def _stream(
    snap: psycopg.Connection[Any], query: LiteralString, first: date | None, last: date | None
) -> Iterator[dict[str, Any]]:
    with snap.cursor(name="kept") as cursor:
        cursor.itersize = _CHUNK
        cursor.execute(query, {"first": first, "last": last})
        for (text,) in cursor:
            yield json.loads(text)


def count_rounds(snap: psycopg.Connection[Any], first: date | None, last: date | None) -> int:
    """How many rounds `rounds` gives."""
    ((count,),) = snap.execute(_COUNT, {"first": first, "last": last}).fetchall()
    return int(count)


def shifts(snap: psycopg.Connection[Any], first: date | None, last: date | None) -> list[dict[str, Any]]:
    """The shifts of those days: how many rounds each played, and its chains with the closes made on each."""
    return [json.loads(text) for (text,) in snap.execute(_SHIFTS, {"first": first, "last": last})]
