"""What a posting writes, and what it is refused for."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from ledger import door
from ledger.errors import Refused
from ledger.posting import Posting, Transfer
from tests.ledger.conftest import AT, CASH, CHIPS, DAY, Books


def test_a_posting_moves_chips_and_its_receipt_names_it(books: Books) -> None:
    books.fund("player:42", 1000)
    receipt = books.post(
        ("table:7:layout", "player:42", 250), reason="main 7", approvers=("staff:2",), facts={"round": 9}
    )
    assert (books.balance("player:42"), books.balance("table:7:layout")) == (750, 250)
    row = books.web.execute(
        "select public_id::text, recorded_at, actor, approvers, reason, facts from ledger_posting where id = %s",
        [receipt.id],
    ).fetchone()
    assert row == (receipt.public_id, receipt.recorded_at, "staff:1", ["staff:2"], "main 7", {"round": 9})
    assert receipt.public_id[14] == "7"


def test_each_transfer_keeps_both_balances_and_versions_after_it(books: Books) -> None:
    books.fund("player:1", 100)
    books.post(
        ("table:1:layout", "player:1", 30), ("table:1:tray", "table:1:layout", 30), ("player:1", "table:1:tray", 10)
    )
    rows = books.web.execute(
        "select amount, debit_balance, credit_balance, debit_version, credit_version from ledger_transfer order by id"
    ).fetchall()
    assert rows == [(100, 100, -100, 1, 1), (30, 30, 70, 1, 2), (30, 30, 0, 1, 2), (10, 80, 20, 3, 2)]


def test_several_postings_in_one_call_are_all_or_nothing(books: Books) -> None:
    books.fund("player:1", 100)
    first, second = books.posting(("player:2", "player:1", 60)), books.posting(("player:3", "player:1", 60))
    before = books.written()
    with pytest.raises(Refused, match="player:1"):
        door.post(books.web, first, second)
    assert books.written() == before
    assert books.balance("player:2") == 0
    receipts = door.post(books.web, first, replace(second, transfers=(Transfer("player:3", "player:2", CHIPS, 60),)))
    assert [receipt.id for receipt in receipts] == sorted(receipt.id for receipt in receipts)
    assert books.balance("player:3") == 60


def test_texts_of_any_kind_arrive_as_they_are(books: Books) -> None:
    odd = 'a "quoted" \\ {brace}, (paren) \t\n Ünï 💠 %s $1 NULL'
    receipt = books.post(("player:1", "outside:chips", 1), reason=odd, key=odd, facts={"note": odd, odd: [1, None]})
    row = books.web.execute("select reason, key, facts from ledger_posting where id = %s", [receipt.id]).fetchone()
    assert row == (odd, odd, {"note": odd, odd: [1, None]})


def test_the_order_of_transfers_decides_every_step_keeps_its_floor(books: Books) -> None:
    books.fund("player:1", 50)
    with pytest.raises(Refused) as refusal:
        books.post(("table:1:tray", "table:1:layout", 50), ("table:1:layout", "player:1", 50))
    assert refusal.value.code == "insufficient_funds"
    assert refusal.value.facts["account"] == "table:1:layout"
    books.post(("table:1:layout", "player:1", 50), ("table:1:tray", "table:1:layout", 50))


def test_an_overdraft_names_the_account_what_it_has_and_what_it_needs(books: Books) -> None:
    books.fund("player:42", 40)
    before = books.written()
    with pytest.raises(Refused) as refusal:
        books.post(("table:7:layout", "player:42", 60))
    assert refusal.value.code == "insufficient_funds"
    assert refusal.value.facts == {"account": "player:42", "asset": CHIPS, "has": "40", "needs": "60", "floor": "0"}
    assert books.written() == before


def test_only_the_world_outside_differences_and_unrated_chips_go_below_zero(books: Books) -> None:
    for path in ("outside:patrons:t7", "house:over-short:7", "floor:unrated"):
        books.post(("player:1", path, 5))
        assert books.balance(path) == -5
    for path in ("cage:vault", "table:7:tray", "player:9", "staff:tokes", "house:reserve", "floor:unrated:2"):
        with pytest.raises(Refused, match=path):
            books.post(("player:1", path, 5))


def test_a_ceiling_is_kept(books: Books) -> None:
    books.fund("cage:window:2", 90)
    books.bound("cage:window:2", ceiling=100)
    with pytest.raises(Refused) as refusal:
        books.fund("cage:window:2", 11)
    assert refusal.value.code == "over_ceiling"
    assert refusal.value.facts["ceiling"] == "100"
    books.fund("cage:window:2", 10)


def test_A09_E05_large_amounts_are_exact_and_past_the_end_refused(books: Books) -> None:
    books.fund("player:1", 9_007_199_254_740_993)
    assert books.balance("player:1") == 9_007_199_254_740_993
    books.post(("player:2", "player:1", 2_400_000_000))
    assert books.balance("player:2") == 2_400_000_000
    with pytest.raises(Refused) as refusal:
        books.fund("player:1", 2**63 - 1)
    assert refusal.value.code == "out_of_range"
    with pytest.raises(Refused):
        Transfer("player:1", "player:2", CHIPS, 2**63)


@pytest.mark.parametrize("amount", [0, -600, -1, True, 1.0, "5", None])
def test_A07_A08_only_a_whole_amount_of_at_least_1_is_a_transfer(amount: object) -> None:
    with pytest.raises(Refused) as refusal:
        Transfer("table:1:layout", "player:1", CHIPS, amount)  # type: ignore[arg-type]
    assert refusal.value.code == "amount_not_positive"


def test_A10_a_transfer_needs_two_accounts() -> None:
    with pytest.raises(Refused) as refusal:
        Transfer("player:1", "player:1", CHIPS, 250)
    assert refusal.value.code == "same_account"


@pytest.mark.parametrize(
    "path", ["", "Player:1", "player:", ":1", "player 1", "player:1 ", "player:1\n", "1:player", "a|b"]
)
def test_a_path_is_words_between_colons(path: str) -> None:
    with pytest.raises(Refused) as refusal:
        Transfer(path, "player:1", CHIPS, 1)
    assert refusal.value.code == "bad_path"


def test_an_unknown_asset_kind_or_day_is_refused_by_name(books: Books) -> None:
    before = books.written()
    attempts = {
        "unknown_asset": books.posting(("player:1", "outside:chips", 1), asset="chips:XXX"),
        "unknown_kind": books.posting(("player:1", "outside:chips", 1), kind="gift"),
        "unknown_period": books.posting(("player:1", "outside:chips", 1), period=DAY.replace(year=2031)),
    }
    for code, posting in attempts.items():
        with pytest.raises(Refused) as refusal:
            door.post(books.web, posting)
        assert refusal.value.code == code
    assert books.written() == before


def test_who_acts_is_a_role_and_a_number_never_a_name(books: Books) -> None:
    for actor in ("Anna", "staff:Anna", "staff:", "staff 1", ""):
        with pytest.raises(Refused, match="role"):
            books.posting(("player:1", "outside:chips", 1), actor=actor)
    with pytest.raises(Refused, match="zone"):
        books.posting(("player:1", "outside:chips", 1), effective_at=datetime(2026, 6, 15, 20))  # noqa: DTZ001


def test_A01_A03_one_event_is_in_the_books_once_whatever_the_caller_forgot(books: Books) -> None:
    books.fund("player:1", 1000)
    night = books.posting(("table:1:tray", "player:1", 10), scope="settlement", key="H1 2026-06-15")
    door.post(books.web, night)
    with pytest.raises(Refused) as refusal:
        door.post(books.web, night)
    assert refusal.value.code == "already_posted"
    assert books.balance("table:1:tray") == 10
    books.post(("player:2", "player:1", 990))
    with pytest.raises(Refused) as refusal:
        door.post(books.web, night)
    assert refusal.value.code == "already_posted", "though player:1 has nothing left"


def test_recorded_time_never_runs_back_for_an_account_even_if_the_clock_does(books: Books) -> None:
    books.fund("player:1", 10)
    ahead = datetime(2100, 1, 1, tzinfo=UTC)
    books.database.connect("owner").execute(
        "update ledger_account set recorded_at = %s where path = 'player:1'", [ahead]
    )
    assert books.post(("player:2", "player:1", 1)).recorded_at == ahead
    assert books.post(("player:3", "player:2", 1)).recorded_at == ahead
    assert AT < books.fund("player:9", 1).recorded_at < ahead


def test_A22_chips_have_somebody_on_the_other_side(books: Books) -> None:
    books.fund("player:1", 5000)
    books.fund("table:1:tray", 10_000)
    total = books.web.execute("select sum(balance)::bigint from ledger_account").fetchone()
    assert total == (0,)
    assert -books.balance("outside:chips") == 15_000


def test_assets_lie_side_by_side_in_one_posting(books: Books) -> None:
    books.fund("cage:window:1", 500)
    lines = (
        Transfer("player:1", "cage:window:1", CHIPS, 500),
        Transfer("cage:window:1", "outside:patrons:w1", CASH, 500),
    )
    posting = Posting("test_bet", "staff:1", "test", "buy-in", DAY, AT, lines)
    door.post(books.web, posting)
    assert (books.balance("player:1"), books.balance("cage:window:1"), books.balance("cage:window:1", CASH)) == (
        500,
        0,
        500,
    )
