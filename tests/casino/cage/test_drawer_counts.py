"""Drawers counted by two at the end of a shift; variance goes to the one who held the drawer."""

from datetime import date

import psycopg
import pytest

from casino.cage import drawer_counts
from casino.profile.roles import Role
from casino.refusal import BadInput, Conflict, Forbidden
from tests.casino.refusals import refused
from tests.casino.world import House

NIGHT = date(2026, 6, 15)


@pytest.fixture
def cage(house: House) -> House:
    house.stock(chips={10000: 20}, cash=100_000)
    return house


@pytest.fixture
def other(cage: House) -> int:
    return cage.hire("cat", Role.CASHIER)


def count(
    house: House, holder: int, second: int, cash: int = 100_000, chips: dict[int, int] | None = None,
    drawer: str = "cage:window:1",
) -> drawer_counts.DrawerReceipt:  # fmt: skip
    return drawer_counts.count(
        key=house.key(), drawer=drawer, chip_lines={10000: 20} if chips is None else chips, cash=cash, holder=holder,
        second=second, at=house.now(),
    )  # fmt: skip


def test_a_drawer_that_agrees_posts_nothing(cage: House, other: int) -> None:
    before = cage.postings()
    counted = count(cage, cage.cashier, other)
    assert (counted.difference, counted.escalation) == (0, "none")
    assert cage.postings() == before


def test_D18_any_count_is_taken_and_the_difference_is_the_holders(cage: House, other: int) -> None:
    counted = count(cage, cage.cashier, other, cash=97_000, chips={10000: 20, 500: 1})
    assert (counted.expected_cash, counted.expected_chips) == (100_000, 200_000)
    assert (counted.difference, counted.escalation) == (-2_500, "report")
    assert cage.balance("cage:window:1", "cash") == 97_000
    assert cage.balance("house:over-short:w1", "cash") == 3_000
    assert cage.balance("house:over-short:w1") == -500
    count(cage, other, cage.cashier, cash=97_000, chips={10000: 20, 500: 1})
    found = drawer_counts.variances(first=NIGHT, last=NIGHT)
    assert [(each.login, each.counts, each.chips, each.cash, each.apart) for each in found] == [
        (cage.cashier, 1, 500, -3_000, 3_500), (other, 1, 0, 0, 0),
    ]  # fmt: skip


def test_many_small_differences_of_a_day_weigh_as_much_as_their_sum(cage: House, other: int) -> None:
    """Counted short again and again, each time below the line of a report: the sum passes it and is an exception."""
    found = [count(cage, cage.cashier, other, cash=100_000 - 1_000 * n).escalation for n in range(1, 5)]
    assert found == ["recorded", "recorded", "report", "report"]
    assert count(cage, cage.cashier, other, cash=96_000).escalation == "none"
    with cage.owner() as owner:
        listed = owner.execute("select count(*) from count_exception where subject like 'drawer:%'").fetchone()
    assert listed == (2,)


def test_what_is_on_the_way_is_not_expected_in_the_drawer(cage: House, other: int) -> None:
    cage.table()
    cage.open()
    cage.opener({})
    cage.sign(cage.slip("fill", {10000: 5}), "issue")
    counted = count(cage, cage.cashier, other, chips={10000: 15})
    assert (counted.expected_chips, counted.difference) == (150_000, 0)


def test_a_drawer_is_counted_by_two_who_may_open_it(cage: House, other: int) -> None:
    with refused(cage, "same_signer", Forbidden):
        count(cage, cage.cashier, cage.cashier)
    with refused(cage, "not_allowed", Forbidden):
        count(cage, cage.dealer, other)
    with refused(cage, "not_allowed", Forbidden):
        count(cage, cage.cashier, cage.runner)
    with refused(cage, "amount_wrong", BadInput):
        count(cage, cage.cashier, other, cash=-1)
    with refused(cage, "no_such_drawer", BadInput):
        count(cage, cage.cashier, other, drawer="cage:window:9")
    assert count(cage, cage.vault, cage.accounting, cash=0, chips={}, drawer="cage:vault").difference == 0


def test_a_drawer_count_is_never_edited_and_adds_up(cage: House, other: int) -> None:
    count(cage, cage.cashier, other)
    with cage.owner() as owner, pytest.raises(psycopg.IntegrityError, match="append-only"):
        owner.execute("update cage_drawercount set cash = 0")
    with cage.web() as web, pytest.raises(psycopg.errors.CheckViolation):
        web.execute(
            "insert into cage_drawercount (drawer, day, lines, chips, cash, expected_chips, expected_cash, escalation,"
            " holder_id, second_id, profile, at) values ('cage:vault', now(), '{\"100\": 1}', 5, 0, 0, 0, 'none', %s,"
            " %s, 1, now())",
            [cage.cashier, other],
        )


def test_a_count_signed_twice_by_a_double_click_is_posted_once(cage: House, other: int) -> None:
    def again() -> drawer_counts.DrawerReceipt:
        return drawer_counts.count(
            key="once", drawer="cage:window:1", chip_lines={10000: 19}, cash=100_000, holder=cage.cashier,
            second=other, at=cage.at,
        )  # fmt: skip

    first = again()
    assert again() == first
    assert cage.balance("house:over-short:w1") == 10_000
    with refused(cage, "drawer_short", Conflict):
        cage.hand("cage:window:1", "cage:vault", "chips", 200_000)
