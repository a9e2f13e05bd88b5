"""Pot games that stand still: a game that never began gives its antes back, a turn out of time is played out."""

import pytest

from casino.night.housekeeping import tick
from casino.pit import idle
from tests.casino.pit.floor import Floor


@pytest.fixture
def t1(floor: Floor) -> Floor:
    floor.table("T1", "ten_thousand")
    floor.sit(10_000, 10_000, table="T1")
    floor.act(1, {"ante": 50}, "T1")
    return floor


def wait(floor: Floor) -> None:
    """As if the idle time had passed: the table is given none."""
    with floor.house.owner() as owner:
        owner.execute(
            "with changed as (update pit_table set idle_minutes = 0, version = version + 1 returning code, version)"
            " insert into audit_auditrow (at, actor, verb, subject, facts)"
            " select now(), 'house', 'table.change', 'table:' || code, jsonb_build_object('version', version)"
            " from changed"
        )


def sweep(floor: Floor) -> int:
    """The worker's sweep: the house's own voids are his to post."""
    with floor.worker():
        return idle.sweep(floor.house.now())


def racks(floor: Floor) -> list[int]:
    return [floor.house.balance(f"player:{player}") for player in floor.players]


def test_B30_a_game_that_never_began_gives_its_antes_back_once(t1: Floor) -> None:
    assert sweep(t1) == 0
    assert racks(t1) == [5_000, 10_000]
    wait(t1)
    assert sweep(t1) == 1
    assert racks(t1) == [10_000, 10_000]
    assert t1.house.balance("table:t1:layout") == 0
    assert t1.rows("select kind, reason from ledger_posting where kind = 'void'") == [
        ("void", "nobody threw within the table's idle time")
    ]
    assert sweep(t1) == 0


def test_B30_a_turn_out_of_time_is_played_out_and_the_dice_go_on(t1: Floor) -> None:
    t1.act(2, {"ante": 50}, "T1")
    t1.throw("T1")
    wait(t1)
    ((before,),) = t1.rows("select game_state from pit_round")
    sweep(t1)
    ((after,),) = t1.rows("select game_state from pit_round")
    assert before != after
    assert {actor for (actor,) in t1.rows("select actor from pit_event where n > 3")} <= {"house", "staff:1"}
    assert t1.house.balance("table:t1:layout") == 10_000


def test_B30_a_game_that_ended_while_its_table_was_looked_at_is_left_alone(floor: Floor) -> None:
    floor.table("T1", "ten_thousand")
    floor.sit(10_000, table="T1")
    idle.move_on(table="T1", at=floor.house.now())
    assert floor.rows("select count(*) from pit_round") == [(0,)]


def test_B30_the_houses_tick_moves_an_idle_game_on(t1: Floor) -> None:
    wait(t1)
    with t1.worker():
        tick(t1.house.now())
    assert racks(t1) == [10_000, 10_000]
    assert t1.rows("select state from pit_round") == [("void",)]


def test_a_bank_game_is_never_moved_on_without_its_dealer(floor: Floor) -> None:
    floor.table(main="seven")
    floor.sit(10_000)
    floor.act(1, {"stake": 10})
    wait(floor)
    assert sweep(floor) == 0
    assert floor.rows("select state from pit_round") == [("open",)]
