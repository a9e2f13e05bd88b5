"""Fills and credits: chips move when all have signed the same amount, and only then."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import psycopg
import pytest
from django.db import connections

from casino.cage import slips, voids
from casino.cage.slips import SlipReceipt
from casino.people import staff
from casino.people.actors import staff as actor_of
from casino.profile import versions
from casino.profile.ready import ready
from casino.profile.roles import Role
from casino.refusal import BadInput, Conflict, Forbidden, KeyReused, Refusal, Unknown
from ledger.wire import counting
from tests.casino.refusals import refused, rows
from tests.casino.world import House

FLOAT = {10000: 200, 2500: 100}
LINES = {10000: 40, 2500: 40}
AMOUNT = 500_000


@pytest.fixture
def floor(house: House) -> House:
    """A window with chips and an open, counted table."""
    house.stock(chips=FLOAT)
    house.table()
    house.open()
    house.opener({})
    return house


def sign(house: House, slip: SlipReceipt, step: str, signer: int, amount: int = AMOUNT) -> SlipReceipt:
    return slips.sign(key=house.key(), slip=slip.slip, step=step, amount=amount, signer=signer, at=house.now())


def test_D01_chips_move_only_when_all_have_signed_the_same_amount(floor: House) -> None:
    slip = floor.slip("fill", LINES)
    before = floor.balance("cage:window:1")
    for step, waits in (("issue", "carry"), ("carry", "count")):
        slip = floor.sign(slip, step)
        assert slip.waits_for == waits
        assert floor.balance("cage:window:1") == before
        assert floor.balance("table:h1:tray") == 0
    done = floor.sign(slip, "count")
    assert (done.state, done.waits_for) == ("done", None)
    assert floor.balance("cage:window:1") == before - AMOUNT
    assert floor.balance("table:h1:tray") == AMOUNT
    with floor.owner() as owner:
        found = owner.execute("select count(*) from ledger_posting where scope = %s", [f"slip:{slip.slip}"]).fetchone()
    assert found == (1,)


def test_D01_completing_by_hand_before_the_last_signature_is_refused_by_the_database(floor: House) -> None:
    slip = floor.sign(floor.sign(floor.slip("fill", LINES), "issue"), "carry")
    with floor.owner() as owner, pytest.raises(psycopg.IntegrityError, match="all have signed"):
        owner.execute("update cage_slip set state = 'done' where id = %s", [slip.slip])


def test_D01_a_dealer_who_counts_another_amount_makes_the_fill_void(floor: House) -> None:
    slip = floor.sign(floor.sign(floor.slip("fill", LINES), "issue"), "carry")
    void = floor.sign(slip, "count", amount=490_000)
    assert void.state == "void"
    assert void.reason == "count found 490000, the slip says 500000"
    assert floor.balance("table:h1:tray") == 0
    with refused(floor, "slip_ended", Conflict):
        floor.sign(slip, "count")


def test_steps_are_signed_in_their_order(floor: House) -> None:
    slip = floor.slip("fill", LINES)
    with refused(floor, "not_due", Conflict):
        floor.sign(slip, "count")
    with refused(floor, "amount_differs", BadInput):
        floor.sign(slip, "issue", amount=1)
    with refused(floor, "no_slip", Unknown):
        slips.sign(key="x", slip=999, step="issue", amount=1, signer=floor.cashier, at=floor.now())


def test_D02_each_signature_is_another_persons_in_a_role_for_it(floor: House) -> None:
    slip = floor.slip("fill", LINES)
    with refused(floor, "wrong_role", Forbidden):
        sign(floor, slip, "issue", floor.runner)
    with refused(floor, "wrong_role", Forbidden):
        sign(floor, slip, "issue", floor.administrator)
    sign(floor, slip, "issue", floor.cashier)
    with refused(floor, "same_signer", Forbidden):
        sign(floor, slip, "carry", floor.cashier)
    by = actor_of(floor.administrator)
    staff.end_grant(key="e", login=floor.cashier, role=Role.CASHIER, actor=by, at=floor.now())
    staff.grant(key="g", login=floor.cashier, role=Role.RUNNER, actor=by, at=floor.now())
    with refused(floor, "same_signer", Forbidden):
        sign(floor, slip, "carry", floor.cashier)


def test_D02_nobody_signs_for_one_whom_he_reports_to(floor: House) -> None:
    subordinate = floor.hire("bob", Role.CASHIER, reports_to=floor.supervisor)
    slip = floor.slip("fill", LINES)
    with refused(floor, "reports_to_signer", Conflict):
        sign(floor, slip, "issue", subordinate)


@pytest.mark.parametrize(
    ("step", "who", "role", "name"),
    [
        ("carry", "runner", "runner", "not_due"),
        ("issue", "runner", "cashier", "wrong_role"),
        ("issue", "dealer", "dealer", "wrong_role"),
    ],
)
def test_D02_raw_signatures_meet_the_same_rules(floor: House, step: str, who: str, role: str, name: str) -> None:
    slip = floor.slip("fill", LINES)
    with floor.web() as web, pytest.raises(psycopg.IntegrityError) as caught:
        web.execute(
            "insert into cage_slipsignature (slip_id, step, login_id, role, amount, at)"
            " values (%s, %s, %s, %s, 1, now())",
            [slip.slip, step, getattr(floor, who), role],
        )
    assert caught.value.diag.constraint_name == name


def test_E16_a_dismissed_signer_signs_nothing_more(floor: House) -> None:
    slip = floor.slip("fill", LINES)
    staff.dismiss(
        key="d", login=floor.cashier, left_at=floor.now(), actor=actor_of(floor.administrator), at=floor.now()
    )
    with refused(floor, "wrong_role", Forbidden):
        sign(floor, slip, "issue", floor.cashier)
    with floor.web() as web, pytest.raises(psycopg.IntegrityError, match="signed by"):
        web.execute(
            "insert into cage_slipsignature (slip_id, step, login_id, role, amount, at)"
            " values (%s, 'issue', %s, 'cashier', %s, now())",
            [slip.slip, floor.cashier, AMOUNT],
        )


def test_D04_a_slip_is_never_deleted_or_edited(floor: House) -> None:
    slip = floor.slip("fill", LINES)
    for attack in (
        "delete from cage_slip", "truncate cage_slip cascade", "delete from cage_slipsignature",
        "update cage_slipsignature set amount = 1", "delete from cage_slipyear",
    ):  # fmt: skip
        with floor.owner() as owner, pytest.raises(psycopg.IntegrityError, match="append-only"):
            owner.execute(attack)
    for edit in (
        "amount = 1, lines = '{\"100\": 1}'",
        "number = 7",
        "day = '2026-01-01'",
        "state = 'requested', \"window\" = 2",
    ):
        with floor.owner() as owner, pytest.raises(psycopg.IntegrityError, match="never edited"):
            owner.execute(f"update cage_slip set {edit} where id = {slip.slip}")


def test_D04_a_void_needs_two_signers_and_a_reason_and_keeps_the_number(floor: House) -> None:
    slip, by = floor.slip("fill", LINES), actor_of(floor.supervisor)
    two = (floor.supervisor, floor.accounting)
    with refused(floor, "same_signer", Forbidden):
        voids.void(
            key="v", slip=slip.slip, signers=(floor.pit, floor.pit), reason="wrong table", actor=by, at=floor.now()
        )
    with refused(floor, "no_reason", BadInput):
        voids.void(key="v", slip=slip.slip, signers=two, reason=" ", actor=by, at=floor.now())
    with refused(floor, "not_independent", Forbidden):
        voids.void(
            key="v", slip=slip.slip, signers=(floor.pit, floor.supervisor), reason="wrong table", actor=by,
            at=floor.now(),
        )  # fmt: skip
    with floor.owner() as owner, pytest.raises(psycopg.IntegrityError, match="two signatures"):
        owner.execute("update cage_slip set state = 'void', reason = 'no' where id = %s", [slip.slip])
    void = voids.void(key="v", slip=slip.slip, signers=two, reason="wrong table", actor=by, at=floor.now())
    assert (void.state, void.number) == ("void", slip.number)
    with refused(floor, "slip_ended", Conflict):
        voids.void(key="v2", slip=slip.slip, signers=two, reason="wrong table", actor=by, at=floor.now())
    assert floor.slip("fill", LINES).number == "2026/2"


def test_D04_a_slip_whose_chips_have_moved_is_not_made_void(floor: House) -> None:
    slip = floor.done("fill", LINES)
    with refused(floor, "chips_moved", Conflict):
        voids.void(
            key="v", slip=slip.slip, signers=(floor.pit, floor.accounting), reason="wrong table",
            actor=actor_of(floor.pit), at=floor.now(),
        )  # fmt: skip


def test_D05_lines_are_summed_by_the_house(floor: House) -> None:
    def ask(lines: dict[int, int], claimed: int | None = None) -> None:
        slips.request(
            key="r", kind="fill", table="H1", window=1, lines=lines, signer=floor.supervisor, at=floor.now(),
            claimed=claimed,
        )  # fmt: skip

    with refused(floor, "total_differs", BadInput):
        ask({10000: 20, 2500: 10}, claimed=250_000)
    for wrong in (0, -500, 3300):
        with refused(floor, "denomination_unknown", BadInput):
            ask({wrong: 1})
    with refused(floor, "no_lines", BadInput):
        ask({})
    for raw in ('{"3300": 1}', '{"0": 1}', '{"-5": 1}', '{"100": 0}', '{"100": 1.5}', "[]", '{"100": "1"}'):
        with floor.web() as web, pytest.raises(psycopg.IntegrityError):
            web.execute(
                'insert into cage_slip (kind, shift_id, "window", lines, amount, profile, at)'
                " select 'fill', id, 1, %s, 3300, 1, now() from pit_shift",
                [raw],
            )


def test_A07_a_fill_of_minus_5000_is_refused(floor: House) -> None:
    with refused(floor, "pieces_wrong", BadInput):
        floor.slip("fill", {10000: -50})
    with floor.web() as web, pytest.raises(psycopg.errors.CheckViolation):
        web.execute(
            'insert into cage_slip (kind, shift_id, "window", lines, amount, profile, at)'
            " select 'fill', id, 1, '{}', -500000, 1, now() from pit_shift"
        )


def test_a_slip_is_for_an_open_table_and_a_window_that_is_there(floor: House) -> None:
    with refused(floor, "no_such_window", BadInput):
        floor.slip("fill", LINES, window=9)
    with refused(floor, "table_closed", Conflict):
        floor.slip("fill", LINES, table="H9")
    with refused(floor, "kind_unknown", BadInput):
        floor.slip("loan", LINES)


def test_what_is_on_the_way_is_not_given_twice(floor: House) -> None:
    first, second = floor.slip("fill", FLOAT), floor.slip("fill", {2500: 1})
    floor.sign(first, "issue")
    with refused(floor, "drawer_short", Conflict):
        floor.sign(second, "issue")


def test_a_credit_brings_chips_back(floor: House) -> None:
    floor.done("fill", LINES)
    before = floor.balance("cage:window:1")
    slip = floor.done("credit", {2500: 40})
    assert slip.number == "2026/2"
    assert floor.balance("table:h1:tray") == AMOUNT - 100_000
    assert floor.balance("cage:window:1") == before + 100_000


def test_a_double_click_signs_once_and_gets_the_first_receipt(floor: House) -> None:
    slip, at = floor.slip("fill", LINES), floor.now()
    first = slips.sign(key="k", slip=slip.slip, step="issue", amount=AMOUNT, signer=floor.cashier, at=at)
    before = rows(floor)
    again = slips.sign(key="k", slip=slip.slip, step="issue", amount=AMOUNT, signer=floor.cashier, at=at)
    assert again == first
    assert rows(floor) == before
    with refused(floor, "key_reused", KeyReused):
        slips.sign(key="k", slip=slip.slip, step="issue", amount=1, signer=floor.cashier, at=at)


def test_numbers_are_gap_free_under_ten_at_once_with_refusals_between(floor: House) -> None:
    signer, at = floor.supervisor, floor.now()

    def ask(n: int) -> str | None:
        lines = LINES if n % 3 else {3300: 1}
        try:
            return slips.request(
                key=f"p{n}", kind="fill", table="H1", window=1, lines=lines, signer=signer, at=at + timedelta(seconds=n)
            ).number
        except Refusal:
            return None
        finally:
            connections.close_all()

    with ThreadPoolExecutor(10) as pool:
        given = [number for number in pool.map(ask, range(30)) if number]
    assert sorted(int(number.split("/")[1]) for number in given) == list(range(1, 21))


def test_a_fills_whole_life_takes_at_most_twelve_waits_for_the_database(floor: House) -> None:
    floor.everybody()
    floor.done("fill", {10000: 1})
    with counting() as seen:
        floor.done("fill", {10000: 1})
    assert seen.round_trips <= 12


def test_a_rollback_gives_its_number_back(floor: House) -> None:
    assert floor.slip("fill", LINES).number == "2026/1"
    with floor.web() as web, web.transaction(force_rollback=True):
        web.execute(
            'insert into cage_slip (kind, shift_id, "window", lines, amount, profile, at)'
            " select 'fill', id, 1, '{\"100\": 1}', 100, 1, now() from pit_shift"
        )
    assert floor.slip("fill", LINES).number == "2026/2"


def test_a_strict_house_wants_a_fifth_signature_before_the_chips_move(house: House) -> None:
    strict = ready("us_strict", step_up_seconds=0)
    versions.make(data=strict, actor=None, at=house.now(), reason="strict")
    house.stock(chips={10000: 10})
    house.table()
    house.open()
    house.opener({})
    slip = house.done("fill", {10000: 5})
    assert (slip.state, slip.waits_for) == ("counted", "witness")
    with refused(house, "same_signer", Forbidden):
        sign(house, slip, "witness", house.supervisor, 50_000)
    done = sign(house, slip, "witness", house.pit, 50_000)
    assert done.state == "done"
    with house.owner() as owner:
        (moved,) = owner.execute("select approvers from ledger_posting where kind = 'fill'").fetchall()
    assert moved[0] == [actor_of(who) for who in (house.supervisor, house.cashier, house.runner, house.dealer)]
