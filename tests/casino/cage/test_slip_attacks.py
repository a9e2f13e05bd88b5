"""Raw SQL by the web's own login against slips, their signatures and hand-overs."""

from typing import Any

import psycopg
import pytest

from casino.cage import reversals
from casino.cage.slips import SlipReceipt
from casino.profile.roles import Role
from tests.casino.refusals import code_of
from tests.casino.world import House

LINES = {10000: 5}
AMOUNT = 50_000
SIGN = "insert into cage_slipsignature (slip_id, step, login_id, role, amount, at) values (%s, %s, %s, %s, %s, now())"
DISMISS = "update people_login set is_active = false, left_at = now(), deactivated_at = now() where id = %s"
BEGIN = (
    'insert into cage_slip (kind, shift_id, "window", lines, amount, profile, at)'
    " select 'fill', id, 1, '{\"10000\": 5}', 50000, 1, now() from pit_shift"
)
MOVE = (
    "select ledger_post_lines(array[row('fill', 'staff:1', '{}', '', 'slip:' || id, 'done', day, now(), null, null,"
    " '{}')::ledger_event], array[row(1, 'table:h1:tray', 'cage:window:1', 'chips:GBP', amount)::ledger_line])"
    " from cage_slip"
)


@pytest.fixture
def floor(house: House) -> House:
    house.everybody()
    house.stock(chips={10000: 20})
    house.table()
    house.open()
    house.opener({})
    return house


@pytest.fixture
def slip(floor: House) -> SlipReceipt:
    return floor.slip("fill", LINES)


def tried(house: House, statement: str, values: Any = None) -> str | None:
    """The code of the rule that refuses it, None if it was let through."""
    with house.web() as web:
        return code_of(web, statement, values)


@pytest.mark.parametrize("moved", [False, True])
def test_D01_a_slip_that_nobody_signed_is_neither_done_nor_void(floor: House, moved: bool) -> None:
    """Without a row there is nothing to compare: what is unknown must not count as signed."""
    assert tried(floor, BEGIN) is None
    if moved:
        assert tried(floor, MOVE) is None
    assert tried(floor, "update cage_slip set state = 'done'") == "signatures_missing"
    assert tried(floor, "update cage_slip set state = 'void', reason = 'gone'") == "void_unsigned"
    for state in ("issued", "carried", "counted", "requested"):
        assert tried(floor, f"update cage_slip set state = '{state}'") == "signatures_missing"


def test_D01_a_requested_slip_is_at_no_later_step(floor: House, slip: SlipReceipt) -> None:
    for state in ("issued", "carried", "counted", "done"):
        assert tried(floor, f"update cage_slip set state = '{state}' where id = {slip.slip}") == "signatures_missing"


def test_E16_a_signature_waits_for_whoever_dismisses_its_signer(floor: House, slip: SlipReceipt) -> None:
    with floor.web() as dismissing, floor.web() as signing:
        dismissing.execute("begin")
        dismissing.execute(DISMISS, [floor.cashier])
        signing.execute("set lock_timeout = '200ms'")
        with pytest.raises(psycopg.errors.LockNotAvailable):
            signing.execute(SIGN, [slip.slip, "issue", floor.cashier, "cashier", AMOUNT])
        dismissing.execute("commit")
    assert tried(floor, SIGN, [slip.slip, "issue", floor.cashier, "cashier", AMOUNT]) == "wrong_role"


def test_D01_chips_that_have_not_moved_or_not_as_signed_make_no_slip_done(floor: House, slip: SlipReceipt) -> None:
    for step in ("issue", "carry"):
        slip = floor.sign(slip, step)
    assert tried(floor, MOVE) is None
    assert tried(floor, "update cage_slip set state = 'done'") == "signatures_missing"
    assert tried(floor, SIGN, [slip.slip, "count", floor.dealer, "dealer", AMOUNT - 1]) is None
    assert tried(floor, "update cage_slip set state = 'done'") == "signatures_missing"


