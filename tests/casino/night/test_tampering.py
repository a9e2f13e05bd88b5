"""What the schema's owner may do to a night in the dark, with every trigger off, and what names it in the morning."""

from typing import Any

import pytest
from django.db import connection

from ledger import bounds, door
from ledger.posting import Posting, Transfer
from tests.casino.night.closing import cases, closed
from tests.casino.night.evening import DAY, LATE
from tests.casino.world import House

TABLES = (
    "fairness_close", "fairness_throw", "fairness_reveal", "pit_event", "pit_round", "ledger_posting",
    "ledger_transfer", "ledger_account", "ledger_bound_change", "cage_slip", "cage_slipsignature", "cage_slipyear",
)  # fmt: skip


def tampered(house: House, statement: str) -> Any:
    """Runs the statement; returns the id of the row that it hit, and makes sure that it hit one."""
    with house.owner() as owner:
        for table in TABLES:
            owner.execute(f"alter table {table} disable trigger user")
        row = owner.execute(statement).fetchone()
        assert row is not None
        return row[0]


def ask(house: House, query: str) -> Any:
    """The first row of a query."""
    with house.owner() as owner:
        return owner.execute(query).fetchone()


THROW = "(select close_id from fairness_throw order by close_id offset 20 limit 1)"


def test_an_untouched_night_has_no_cases(played: House) -> None:
    with pytest.raises(AssertionError):
        cases(played)


def test_edited_faces_of_a_throw_are_named(played: House) -> None:
    close = tampered(
        played,
        "update fairness_throw set faces = case when faces = '[3, 4]' then '[4, 4]' else '[3, 4]'::jsonb end"
        f" where close_id = {THROW} returning close_id",
    )
    found = cases(played)
    assert found["dice_differ"] == [f"close:{close}"]
    assert len(found["faces_differ"]) == 1


def test_a_link_put_in_place_of_the_keepers_is_named(played: House) -> None:
    close = tampered(
        played, f"update fairness_throw set link = repeat('ab', 32) where close_id = {THROW} returning close_id"
    )
    found = cases(played)
    assert f"close:{close}" in found["link_differs"]


def test_a_missing_throw_is_named(played: House) -> None:
    close = tampered(played, f"delete from fairness_throw where close_id = {THROW} returning close_id")
    assert f"close:{close}" in cases(played)["throw_missing"]


def test_a_throw_taken_out_with_its_close_leaves_a_gap_in_the_links(played: House) -> None:
    close = tampered(played, f"delete from fairness_throw where close_id = {THROW} returning close_id")
    chain, i = ask(played, f"select chain_id, i from fairness_close where id = {close}")
    (after,) = ask(played, f"select id from fairness_close where chain_id = {chain} and i = {i + 1}")
    tampered(played, f"delete from fairness_close where id = {close} returning id")
    found = cases(played)
    assert found["link_gap"] == [f"close:{after}"]
    assert len(found["throw_unmatched"]) == 1


def test_the_last_throw_of_the_night_taken_out_is_missed_in_its_round(played: House) -> None:
    close = tampered(
        played,
        "delete from fairness_throw where close_id = (select max(close_id) from fairness_throw) returning close_id",
    )
    tampered(played, f"delete from fairness_close where id = {close} returning id")
    assert len(cases(played)["throw_unmatched"]) == 1


def test_another_root_is_named(played: House) -> None:
    chain = tampered(
        played,
        "update fairness_reveal set root = repeat('cd', 32) where chain_id = (select min(chain_id) from"
        " fairness_reveal) returning chain_id",
    )
    assert cases(played) == {"root_differs": [f"chain:{chain}"]}


def test_a_close_made_to_look_as_if_other_bets_had_stood_is_named(played: House) -> None:
    close = tampered(
        played, f"update fairness_close set bets_hash = repeat('00', 32) where id = {THROW} returning round"
    )
    assert cases(played) == {"bets_differ": [f"round:{close}"]}


def test_dice_edited_in_the_round_itself_are_named(played: House) -> None:
    round_ = tampered(
        played,
        "update pit_event set event = '{\"throw\": [1, 1]}' where id = (select id from pit_event"
        " where event ? 'throw' and calls <> '[\"out\"]' and event <> '{\"throw\": [1, 1]}' order by id limit 1)"
        " returning round_id",
    )
    assert f"round:{round_}" in cases(played)["faces_differ"]


def test_an_event_taken_out_is_named(played: House) -> None:
    round_ = tampered(
        played,
        "delete from pit_event where id = (select id from pit_event where event ? 'stake' order by id limit 1)"
        " returning round_id",
    )
    found = cases(played)
    assert found["event_missing"] == [f"round:{round_}"]
    assert found["round_unplayable"] == [f"round:{round_}"]


def test_an_amount_edited_in_the_books_is_named_by_round_and_by_account(played: House) -> None:
    transfer = tampered(
        played,
        "update ledger_transfer set amount = amount + 100 where id = (select t.id from ledger_transfer t"
        " join ledger_posting p on p.id = t.posting_id where p.scope like 'round:%' order by t.id limit 1)"
        " returning id",
    )
    found = cases(played)
    assert set(found["balance_broken"]) == {f"transfer:{transfer}"}
    assert len(found["posting_differs"]) == 1


