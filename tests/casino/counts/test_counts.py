"""Openers and closers: by denomination, the difference booked once, in the right day."""

import psycopg
import pytest

from casino.cage import exchange
from casino.count import boxes
from casino.people import staff
from casino.people.actors import staff as actor_of
from casino.pit import counts
from casino.profile.roles import Role
from casino.refusal import BadInput, Conflict, Forbidden
from tests.casino.refusals import refused
from tests.casino.world import House


@pytest.fixture
def closed(house: House) -> House:
    """H1 closed at 5,000.00 counted: 40 of 100.00 and 40 of 25.00."""
    house.stock(chips={10000: 100, 2500: 100})
    house.table()
    house.open()
    house.opener({})
    house.done("fill", {10000: 40, 2500: 40})
    house.tell()
    house.closer({10000: 40, 2500: 40})
    house.close()
    take_box(house, 1)
    return house


def take_box(house: House, box: int) -> None:
    first, second = house.counters
    boxes.collect(key=house.key(), table="H1", box=box, collector=first, witness=second, at=house.now())


@pytest.mark.parametrize(
    ("lines", "difference", "escalation", "apart"),
    [
        ({10000: 40, 2500: 40}, 0, "none", {}),
        ({10000: 39, 2500: 40}, -10_000, "regulator", {"10000": -1}),
        ({10000: 40, 2500: 39}, -2_500, "recorded", {"2500": -1}),
        ({10000: 40, 2500: 39, 500: 4}, -500, "recorded", {"2500": -1, "500": 4}),
        ({10000: 40, 2500: 40, 1000: 3}, 3_000, "report", {"1000": 3}),
        ({10000: 41, 2500: 36}, 0, "none", {"10000": 1, "2500": -4}),
    ],
)
def test_D06_an_openers_difference_is_booked_once_and_escalated_by_the_profile(
    closed: House, lines: dict[int, int], difference: int, escalation: str, apart: dict[str, int]
) -> None:
    closed.open()
    counted = closed.opener(lines)
    assert (counted.expected, counted.difference) == (500_000, difference)
    assert (counted.escalation, counted.apart) == (escalation, apart)
    assert closed.balance("table:h1:tray") == 500_000 + difference
    assert closed.balance("house:over-short:h1") == -difference
    with closed.owner() as owner:
        booked = owner.execute("select period::text from ledger_posting where kind = 'opener'").fetchall()
    assert booked == ([("2026-06-15",)] if difference else [])
    with refused(closed, "counted_already", Conflict):
        closed.opener(lines)


def test_D08_a_closers_expectation_has_every_flow(closed: House) -> None:
    closed.open()
    closed.opener({10000: 40, 2500: 40})
    closed.done("fill", {10000: 3})
    closed.done("credit", {2500: 4})
    closed.tell()
    counted = closed.closer({10000: 43, 2500: 35})
    assert (counted.expected, counted.amount, counted.difference) == (520_000, 517_500, -2_500)
    assert closed.balance("house:over-short:h1") == 2_500
    assert closed.balance("table:h1:tray") == 517_500


def test_a_closer_waits_for_the_table_and_for_its_slips(closed: House) -> None:
    closed.open()
    closed.opener({10000: 40, 2500: 40})
    with refused(closed, "closer_early", Conflict):
        closed.closer({10000: 40, 2500: 40})
    slip = closed.slip("fill", {10000: 1})
    closed.tell()
    with refused(closed, "slip_on_the_way", Conflict):
        closed.closer({10000: 40, 2500: 40})
    for step in ("issue", "carry", "count"):
        slip = closed.sign(slip, step)
    closed.closer({10000: 41, 2500: 40})
    with refused(closed, "table_counted", Conflict):
        closed.slip("credit", {10000: 1})


def test_an_opener_waits_for_the_last_box(house: House) -> None:
    house.table()
    house.open()
    assert house.opener({}).box == 1
    house.tell()
    house.closer({})
    house.close()
    house.open()
    with refused(house, "box_in_place", Conflict):
        house.opener({})


def test_a_count_is_signed_by_a_dealer_and_a_supervisor(house: House) -> None:
    house.table()
    house.open()

    def count(dealer: int, supervisor: int) -> None:
        counts.opener(
            key="o", table="H1", lines={}, dealer=dealer, supervisor=supervisor, actor=actor_of(supervisor),
            at=house.now(),
        )  # fmt: skip

    with refused(house, "same_signer", Forbidden):
        count(house.dealer, house.dealer)
    with refused(house, "not_allowed", Forbidden):
        count(house.cashier, house.supervisor)
    with refused(house, "not_allowed", Forbidden):
        count(house.dealer, house.runner)
    with refused(house, "denomination_unknown", BadInput):
        house.opener({3300: 1})
    with refused(house, "table_closed", Conflict):
        house.opener({}, table="H9")


def test_a_dealer_of_another_table_neither_counts_nor_sells_here(closed: House) -> None:
    house, by = closed, actor_of(closed.administrator)
    closed.open()
    elsewhere = house.hire("eli")
    staff.grant(key="g", login=elsewhere, role=Role.DEALER, actor=by, at=house.now(), place="table:H2")

    def count() -> counts.CountReceipt:
        return counts.opener(
            key="o", table="H1", lines={10000: 40, 2500: 40}, dealer=elsewhere, supervisor=house.supervisor,
            actor=actor_of(house.supervisor), at=house.now(),
        )  # fmt: skip

    with refused(house, "not_allowed", Forbidden):
        count()
    player = house.player()
    with refused(house, "not_allowed", Forbidden):
        exchange.buy_in_at_table(
            key="b", player=player, table="H1", amount=100, actor=actor_of(elsewhere), at=house.now()
        )
    staff.grant(key="h", login=elsewhere, role=Role.DEALER, actor=by, at=house.now(), place="table:H1")
    assert count().difference == 0


@pytest.mark.parametrize(
    "attack",
    [
        "update pit_count set amount = 1",
        "delete from pit_count",
        "update pit_box set number = 9",
        "delete from pit_box",
        "update pit_box set removed_at = now(), removed_by_id = placed_by_id, removal_witness_id = placed_by_id",
        "insert into pit_count select nextval('pit_count_id_seq'), 'closer', lines, amount, expected, expected_lines,"
        " difference, escalation, profile, at, recorded_at, dealer_id, shift_id, supervisor_id from pit_count",
    ],
)
def test_counts_and_boxes_are_never_edited_and_come_in_their_time(house: House, attack: str) -> None:
    house.table()
    house.open()
    house.opener({})
    with house.owner() as owner, pytest.raises(psycopg.IntegrityError):
        owner.execute(attack)