def test_D01_all_signatures_without_the_posting_make_no_slip_done(floor: House, slip: SlipReceipt) -> None:
    for step in ("issue", "carry"):
        slip = floor.sign(slip, step)
    assert tried(floor, SIGN, [slip.slip, "count", floor.dealer, "dealer", AMOUNT]) is None
    assert tried(floor, "update cage_slip set state = 'done'") == "signatures_missing"
    assert tried(floor, MOVE) is None
    assert tried(floor, "update cage_slip set state = 'done'") is None
    assert tried(floor, "update cage_slip set state = 'void', reason = 'late'") == "slip_ended"


def test_D04_a_slip_whose_chips_have_moved_is_not_made_void_by_raw_signatures(floor: House, slip: SlipReceipt) -> None:
    assert tried(floor, MOVE) is None
    for step, login, role in (
        ("void", floor.supervisor, "supervisor"),
        ("void_witness", floor.accounting, "accounting"),
    ):
        assert tried(floor, SIGN, [slip.slip, step, login, role, AMOUNT]) is None
    assert tried(floor, "update cage_slip set state = 'void', reason = 'moved'") == "void_unsigned"


def test_D04_a_void_needs_both_its_signatures(floor: House, slip: SlipReceipt) -> None:
    assert tried(floor, SIGN, [slip.slip, "void_witness", floor.supervisor, "supervisor", AMOUNT]) == "not_independent"
    assert tried(floor, SIGN, [slip.slip, "void", floor.supervisor, "supervisor", AMOUNT]) is None
    assert tried(floor, "update cage_slip set state = 'void', reason = 'half'") == "void_unsigned"
    assert tried(floor, SIGN, [slip.slip, "void_witness", floor.accounting, "accounting", AMOUNT]) is None
    assert tried(floor, "update cage_slip set state = 'void', reason = ''") == "cage_slip_void_reason"
    assert tried(floor, "update cage_slip set state = 'void', reason = 'whole'") is None
    assert tried(floor, SIGN, [slip.slip, "issue", floor.cashier, "cashier", AMOUNT]) == "slip_ended"


def test_D02_a_raw_signature_is_the_next_step_of_one_who_holds_the_role_and_reports_to_none(
    floor: House, slip: SlipReceipt
) -> None:
    def sign(step: str, login: int, role: str) -> str | None:
        return tried(floor, SIGN, [slip.slip, step, login, role, AMOUNT])

    bob = floor.hire("bob", Role.CASHIER, reports_to=floor.hire("mid", reports_to=floor.supervisor))
    assert sign("issue", bob, "cashier") == "reports_to_signer"
    assert sign("count", floor.dealer, "dealer") == sign("witness", floor.pit, "pit") == "not_due"
    assert sign("request", floor.pit, "pit") == "not_due"
    assert sign("issue", floor.cashier, "vault") == sign("issue", floor.dealer, "cashier") == "wrong_role"
    assert sign("issue", floor.dealer, "dealer") == sign("void", floor.runner, "runner") == "wrong_role"
    assert sign("issue", floor.cashier, "cashier") is None
    both = floor.hire("two", Role.RUNNER)
    assert sign("carry", both, "runner") is None
    assert sign("count", both, "dealer") == "wrong_role"


@pytest.mark.parametrize(
    "change",
    [
        "year = 2025", "number = 9", "kind = 'credit'", "day = day + 1", "amount = 100, lines = '{\"100\": 1}'",
        "steps = '[]'", "profile = 2", "table_code = 'H2'", '"window" = 2', "reverses_id = id", "at = now()",
    ],
)  # fmt: skip
def test_D04_nothing_on_a_slip_is_edited_by_the_owner_either(floor: House, slip: SlipReceipt, change: str) -> None:
    with floor.owner() as owner, pytest.raises(psycopg.IntegrityError) as edited:
        owner.execute(f"update cage_slip set {change} where id = {slip.slip}")
    assert edited.value.diag.constraint_name == "slip_fixed"


