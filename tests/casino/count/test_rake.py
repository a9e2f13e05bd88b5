"""The rake of a peer game's shift: counted blind by two like a box, brought to the count room once."""

from datetime import date

import psycopg
import pytest

from casino.count import master, rake
from casino.profile.roles import Role
from casino.refusal import BadInput, Conflict, Forbidden, Unknown
from tests.casino.pit.conftest import floor
from tests.casino.pit.floor import TRAY, Floor
from tests.casino.refusals import refused

__all__ = ["floor"]
FEE = 700


@pytest.fixture
def closed(floor: Floor) -> Floor:
    """A covered hazard table whose shift left 7.00 in the rake, closed."""
    floor.table("C1", "covered_hazard", fee_percent=5)
    player = floor.player(100_000)
    with floor.house.owner() as owner:
        owner.execute(
            "insert into pit_round (id, shift_id, number, state, game_state, seats, purses, opened_at, over_at,"
            " net) select 900, id, 1, 'over', '{}', '{}', '{}', now(), now(), '{\"house\": 7}' from pit_shift"
        )
        owner.execute(
            "select ledger_post_lines(array[row('throw', 'house', '{}', '', 'round:900', '1', '2026-06-15', now(),"
            " null, null, '{}')::ledger_event], array[row(1, 'table:c1:rake', %s, 'chips:GBP', 700)::ledger_line])",
            [f"player:{player}"],
        )
    floor.house.tell("C1")
    return floor


def shift_of(floor: Floor) -> int:
    (row,) = floor.rows("select id from pit_shift")
    return int(row[0])


def close(floor: Floor) -> int:
    floor.house.closer(TRAY, "C1")
    floor.house.close("C1")
    return shift_of(floor)


def enter(floor: Floor, counter: int, lines: dict[int, int]) -> rake.RakeReceipt:
    house = floor.house
    return rake.enter(key=house.key(), shift=shift_of(floor), lines=lines, counter=counter, at=house.now())


def test_two_counts_that_agree_bring_the_rake_to_the_count_room(closed: Floor) -> None:
    first, second = closed.house.counters
    with refused(closed.house, "table_open", Conflict):
        enter(closed, first, {100: 7})
    shift = close(closed)
    blind = enter(closed, first, {100: 7})
    assert (blind.state, blind.chips, blind.difference) == ("first", None, None)
    with refused(closed.house, "same_signer", Forbidden):
        enter(closed, first, {100: 7})
    agreed = enter(closed, second, {100: 2, 500: 1})
    assert (agreed.state, agreed.chips, agreed.difference) == ("agreed", FEE, 0)
    assert closed.house.balance("table:c1:rake") == 0
    assert closed.house.balance("count:room") == FEE
    (row,) = master.shifts(first=date(2026, 6, 15), last=date(2026, 6, 15))
    assert (row.id, row.fee, row.fee_counted, row.counted.win) == (shift, FEE, FEE, 0)
    with refused(closed.house, "counted_already", Conflict):
        enter(closed, first, {100: 7})


def test_counts_that_differ_wait_for_both_counters_and_the_difference_goes_to_over_short(closed: Floor) -> None:
    shift, house = close(closed), closed.house
    first, second = house.counters
    enter(closed, first, {100: 7})
    assert enter(closed, second, {100: 6}).state == "differ"
    third = house.hire("kit", Role.COUNT)
    with refused(house, "counts_differ", Conflict):
        enter(closed, third, {100: 7})
    with refused(house, "not_the_counters", Forbidden):
        rake.resolve(key="r", shift=shift, chips=600, reason="one lost", counters=(first, third), at=house.now())
    with refused(house, "no_reason", BadInput):
        rake.resolve(key="r", shift=shift, chips=600, reason="", counters=(first, second), at=house.now())
    rake.resolve(key="r", shift=shift, chips=600, reason="one lost", counters=(first, second), at=house.now())
    assert house.balance("count:room") == 600
    assert house.balance("house:over-short:c1") == 100
    with refused(house, "no_shift", Unknown):
        rake.enter(key="n", shift=9999, lines={}, counter=first, at=house.now())


@pytest.mark.parametrize(
    "attack",
    [
        "insert into count_rake (shift_id, chips, recorded, day, first_id, second_id, resolution, at)"
        " select id, 1, 0, now(), %(first)s, %(second)s, 'mine', now() from pit_shift",
        "insert into count_rakecount (shift_id, n, counter_id, lines, chips, at)"
        " select id, 2, %(dealer)s, '{}', 0, now() from pit_shift",
        "update count_rakecount set chips = 0",
    ],
)
def test_the_rakes_papers_hold_against_raw_sql(closed: Floor, attack: str) -> None:
    close(closed)
    first, second = closed.house.counters
    enter(closed, first, {100: 7})
    with closed.house.owner() as owner, pytest.raises(psycopg.IntegrityError):
        owner.execute(attack, {"first": first, "second": second, "dealer": closed.house.dealer})


@pytest.mark.parametrize("peek", ["chips", "lines", "n::text, c.*"])
def test_D18_the_doors_login_reads_nothing_of_the_first_rake_count(closed: Floor, peek: str) -> None:
    close(closed)
    enter(closed, closed.house.counters[0], {100: 7})
    with closed.house.web() as web, pytest.raises(psycopg.errors.InsufficientPrivilege):
        web.execute(f"select {peek} from count_rakecount c")
