"""A void round: two signers, a reason, every unruled bet back, each once."""

from collections.abc import Callable
from typing import Any

import pytest

from casino.people.actors import staff
from casino.people.staff import grant
from casino.pit import boxes, par, shifts, tables, voids
from casino.profile.roles import Role
from casino.refusal import BadInput, Conflict, Forbidden, Refusal
from tests.casino.pit.floor import Floor


@pytest.fixture
def h1(floor: Floor) -> Floor:
    floor.table(main="seven")
    floor.sit(100_000, 100_000)
    floor.act(1, {"stake": 100})
    return floor


def void(floor: Floor, **changed: Any) -> voids.VoidReceipt:
    ((running,),) = floor.rows("select id from pit_round order by id desc limit 1")
    house = floor.house
    given: dict[str, Any] = {
        "key": house.key(), "table": "H1", "round": running, "reason": "a die left the table",
        "signers": (house.supervisor, house.pit), "actor": staff(house.supervisor), "at": house.now(),
    }  # fmt: skip
    return voids.void(**(given | changed))


def test_A03_every_stake_goes_back_once_and_the_layout_is_empty(h1: Floor) -> None:
    receipt = void(h1, key="void")
    assert receipt.net == {"1": 0, "house": 0}
    assert h1.house.balance(f"player:{h1.players[0]}") == 100_000
    assert h1.house.balance("table:h1:layout") == 0
    assert h1.house.balance("table:h1:held") == 0
    postings = h1.house.postings()
    assert void(h1, key="void") == receipt
    assert h1.house.postings() == postings


def test_a_void_names_its_signers_and_reason_in_the_books_and_the_audit(h1: Floor) -> None:
    void(h1)
    house = h1.house
    assert h1.rows("select approvers, reason from ledger_posting where kind = 'void'") == [
        ([staff(house.supervisor), staff(house.pit)], "a die left the table")
    ]
    assert h1.rows("select facts->>'reason' from audit_auditrow where verb = 'round.void'") == [
        ("a die left the table",)
    ]


@pytest.mark.parametrize(
    ("change", "code", "family"),
    [
        ({"reason": "  "}, "no_reason", BadInput),
        ({"signers": "same"}, "same_signer", Forbidden),
        ({"signers": "dealer"}, "not_allowed", Forbidden),
        ({"signers": "nobody"}, "not_allowed", Forbidden),
        ({"round": 999_999}, "not_running", Conflict),
    ],
)
def test_a_void_without_two_right_signers_and_a_reason_changes_nothing(
    h1: Floor, change: dict[str, Any], code: str, family: type[Refusal]
) -> None:
    house = h1.house
    signers = {
        "same": (house.supervisor, house.supervisor),
        "dealer": (house.supervisor, house.dealer),
        "nobody": (house.supervisor, 999_999),
    }
    if isinstance(change.get("signers"), str):
        change = {"signers": signers[change["signers"]]}
    before = h1.rows("select path, balance from ledger_account order by id")
    with pytest.raises(family) as refused:
        void(h1, **change)
    assert refused.value.code == code
    assert h1.rows("select path, balance from ledger_account order by id") == before
    assert h1.rows("select state from pit_round") == [("open",)]


def test_a_void_round_neither_counts_nor_resets_the_losses(h1: Floor) -> None:
    ((before,),) = h1.rows("select carry from pit_shift")
    void(h1)
    ((after,),) = h1.rows("select carry from pit_shift")
    assert after["losses"] == before.get("losses", 0) == 0
    assert after["caster"] == "1"


def test_a_role_of_another_table_signs_nothing_here(h1: Floor) -> None:
    """Whoever was given a role for one table or pit has it there, and neither opens, voids nor changes this one."""
    house = h1.house
    by = staff(house.administrator)
    away = house.hire("away")
    grant(key=house.key(), login=away, role=Role.PIT, actor=by, at=house.now(), place="table:H2")
    shifts_before = h1.rows("select count(*) from pit_shift")
    refusals: list[Callable[[], object]] = [
        lambda: void(h1, signers=(house.supervisor, away)),
        lambda: shifts.open_shift(
            key=house.key(), table="H1", dealer=house.dealer, supervisor=away, actor=by, at=house.now()
        ),
        lambda: boxes.swap(key=house.key(), table="H1", first=house.runner, second=away, at=house.now()),
        lambda: tables.change(
            key=house.key(),
            table="H1",
            settings={},
            idle_minutes=5,
            version=1,
            reason="my own",
            actor=staff(away),
            at=house.now(),
        ),
        lambda: par.set_par(key=house.key(), table="H1", par=0, version=1, actor=staff(away), at=house.now()),
    ]
    for attempt in refusals:
        with pytest.raises(Forbidden) as refusal:
            attempt()
        assert refusal.value.code == "not_allowed"
    assert h1.rows("select count(*) from pit_shift") == shifts_before