def test_a_posting_taken_out_with_its_transfers_is_named(played: House) -> None:
    posting = tampered(played, "select id from ledger_posting where scope like 'round:%' order by id offset 10 limit 1")
    tampered(played, f"delete from ledger_transfer where posting_id = {posting} returning posting_id")
    tampered(played, f"delete from ledger_posting where id = {posting} returning id")
    found = cases(played)
    assert len(found["posting_missing"]) == 1
    assert found["version_gap"]


def test_transfers_taken_out_of_a_posting_are_named(played: House) -> None:
    posting = tampered(
        played,
        "delete from ledger_transfer where id = (select max(t.id) from ledger_transfer t join ledger_posting p"
        " on p.id = t.posting_id where p.scope like 'round:%') returning posting_id",
    )
    found = cases(played)
    assert len(found["posting_differs"]) == 1, posting
    assert "version_gap" in found or "account_differs" in found


def test_a_balance_edited_is_named(played: House) -> None:
    tampered(played, "update ledger_account set balance = balance + 5 where path = 'player:1' returning balance")
    found = cases(played)
    assert found["not_zero"] == ["asset:chips:GBP"]
    assert len(found["account_differs"]) == 1


def test_bounds_are_held_against_the_balances_of_their_own_time(played: House) -> None:
    """A floor raised late in the night says nothing of what a rack held before, nor does a ceiling drawn below it."""
    held = played.balance("player:1")
    for floor, ceiling in ((held, held), (held, None)):
        bounds.set_bounds(
            connection, "player:1", "chips:GBP", floor=floor, ceiling=ceiling, actor="house", reason="house rule"
        )
    assert closed(played) == "reconciled"


@pytest.mark.parametrize(("floor", "ceiling", "kind"), [("1000000", "null", "floor"), ("0", "1", "ceiling")])
def test_a_balance_past_the_bounds_of_its_time_is_named(played: House, floor: str, ceiling: str, kind: str) -> None:
    tampered(
        played,
        "insert into ledger_bound_change (xact, changed_at, account_id, floor, ceiling, actor, approvers, reason)"
        f" select pg_current_xact_id(), '2000-01-01', id, {floor}, {ceiling}, 'house', '{{}}', 'backdated'"
        " from ledger_account where path = 'player:1' returning id",
    )
    assert cases(played)[f"{kind}_crossed"]


def test_a_posting_moved_to_another_day_is_named(played: House) -> None:
    tampered(
        played,
        "update ledger_posting set period = period - 1 where id = (select id from ledger_posting"
        " where scope like 'round:%' order by id limit 1) returning id",
    )
    assert len(cases(played)["posting_other_day"]) == 1


def test_chips_slipped_into_a_round_by_the_door_are_named(played: House) -> None:
    """A real posting, well made, under the name of a round's event that never was."""
    (round_,) = ask(played, "select min(id) from pit_round")
    chips = Transfer(debit="player:1", credit="table:h1:tray", asset="chips:GBP", amount=700)
    door.post(
        connection,
        Posting(
            kind="throw", actor="house", scope=f"round:{round_}", key="99", period=DAY, effective_at=LATE,
            transfers=(chips,),
        ),
    )  # fmt: skip
    found = cases(played)
    assert found["posting_extra"] == [f"round:{round_}"]
    assert len(found["tie_out_differs"]) == 1


def test_a_result_edited_in_the_round_is_named(played: House) -> None:
    round_ = tampered(
        played, "update pit_round set net = '{\"house\": 1}' where id = (select min(id) from pit_round) returning id"
    )
    assert cases(played) == {"net_differs": [f"round:{round_}"]}


def test_a_state_edited_in_the_round_is_named(played: House) -> None:
    round_ = tampered(
        played,
        "update pit_round set game_state = jsonb_set(game_state, '{play,losses}', '7')"
        " where id = (select min(id) from pit_round) returning id",
    )
    assert cases(played) == {"state_differs": [f"round:{round_}"]}


def test_a_slip_taken_out_of_the_register_is_missed_by_its_number(played: House) -> None:
    tampered(played, "delete from cage_slipsignature where slip_id = 1 and step = 'issue' returning slip_id")
    tampered(played, "delete from cage_slipsignature where slip_id = 1 and step = 'carry' returning slip_id")
    tampered(played, "delete from cage_slipsignature where slip_id = 1 and step = 'count' returning slip_id")
    tampered(played, "delete from cage_slipsignature where slip_id = 1 returning slip_id")
    tampered(played, "delete from cage_slip where id = 1 returning id")
    found = cases(played)
    assert found["slip_missing"] == ["slip:2026/1"]
    assert len(found["tie_out_differs"]) == 1


def test_D01_a_slip_done_without_a_signature_or_over_another_amount_is_named(played: House) -> None:
    tampered(played, "delete from cage_slipsignature where slip_id = 1 and step = 'carry' returning slip_id")
    tampered(played, "update cage_slip set amount = 100, lines = '{\"100\": 1}' where id = 2 returning id")
    found = cases(played)
    assert found["slip_unsigned"] == ["slip:1", "slip:2"]
    assert found["slip_differs"] == ["slip:2"]
