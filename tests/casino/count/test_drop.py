"""Boxes expected, collected, counted blind by two; differences posted once, to the right day."""

from datetime import date, timedelta

import psycopg
import pytest

from casino.books import days
from casino.cage import exchange
from casino.count import boxes, drop
from casino.people.actors import HOUSE
from casino.people.actors import staff as actor_of
from casino.profile.roles import Role
from casino.refusal import BadInput, Conflict, Forbidden, Unknown
from tests.casino.refusals import refused
from tests.casino.world import House

SOLD = 20_000


@pytest.fixture
def dropped(house: House) -> House:
    """H1 sold chips for 200.00 into box 1 and is closing."""
    house.stock(chips={10000: 100})
    house.table()
    house.open()
    house.opener({})
    house.done("fill", {10000: 10})
    exchange.buy_in_at_table(
        key="b", player=house.player(), table="H1", amount=SOLD, actor=actor_of(house.dealer), at=house.now()
    )
    house.tell()
    return house


@pytest.fixture
def collected(dropped: House) -> House:
    collect(dropped)
    return dropped


def collect(house: House) -> None:
    first, second = house.counters
    boxes.collect(key=house.key(), table="H1", box=1, collector=first, witness=second, at=house.now())


def enter(house: House, counter: int, cash: int, chips: dict[int, int] | None = None) -> drop.CountedReceipt:
    return drop.enter(
        key=house.key(), table="H1", box=1, cash=cash, chip_lines=chips or {}, counter=counter, at=house.now()
    )


def resolve(house: House, cash: int, counters: tuple[int, int], reason: str = "miscounted") -> drop.CountedReceipt:
    return drop.resolve(
        key=house.key(), table="H1", box=1, cash=cash, chips=0, reason=reason, counters=counters, at=house.now()
    )


def test_two_counts_that_agree_are_posted_to_the_count_room(collected: House) -> None:
    first, second = collected.counters
    assert enter(collected, first, SOLD).state == "first"
    agreed = enter(collected, second, SOLD)
    assert (agreed.state, agreed.cash, agreed.difference) == ("agreed", SOLD, 0)
    assert collected.balance("box:h1:1", "cash") == 0
    assert collected.balance("count:room", "cash") == SOLD
    assert collected.balance("house:over-short:h1", "cash") == 0
    with refused(collected, "counted_already", Conflict):
        enter(collected, first, SOLD)


def test_D18_any_count_is_accepted_blind_and_the_difference_goes_to_over_short(collected: House) -> None:
    first, second = collected.counters
    blind = enter(collected, first, SOLD - 500)
    assert (blind.cash, blind.chips, blind.difference) == (None, None, None)
    assert enter(collected, second, SOLD - 500).difference == -500
    assert collected.balance("count:room", "cash") == SOLD - 500
    assert collected.balance("house:over-short:h1", "cash") == 500
    assert collected.balance("box:h1:1", "cash") == 0


def test_more_than_recorded_and_chips_in_the_box_come_from_over_short(collected: House) -> None:
    first, second = collected.counters
    enter(collected, first, SOLD + 300, {500: 2})
    assert enter(collected, second, SOLD + 300, {500: 2}).difference == 1_300
    assert collected.balance("count:room", "cash") == SOLD + 300
    assert collected.balance("count:room", "chips") == 1_000
    assert collected.balance("house:over-short:h1", "cash") == -300
    assert collected.balance("house:over-short:h1", "chips") == -1_000


def test_two_counts_that_differ_block_the_posting_until_both_resolve_it(collected: House) -> None:
    first, second = collected.counters
    third = collected.hire("kit", Role.COUNT)
    enter(collected, first, SOLD)
    with refused(collected, "same_signer", Forbidden):
        enter(collected, first, SOLD)
    with refused(collected, "not_counted_twice", Conflict):
        resolve(collected, SOLD, (first, second))
    differ = enter(collected, second, SOLD - 500)
    assert (differ.state, differ.cash) == ("differ", None)
    assert collected.balance("count:room", "cash") == 0
    with refused(collected, "counts_differ", Conflict):
        enter(collected, third, SOLD)
    with refused(collected, "not_the_counters", Forbidden):
        resolve(collected, SOLD, (first, third))
    with refused(collected, "no_reason", BadInput):
        resolve(collected, SOLD, (first, second), reason="")
    assert resolve(collected, SOLD, (first, second)).state == "agreed"
    assert collected.balance("count:room", "cash") == SOLD


