"""Chips and cash from outside, and between the cage's drawers."""

import psycopg
import pytest

from casino.cage import hand_overs, outside
from casino.refusal import BadInput, Conflict, Forbidden, Unknown
from tests.casino.refusals import refused
from tests.casino.world import House


def offer(
    house: House, amount: int, source: str = "cage:vault", target: str = "cage:window:1", sender: int | None = None
) -> hand_overs.HandOverReceipt:
    return hand_overs.offer(
        key=house.key(), source=source, target=target, what="chips", amount=amount, sender=sender or house.vault,
        at=house.now(),
    )  # fmt: skip


def issue(house: House, pieces: int = 100) -> outside.OutsideReceipt:
    return outside.issue_chips(
        key=house.key(), lines={10000: pieces}, signer=house.vault, witness=house.accounting, at=house.now()
    )


def test_A22_every_chip_comes_from_an_issue_and_the_books_say_how_many_there_are(house: House) -> None:
    issue(house)
    house.hand("cage:vault", "cage:window:1", "chips", 1_000_000)
    house.table()
    house.open()
    house.opener({})
    house.done("fill", {10000: 100})
    assert house.balance("outside:chips") == -1_000_000
    assert house.balance("table:h1:tray") == 1_000_000
    with house.owner() as owner:
        assert owner.execute("select sum(balance) from ledger_account").fetchone() == (0,)


def test_what_comes_from_outside_is_signed_by_two_and_counted_by_denomination(house: House) -> None:
    with refused(house, "same_signer", Forbidden):
        outside.issue_chips(key="i", lines={10000: 1}, signer=house.vault, witness=house.vault, at=house.now())
    with refused(house, "not_allowed", Forbidden):
        outside.issue_chips(key="i", lines={10000: 1}, signer=house.cashier, witness=house.vault, at=house.now())
    with refused(house, "not_allowed", Forbidden):
        outside.fetch_cash(key="i", amount=1, signer=house.vault, witness=house.dealer, at=house.now())
    with refused(house, "denomination_unknown", BadInput):
        outside.issue_chips(key="i", lines={33: 1}, signer=house.vault, witness=house.accounting, at=house.now())
    with refused(house, "no_lines", BadInput):
        outside.issue_chips(key="i", lines={}, signer=house.vault, witness=house.accounting, at=house.now())
    with refused(house, "amount_wrong", BadInput):
        outside.bring_cash(key="i", amount=-5, signer=house.vault, witness=house.accounting, at=house.now())


def test_no_more_is_destroyed_or_brought_to_the_bank_than_is_there(house: House) -> None:
    issue(house)
    outside.destroy_chips(key="d", lines={10000: 40}, signer=house.vault, witness=house.accounting, at=house.now())
    assert house.balance("outside:chips") == -600_000
    with refused(house, "drawer_short", Conflict):
        outside.destroy_chips(key="e", lines={10000: 61}, signer=house.vault, witness=house.accounting, at=house.now())
    with refused(house, "drawer_short", Conflict):
        outside.bring_cash(key="f", amount=1, signer=house.vault, witness=house.accounting, at=house.now())


def test_chips_move_between_drawers_when_the_receiver_accepts(house: House) -> None:
    issue(house)
    offered = offer(house, 300_000)
    assert house.balance("cage:vault") == 1_000_000
    accepted = hand_overs.accept(key="a", transfer=offered.transfer, receiver=house.cashier, at=house.now())
    assert accepted.state == "accepted"
    assert (house.balance("cage:vault"), house.balance("cage:window:1")) == (700_000, 300_000)
    with refused(house, "transfer_ended", Conflict):
        hand_overs.refuse(key="b", transfer=offered.transfer, receiver=house.cashier, at=house.now())


def test_what_is_offered_is_not_offered_twice_and_comes_back_when_refused(house: House) -> None:
    issue(house)
    first = offer(house, 700_000)
    with refused(house, "drawer_short", Conflict):
        offer(house, 300_100)
    hand_overs.refuse(key="r", transfer=first.transfer, receiver=house.cashier, at=house.now())
    assert house.balance("cage:vault") == 1_000_000
    offer(house, 1_000_000)


def test_a_hand_over_has_two_people_and_two_drawers(house: House) -> None:
    issue(house)
    with refused(house, "same_account", BadInput):
        offer(house, 1, target="cage:vault")
    with refused(house, "no_such_drawer", BadInput):
        offer(house, 1, target="cage:window:9")
    with refused(house, "not_allowed", Forbidden):
        offer(house, 1, sender=house.cashier)
    offered = offer(house, 100)
    with refused(house, "same_signer", Forbidden):
        hand_overs.accept(key="a", transfer=offered.transfer, receiver=house.vault, at=house.now())
    with refused(house, "not_allowed", Forbidden):
        hand_overs.accept(key="a", transfer=offered.transfer, receiver=house.dealer, at=house.now())
    with refused(house, "no_transfer", Unknown):
        hand_overs.accept(key="a", transfer=999, receiver=house.cashier, at=house.now())


def test_A10_a_transfer_to_itself_is_refused_in_the_database_too(house: House) -> None:
    with house.web() as web, pytest.raises(psycopg.errors.CheckViolation):
        web.execute(
            "insert into cage_transfer (source, target, asset, amount, day, sender_id, at)"
            " values ('cage:vault', 'cage:vault', 'chips:GBP', 1, now(), %s, now())",
            [house.vault],
        )


@pytest.mark.parametrize(
    "attack",
    [
        "update cage_transfer set amount = 1",
        "update cage_transfer set state = 'offered', receiver_id = null, ended_at = null",
        "delete from cage_transfer",
        "update cage_outsidedocument set amount = 1",
        "delete from cage_outsidedocument",
    ],
)
def test_the_cages_papers_are_never_edited(house: House, attack: str) -> None:
    house.stock(chips={10000: 1})
    with house.owner() as owner, pytest.raises(psycopg.IntegrityError):
        owner.execute(attack)
