"""A property of 200 tables and 5,000 open players: the floor's figures, where all chips lie, and a fill's life.

Run: python -m tests.bench.floor. The floor is one query; its target is 100 ms. A fill is requested, issued, carried and
counted through the department's functions, with at most 12 waits for PostgreSQL.
"""

import os
import statistics
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime

import django
import psycopg
from django.db import connections
from psycopg.types.json import Json

from tests.bench.report import Line, show
from tests.bench.servers import migrated

TABLES, SEATS, ROUNDS = 200, 25, 40
MILLISECONDS, TRIPS = 100, 12
AT = datetime(2026, 6, 15, 22, 0, tzinfo=UTC)

SEED = """
insert into people_login (username, display_name, password, created_at)
    select 'bench-' || n, 'Bench ' || n, '!', now() from generate_series(1, 2) n;
insert into people_player (card) select 'P' || n from generate_series(1, %(players)s) n;
insert into pit_table (code, game, settings, chip, seats)
    select 'T' || n, 'hazard', '{}', 100, %(seats)s from generate_series(1, %(tables)s) n;
insert into fairness_chain (table_code, name, links, link0, key_id)
    select code, 'C' || id, 4096, repeat('0', 64), 'k' from pit_table;
insert into pit_shift (table_id, day, number, game, edition, settings, chip, profile, dealer_id, supervisor_id,
                       opened_at, chain, links)
    select t.id, '2026-06-15', 1, t.game, %(edition)s, %(settings)s, 100, 1, d.id, s.id, %(at)s, c.id, 4096
      from pit_table t join fairness_chain c on c.table_code = t.code, people_login d, people_login s
     where d.username = 'bench-1' and s.username = 'bench-2';
insert into pit_seat (shift_id, number, player_id, taken_at)
    select s.id, 1 + (p.n - 1) / %(tables)s, p.id, %(at)s
      from (select id, row_number() over (order by id) as n from people_player) p
      join (select id, row_number() over (order by id) as n from pit_shift) s on s.n = 1 + (p.n - 1) %% %(tables)s;
insert into pit_round (shift_id, number, state, game_state, seats, purses, opened_at, over_at, net)
    select s.id, n, 'over', '{}', '{}', '{}', %(at)s, %(at)s, jsonb_build_object('house', n, '1', -n)
      from pit_shift s, generate_series(1, %(rounds)s) n;
select ledger_turn_period('2026-06-15', 'open', 'house');
select ledger_post_lines(
    array[row('chip_issue', 'house', '{}', '', 'bench', 'stock', '2026-06-15', %(at)s, null, null, '{}')::ledger_event],
    array(select row(1, 'table:' || lower(code) || ':tray', 'outside:chips', 'chips:GBP', 1000000)::ledger_line
            from pit_table)
 || array(select row(1, 'player:' || id, 'outside:chips', 'chips:GBP', 50000)::ledger_line from people_player));
"""


def main() -> list[Line]:
    """The lines of this bench."""
    with migrated() as (_, env):
        os.environ |= env | {"HOUSE_LOGIN": "web", "DJANGO_SETTINGS_MODULE": "casino.settings"}
        django.setup()
        _seed(env["DATABASE_URL"])
        return _measured(env)


def _seed(url: str) -> None:
    from games import find  # noqa: PLC0415  settings first

    game = find("hazard")
    values = {
        "players": TABLES * SEATS, "tables": TABLES, "seats": SEATS, "rounds": ROUNDS, "edition": game.edition,
        "settings": Json(game.settings({}).full()), "at": AT,
    }  # fmt: skip
    with psycopg.connect(url, autocommit=True, cursor_factory=psycopg.ClientCursor) as owner:
        owner.execute(SEED, values)
        owner.execute("vacuum analyze")


def _measured(env: dict[str, str]) -> list[Line]:
    from casino.cage.conservation import conservation  # noqa: PLC0415  Django must be ready first
    from casino.pit.view import floor  # noqa: PLC0415
    from ledger.wire import counting  # noqa: PLC0415
    from tests.casino.world import House  # noqa: PLC0415

    rows = floor.tables(AT)
    assert len(rows) == TABLES
    assert sum(row.seated for row in rows) == TABLES * SEATS
    looked = _milliseconds(lambda: floor.tables(AT))
    weighed = _milliseconds(conservation)
    house = House(env)
    house.stock(chips={10000: 100})
    house.table()
    house.open()
    house.opener({})
    house.done("fill", {10000: 1})
    with counting() as seen:
        begun = time.perf_counter()
        house.done("fill", {10000: 1})
        lived = (time.perf_counter() - begun) * 1000
    connections.close_all()
    return [
        Line(f"the floor: {TABLES} tables, {TABLES * SEATS} players", "ms", looked, target=MILLISECONDS, most=True),
        Line("where all chips lie", "ms", weighed, target=MILLISECONDS, most=True),
        Line("a fill's whole life: waits for PostgreSQL", "", seen.round_trips, target=TRIPS, most=True),
        Line("a fill's whole life", "ms", lived),
    ]


def _milliseconds(look: Callable[[], object]) -> float:
    """The median of twenty looks, the first ones aside."""
    spent = []
    for _ in range(25):
        begun = time.perf_counter()
        look()
        spent.append((time.perf_counter() - begun) * 1000)
    return statistics.median(spent[5:])


if __name__ == "__main__":
    sys.exit(show(main()))