def test_the_drop_of_a_day_is_counted_after_its_end_and_belongs_to_it(collected: House) -> None:
    day = date(2026, 6, 15)
    days.turn(day, "closing", HOUSE)
    collected.at += timedelta(hours=14)
    first, second = collected.counters
    enter(collected, first, SOLD)
    enter(collected, second, SOLD)
    with collected.owner() as owner:
        assert owner.execute("select period from ledger_posting where kind = 'drop'").fetchall() == [(day,)]
        assert owner.execute("select day from count_drop").fetchall() == [(day,)]


def test_boxes_expected_against_collected_against_counted(dropped: House) -> None:
    day = date(2026, 6, 15)

    def state() -> list[tuple[bool, bool]]:
        return [(box.collected, box.counted) for box in boxes.expected(day)]

    assert state() == [(False, False)]
    with refused(dropped, "not_collected", Conflict):
        enter(dropped, dropped.counters[0], SOLD)
    collect(dropped)
    assert state() == [(True, False)]
    for counter in dropped.counters:
        enter(dropped, counter, SOLD)
    assert state() == [(True, True)]
    assert boxes.expected(day + timedelta(days=1)) == []


def test_a_box_is_collected_by_two_none_of_them_of_the_shift(dropped: House) -> None:
    def take(collector: int, witness: int, box: int = 1) -> None:
        boxes.collect(key="c", table="H1", box=box, collector=collector, witness=witness, at=dropped.now())

    first, second = dropped.counters
    with refused(dropped, "same_signer", Forbidden):
        take(first, first)
    with refused(dropped, "not_allowed", Forbidden):
        take(first, dropped.dealer)
    with refused(dropped, "no_box", Unknown):
        take(first, second, box=9)
    take(first, second)
    with refused(dropped, "collected_already", Conflict):
        boxes.collect(key="d", table="H1", box=1, collector=first, witness=second, at=dropped.now())


def test_a_table_that_sells_keeps_its_box(house: House) -> None:
    house.table()
    house.open()
    house.opener({})
    with refused(house, "table_open", Conflict):
        collect(house)


@pytest.mark.parametrize("amount", [-1, 1.5, True, "5"])
def test_a_count_is_a_whole_amount(collected: House, amount: int) -> None:
    with refused(collected, "amount_wrong", BadInput):
        enter(collected, collected.counters[0], amount)


@pytest.mark.parametrize(
    "attack",
    [
        "insert into count_drop (box_id, cash, chips, recorded, day, first_id, second_id, resolution, at)"
        " select id, 1, 0, 0, now(), %(first)s, %(second)s, '', now() from pit_box",
        "insert into count_blindcount (box_id, n, counter_id, cash, chips, chip_lines, at)"
        " select id, 2, %(first)s, 1, 0, '{}', now() from pit_box",
        "update count_blindcount set cash = 5",
        "delete from count_collection",
    ],
)
def test_the_count_rooms_papers_hold_against_raw_sql(collected: House, attack: str) -> None:
    first, second = collected.counters
    enter(collected, first, SOLD)
    with collected.owner() as owner, pytest.raises(psycopg.IntegrityError):
        owner.execute(attack, {"first": first, "second": second})


@pytest.mark.parametrize("peek", ["cash", "chips", "chip_lines", "n::text, b.*", "to_jsonb(b)"])
def test_D18_the_doors_login_reads_nothing_of_what_the_first_counter_found(collected: House, peek: str) -> None:
    enter(collected, collected.counters[0], SOLD)
    with collected.web() as web, pytest.raises(psycopg.errors.InsufficientPrivilege):
        web.execute(f"select {peek} from count_blindcount b")
    with collected.web() as web:
        assert web.execute("select count_boxes_alike(box_id) from count_blindcount").fetchone() == (False,)
