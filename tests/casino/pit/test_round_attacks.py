"""Raw SQL by the web's own login against rounds and shifts: bets after CLOSE, rounds that go back, shifts that jump."""

import threading
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

from casino.fairness.keeper import client
from casino.refusal import Conflict, Refusal
from tests.casino.pit.floor import Floor
from tests.casino.refusals import code_of

EVENT = (
    "insert into pit_event (round_id, n, event, actor, at)"
    " select id, events + 1, '{event}', 'staff:1', now() from pit_round where over_at is null"
)
LATE = "update pit_round set events = events + 1, game_state = '{}' where over_at is null"
CLOSE = (
    "insert into fairness_close (id, chain_id, i, shift, round, round_number, throw, dice, bets_hash, beacon, actor,"
    " key, at) select 7, s.chain, 1, s.id, r.id, r.number, 1, 2, repeat('0', 64), 'none', 'staff:1', 'raw', now()"
    " from pit_shift s join pit_round r on r.shift_id = s.id"
)


@pytest.fixture
def h1(floor: Floor) -> Floor:
    """A stake lies on the layout; nothing is thrown."""
    floor.table(main="seven")
    floor.sit(100_000)
    floor.act(1, {"stake": 10})
    return floor


@pytest.fixture
def web(h1: Floor) -> Iterator[psycopg.Connection[Any]]:
    with h1.house.web() as connected:
        yield connected


def away(close: int) -> str:
    raise Conflict("keeper_refused", "away")


@pytest.mark.parametrize(
    "attack", [EVENT.format(event=event) for event in ('{"by": "1", "stake": 90}', '{"void": true}', "{}")] + [LATE]
)
def test_B10_after_close_nothing_is_laid_or_void_by_raw_sql(
    h1: Floor, web: psycopg.Connection[Any], monkeypatch: pytest.MonkeyPatch, attack: str
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(client, "link", away)
        with pytest.raises(Refusal):
            h1.throw(key="out")
    assert code_of(web, attack) == "dice_out"
    assert h1.throw(key="out").i == 1


def test_B10_every_throw_of_a_round_has_its_own_close_and_another_rounds_close_is_none(
    h1: Floor, web: psycopg.Connection[Any]
) -> None:
    with h1.house.owner() as other:
        other.execute(CLOSE.replace("r.id, r.number", "r.id + 1, r.number"))
        web.execute("begin")
        assert code_of(web, LATE) is None
        web.execute("rollback")
        other.execute(CLOSE.replace("select 7, s.chain, 1,", "select 8, s.chain, 2,"))
        other.execute("insert into fairness_throw (close_id, link, faces, answer) values (8, 'x', '[1, 2]', '{}')")
        web.execute("begin")
        assert code_of(web, LATE) is None
        web.execute("rollback")
        second = CLOSE.replace("select 7, s.chain, 1,", "select 9, s.chain, 3,")
        other.execute(second.replace("r.number, 1, 2,", "r.number, 2, 2,"))
    assert code_of(web, LATE) == "dice_out"


@pytest.mark.parametrize("attack", [EVENT.format(event='{"by": "1", "stake": 90}'), LATE])
def test_B10_a_bet_that_comes_beside_a_close_waits_for_it_and_is_late(
    h1: Floor, web: psycopg.Connection[Any], attack: str
) -> None:
    """Two connections: the close is written, not committed, and the bet has looked before it."""
    said: list[str | None] = []
    with h1.house.owner() as closing:
        closing.autocommit = False
        closing.execute("select from pit_shift for no key update")
        closing.execute(CLOSE)
        late = threading.Thread(target=lambda: said.append(code_of(web, attack)))
        late.start()
        late.join(0.3)
        assert late.is_alive(), "the bet does not wait"
        closing.commit()
        late.join(10)
    assert said == ["dice_out"]


@pytest.mark.parametrize("attack", [EVENT.format(event='{"by": "1", "stake": 90}'), LATE])
def test_B10_a_bet_with_a_snapshot_of_its_own_is_refused(web: psycopg.Connection[Any], attack: str) -> None:
    web.execute("begin isolation level repeatable read")
    assert code_of(web, attack) == "dice_unsure"


@pytest.mark.parametrize(
    "change",
    [
        "events = events - 1", "events = events", "events = events + 2", "throws = throws + 2, events = events + 1",
        "throws = throws - 1, events = events + 1", "state = 'over', events = events + 1",
        "state = 'void', events = events + 1", "over_at = now(), events = events + 1",
    ],
)  # fmt: skip
def test_a_round_goes_on_event_by_event_and_ends_with_its_time(web: psycopg.Connection[Any], change: str) -> None:
    assert code_of(web, f"update pit_round set {change}") == "round_fixed"


@pytest.mark.parametrize(
    "change",
    [
        "id = id + 1", "shift_id = shift_id + 1", "number = number + 1", "opened_at = now()", "seats = '{}'",
        "purses = '{}'", "start = '{\"carried\": 9}'",
    ],
)  # fmt: skip
def test_what_a_round_opened_with_stays(web: psycopg.Connection[Any], change: str) -> None:
    assert code_of(web, f"update pit_round set {change}, events = events + 1") == "round_fixed"


def test_a_round_that_is_over_stays_so(h1: Floor, web: psycopg.Connection[Any]) -> None:
    while not h1.throw().over:
        pass
    for change in ("net = '{}', events = events + 1", "state = 'open', over_at = null, events = events + 1"):
        assert code_of(web, f"update pit_round set {change}") == "round_over"


@pytest.mark.parametrize(
    "change",
    [
        "id = id + 1", "table_id = table_id + 1", "day = day + 1", "number = 2", "game = 'zar'", "edition = '0'",
        "settings = '{\"main\": \"five\"}'", "chip = chip * 2", "profile = profile + 1", "beacon = 'drand'",
        "opened_at = now()",
    ],
)  # fmt: skip
def test_what_a_shift_opened_with_stays(web: psycopg.Connection[Any], change: str) -> None:
    assert code_of(web, f"update pit_shift set {change}") == "shift_fixed"


def test_a_shift_goes_open_closing_closed_and_is_revealed_once(h1: Floor, web: psycopg.Connection[Any]) -> None:
    def steps(*changes: str) -> set[str | None]:
        return {code_of(web, f"update pit_shift set {change}") for change in changes}

    assert steps("state = 'closed'", "revealed_at = now()", "state = 'closing', revealed_at = now()") == {"shift_step"}
    assert steps("state = 'shut'") == {"pit_shift_state"}
    while not h1.throw().over:
        pass
    h1.house.tell()
    assert steps("state = 'open'", "revealed_at = now()", "state = 'closed', revealed_at = now()") == {"shift_step"}
    ((tray,),) = h1.rows("select balance from ledger_account where path = 'table:h1:tray'")
    h1.house.closer({100: tray // 100})
    h1.house.close()
    late = ("state = 'open'", "state = 'closing'", "rounds = 0", "carry = '{\"x\": 1}', revealed_at = now()")
    assert steps(*late) == {"shift_step"}
    assert steps("revealed_at = now()") == {None}
    assert steps("revealed_at = now()", "revealed_at = null") == {"shift_step"}


@pytest.mark.parametrize("table", ["pit_table", "pit_shift", "pit_seat", "pit_round", "pit_event"])
@pytest.mark.parametrize("attack", ["delete from {}", "truncate {} cascade"])
def test_the_floors_rows_are_never_taken_away(h1: Floor, table: str, attack: str) -> None:
    with h1.house.owner() as owner:
        assert code_of(owner, attack.format(table)) == "append_only"