def test_a_slip_takes_number_day_table_and_steps_from_the_house_alone(floor: House) -> None:
    forged = BEGIN.replace("(kind,", "(number, year, day, table_code, steps, state, kind,").replace(
        "select 'fill'", "select 77, 1999, '1999-01-01', 'ZZ', '[]', 'done', 'fill'"
    )
    assert tried(floor, forged) is None
    with floor.owner() as owner:
        kept = owner.execute(
            "select number, year, day = current_date, table_code, steps, state from cage_slip"
        ).fetchone()
    assert kept is not None
    assert (kept[0], kept[1], kept[3], kept[5]) == (1, 2026, "H1", "requested")
    assert kept[4] == ["request", "issue", "carry", "count"]


def test_a_table_that_was_counted_or_closed_takes_no_slip(floor: House) -> None:
    floor.tell()
    floor.closer({})
    assert tried(floor, BEGIN) == "table_counted"
    floor.close()
    assert tried(floor, BEGIN) == "shift_closed"


def test_no_closer_is_counted_while_a_slip_is_on_its_way(floor: House, slip: SlipReceipt) -> None:
    floor.tell()
    closer = (
        "insert into pit_count (shift_id, kind, lines, amount, expected, difference, escalation, dealer_id,"
        " supervisor_id, profile, at) select id, 'closer', '{}', 0, 0, 0, 'none', %s, %s, 1, now() from pit_shift"
    )
    assert tried(floor, closer, [floor.dealer, floor.supervisor]) == "slip_on_the_way"


def on_the_way(house: House) -> int:
    with house.web() as web:
        row = web.execute("select cage_on_the_way('cage:window:1', 'chips:GBP')").fetchone()
    assert row is not None
    return int(row[0])


def test_a_hand_over_ends_once_and_is_never_edited(floor: House) -> None:
    assert tried(
        floor,
        "insert into cage_transfer (source, target, asset, amount, day, sender_id, profile, at)"
        " values ('cage:window:1', 'cage:vault', 'chips:GBP', 5, '2026-06-15', %s, 1, now())",
        [floor.cashier],
    ) is None  # fmt: skip
    end = "update cage_transfer set state = '{}', receiver_id = {}, ended_at = now() where amount = 5"
    with floor.owner() as owner:
        for edit in ("amount = 6", "source = 'cage:window:2'", "sender_id = 1", "asset = 'cash:GBP'"):
            with pytest.raises(psycopg.IntegrityError) as edited:
                owner.execute(f"update cage_transfer set {edit}, state = 'refused', ended_at = now() where amount = 5")
            assert edited.value.diag.constraint_name == "transfer_fixed"
    assert tried(floor, end.format("accepted", floor.cashier)) == "cage_transfer_two_people"
    assert on_the_way(floor) == 5
    assert tried(floor, end.format("accepted", floor.vault)) is None
    assert on_the_way(floor) == 0
    assert tried(floor, end.format("refused", floor.vault)) == "transfer_fixed"


def test_a_reversing_slip_carries_a_done_slip_back_once(floor: House) -> None:
    done = floor.done("fill", LINES)
    back = (
        'insert into cage_slip (kind, shift_id, "window", lines, amount, profile, at, reverses_id, reason)'
        " select 'credit', s.id, 1, '{\"10000\": 5}', 50000, 1, now(), %s, 'back' from pit_shift s"
        " join pit_table t on t.id = s.table_id where t.code = %s"
    )
    floor.table("H2")
    floor.open("H2")
    floor.opener({}, "H2")
    assert tried(floor, back, [done.slip, "H2"]) == "not_reversible"
    open_one = floor.slip("fill", LINES)
    assert tried(floor, back, [open_one.slip, "H1"]) == "not_reversible"
    returned = reversals.reverse(key="r", slip=done.slip, reason="wrong table", signer=floor.supervisor, at=floor.now())
    assert tried(floor, back, [done.slip, "H1"]) == "cage_slip_reversed_once"
    for step in ("issue", "carry", "count"):
        returned = floor.sign(returned, step)
    again = back.replace("'credit'", "'fill'")
    assert tried(floor, again, [returned.slip, "H1"]) == "not_reversible"
