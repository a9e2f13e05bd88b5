"""Raw SQL by the web's own login against the count room: boxes, blind counts, drops, rakes, signed-off exceptions."""

from typing import Any

import psycopg
import pytest

from casino.profile.roles import Role
from tests.casino.refusals import Ask, asking
from tests.casino.world import House

COLLECT = (
    "insert into count_collection (box_id, collector_id, witness_id, at)"
    " select id, %(one)s, %(two)s, now() from pit_box"
)
BLIND = (
    "insert into count_blindcount (box_id, n, counter_id, cash, chips, chip_lines, profile, at)"
    " select id, %(n)s, %(who)s, %(cash)s, %(chips)s, %(lines)s, 1, now() from pit_box"
)
DROP = (
    "insert into count_drop (box_id, cash, chips, recorded, day, first_id, second_id, resolution, profile, at)"
    " select id, %(cash)s, %(chips)s, 0, now(), %(one)s, %(two)s, %(why)s, 1, now() from pit_box"
)
RAKE_COUNT = (
    "insert into count_rakecount (shift_id, n, counter_id, lines, chips, profile, at)"
    " select id, %(n)s, %(who)s, %(lines)s, %(chips)s, 1, now() from pit_shift"
)
RAKE = (
    "insert into count_rake (shift_id, chips, recorded, day, first_id, second_id, resolution, profile, at)"
    " select id, %(chips)s, 0, now(), %(one)s, %(two)s, %(why)s, 1, now() from pit_shift"
)
SIGN_OFF = (
    "insert into count_signoff (subject, auditor_id, reason, at) values (%(subject)s, %(who)s, 'looked into', now())"
)
FIVE = '{"500": 1}'


@pytest.fixture
def h1(house: House) -> House:
    """A table with a box, told to close."""
    house.everybody()
    house.table()
    house.open()
    house.opener({})
    house.tell()
    return house


def blind(house: House, n: int, who: int) -> Ask:
    return asking(house, BLIND, n=n, who=who, cash=900, chips=500, lines=FIVE)


def test_a_box_is_counted_by_two_of_the_team_after_it_was_brought(h1: House) -> None:
    one, two = h1.counters
    first, second = blind(h1, 1, one), blind(h1, 2, two)
    assert first() == "not_collected"
    collect = asking(h1, COLLECT, one=one, two=two)
    assert collect(two=one) == "count_collection_two"
    assert collect() is None
    assert collect() == "count_collection_pkey"
    assert second() == first(n=0) == "count_order"
    assert first(who=h1.cashier) == "wrong_role"
    assert first(chips=400) == "count_blind_lines"
    assert first() is None
    assert first() == first(n=3) == "count_order"
    assert second(who=one) == "count_blind_two_people"
    assert second() is None


@pytest.mark.parametrize("change", [{"cash": 901}, {"chips": 1000}, {"cash": 0, "chips": 0}])
def test_a_drop_is_what_both_found_or_is_resolved_with_a_reason(h1: House, change: dict[str, int]) -> None:
    one, two = h1.counters
    asking(h1, COLLECT, one=one, two=two)()
    drop = asking(h1, DROP, cash=900, chips=500, one=one, two=two, why="")
    assert drop() == drop(why="mine") == "count_unsigned"
    blind(h1, 1, one)()
    assert drop(why="mine") == drop(one=two, two=one) == "count_unsigned"
    blind(h1, 2, two)()
    assert drop(one=two, two=one) == drop(one=h1.cashier) == drop(two=h1.cashier, why="mine") == "count_unsigned"
    assert drop(**change) == drop(**change, why="we say so") == "counts_differ"
    assert drop() is None
    assert blind(h1, 3, h1.cashier)() == "already_counted"


@pytest.mark.parametrize("found", [{"cash": 800}, {"chips": 0, "lines": "{}"}])
def test_counts_that_differ_are_posted_by_no_raw_drop_without_a_reason(h1: House, found: dict[str, Any]) -> None:
    one, two = h1.counters
    asking(h1, COLLECT, one=one, two=two)()
    blind(h1, 1, one)()
    blind(h1, 2, two)(**found)
    drop = asking(h1, DROP, cash=900, chips=500, one=one, two=two, why="")
    assert drop() == drop(cash=800) == drop(chips=0) == "counts_differ"
    assert drop(why="a note stuck to another") is None


def test_a_rake_is_counted_and_posted_like_a_box(h1: House) -> None:
    one, two = h1.counters
    count = asking(h1, RAKE_COUNT, n=1, who=one, lines=FIVE, chips=500)
    post = asking(h1, RAKE, chips=500, one=one, two=two, why="")
    assert count(n=2) == "count_order"
    assert count(who=h1.dealer) == "wrong_role"
    assert count(chips=5) == "count_rake_lines"
    assert post(why="mine") == "count_unsigned"
    assert count() is None
    assert count(n=2) == "count_rake_two_people"
    assert post(why="mine") == "count_unsigned"
    assert count(n=2, who=two, lines="{}", chips=0) is None
    assert post() == post(chips=0) == post(one=two, two=one, why="mine") == "count_unsigned"
    assert post(why="two stuck together") is None
    assert count(n=3, who=h1.cashier) == "already_counted"


def test_a_rake_that_both_found_alike_is_posted_as_they_found_it(h1: House) -> None:
    one, two = h1.counters
    for n, who in ((1, one), (2, two)):
        assert asking(h1, RAKE_COUNT, n=n, who=who, lines=FIVE, chips=500)() is None
    post = asking(h1, RAKE, chips=500, one=one, two=two, why="")
    assert post(chips=400) == post(chips=400, why="we say so") == "count_unsigned"
    assert post() is None


def test_an_exception_is_signed_off_by_an_auditor_who_had_no_part_in_it(h1: House) -> None:
    one, two = h1.counters
    auditor = h1.hire("aud", Role.AUDITOR)
    asking(h1, COLLECT, one=one, two=two)()
    blind(h1, 1, one)()
    blind(h1, 2, two)()
    assert asking(h1, DROP, cash=900, chips=500, one=one, two=two, why="")() is None
    with h1.owner() as owner:
        ((subject,),) = owner.execute("select subject from count_exception").fetchall()
    sign = asking(h1, SIGN_OFF, subject=subject, who=auditor)
    assert sign(subject="drop:0") == "no_exception"
    assert sign(who=one) == sign(who=two) == sign(who=h1.dealer) == sign(who=h1.supervisor) == "of_the_shift"
    assert sign(who=h1.accounting) == "wrong_role"
    assert sign() is None
    assert sign() == "count_signoff_subject_key"


@pytest.mark.parametrize("table", ["collection", "blindcount", "drop", "rakecount", "rake", "signoff"])
@pytest.mark.parametrize("attack", ["delete from {}", "truncate {} cascade", "update {} set at = now()"])
def test_the_count_rooms_rows_are_never_changed(house: House, table: str, attack: str) -> None:
    with house.owner() as owner, pytest.raises(psycopg.IntegrityError, match="append-only"):
        owner.execute(attack.format(f"count_{table}"))
