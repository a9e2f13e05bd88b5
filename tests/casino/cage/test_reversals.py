"""Slips taken back by a slip of their own, once; paper copies; the register with every number."""

from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
from django.db import connections

from casino.cage import register, reversals, voids
from casino.cage.slips import SlipReceipt
from casino.people.actors import staff as actor_of
from casino.refusal import BadInput, Conflict, Forbidden, Refusal
from tests.casino.refusals import refused
from tests.casino.world import House

LINES = {10000: 40, 2500: 40}
AMOUNT = 500_000


@pytest.fixture
def filled(house: House) -> House:
    """An open table that got one fill, slip 2026/1."""
    house.stock(chips={10000: 200, 2500: 100})
    house.table()
    house.open()
    house.opener({})
    house.done("fill", LINES)
    return house


def ask(house: House, slip: int, key: str | None = None) -> SlipReceipt:
    return reversals.reverse(
        key=key or house.key(), slip=slip, reason="wrong table", signer=house.supervisor, at=house.now()
    )


def only_slip(house: House) -> int:
    with house.owner() as owner:
        row = owner.execute("select min(id) from cage_slip").fetchone()
    assert row is not None
    return int(row[0])


def test_D04_a_slip_whose_chips_have_moved_is_taken_back_by_a_slip_of_its_own(filled: House) -> None:
    fill, window = only_slip(filled), filled.balance("cage:window:1")
    slip = ask(filled, fill)
    assert (slip.number, slip.kind, slip.amount, slip.waits_for) == ("2026/2", "credit", AMOUNT, "issue")
    for step in ("issue", "carry", "count"):
        assert filled.balance("table:h1:tray") == AMOUNT
        slip = filled.sign(slip, step)
    assert slip.state == "done"
    assert filled.balance("table:h1:tray") == 0
    assert filled.balance("cage:window:1") == window + AMOUNT
    with filled.owner() as owner:
        found = owner.execute(
            "select r.kind, o.scope from ledger_posting r join ledger_posting o on o.id = r.reverses_id"
        ).fetchall()
    assert found == [("reversal", f"slip:{fill}")]
    rows = register.register(2026).rows
    assert [(row.number, row.state, row.reverses, row.reason) for row in rows] == [
        (1, "done", None, ""), (2, "done", "2026/1", "wrong table"),
    ]  # fmt: skip


def test_A11_a_slip_is_taken_back_once_and_a_reversal_never(filled: House) -> None:
    fill = only_slip(filled)
    back = ask(filled, fill)
    with refused(filled, "already_reversed", Conflict):
        ask(filled, fill)
    for step in ("issue", "carry", "count"):
        back = filled.sign(back, step)
    with refused(filled, "already_reversed", Conflict):
        ask(filled, fill)
    with refused(filled, "not_reversible", Conflict):
        ask(filled, back.slip)


def test_A11_ten_who_take_it_back_at_once_make_one_reversing_slip(filled: House) -> None:
    fill, at = only_slip(filled), filled.now()
    signer = filled.supervisor

    def one(n: int) -> str:
        try:
            return reversals.reverse(key=f"r{n}", slip=fill, reason="wrong table", signer=signer, at=at).number
        except Refusal as refusal:
            return refusal.code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(10) as pool:
        answers = sorted(pool.map(one, range(10)))
    assert answers[0] == "2026/2"
    assert set(answers[1:]) <= {"already_reversed", "cage_slip_reversed_once"}
    assert register.register(2026).missing == ()


def test_a_reversing_slip_that_is_made_void_can_be_written_anew(filled: House) -> None:
    back = ask(filled, only_slip(filled))
    voids.void(
        key="v", slip=back.slip, signers=(filled.pit, filled.accounting), reason="chips are played",
        actor=actor_of(filled.pit), at=filled.now(),
    )  # fmt: skip
    assert ask(filled, only_slip(filled)).number == "2026/3"


def test_taking_back_needs_a_reason_a_role_and_chips_in_the_tray(filled: House) -> None:
    fill = only_slip(filled)
    with refused(filled, "no_reason", BadInput):
        reversals.reverse(key="r", slip=fill, reason=" ", signer=filled.supervisor, at=filled.now())
    with refused(filled, "wrong_role", Forbidden):
        reversals.reverse(key="r", slip=fill, reason="wrong table", signer=filled.dealer, at=filled.now())
    filled.done("credit", {10000: 1})
    back = ask(filled, fill)
    with refused(filled, "drawer_short", Conflict):
        filled.sign(back, "issue")


@pytest.mark.parametrize(
    "values",
    [
        "'fill', shift_id, 1, lines, amount, 1, now(), id, 'same kind'",
        "'credit', shift_id, 2, lines, amount, 1, now(), id, 'other window'",
        "'credit', shift_id, 1, '{\"100\": 1}', 100, 1, now(), id, 'other lines'",
        "'credit', shift_id, 1, lines, amount, 1, now(), id, ' '",
    ],
)
def test_raw_reversing_slips_mirror_their_original(filled: House, values: str) -> None:
    with filled.web() as web, pytest.raises(psycopg.IntegrityError, match="back the way they came"):
        web.execute(
            'insert into cage_slip (kind, shift_id, "window", lines, amount, profile, at, reverses_id, reason)'
            f" select {values} from cage_slip"
        )


def test_the_second_paper_says_reprint_1_and_a_double_click_prints_one(filled: House) -> None:
    fill, by = only_slip(filled), actor_of(filled.cashier)

    def print_it(key: str) -> register.PrintReceipt:
        return register.print_slip(key=key, slip=fill, actor=by, at=filled.now())

    assert (print_it("a").mark, print_it("b").mark, print_it("c").mark) == ("", "REPRINT 1", "REPRINT 2")
    assert print_it("b").mark == "REPRINT 1"
    assert register.register(2026).rows[0].prints == 3
    with refused(filled, "not_allowed", Forbidden):
        register.print_slip(key="d", slip=fill, actor=actor_of(filled.runner), at=filled.now())
    with filled.owner() as owner, pytest.raises(psycopg.IntegrityError, match="append-only"):
        owner.execute("delete from cage_slipprint")


def test_the_register_names_a_number_that_no_slip_has(filled: House) -> None:
    assert register.register(2026).missing == ()
    with filled.owner() as owner:
        owner.execute("update cage_slipyear set last = last + 1")
    filled.slip("fill", LINES)
    found = register.register(2026)
    assert found.missing == (2,)
    assert [row.number for row in found.rows] == [1, 3]
    assert register.register(2025) == register.Register(2025, (), ())
