"""The night's checks of cage, boxes, currency and players: what they pass, and what each names when it is not so."""

from datetime import timedelta
from typing import Any

import pytest

from casino.cage import exchange, hand_overs, outside
from casino.night import housekeeping
from casino.people import players, protection, step_up
from casino.people import staff as people
from casino.people.actors import HOUSE, staff
from casino.pit import overrides
from tests.casino.night.closing import cases, closed, figures, login
from tests.casino.night.evening import LATE, Evening
from tests.casino.world import House

TABLES = (
    "count_drop", "people_currencyline", "people_played", "people_exclusion", "people_limit", "ledger_account",
    "ledger_transfer", "ledger_posting", "cage_drawercount",
)  # fmt: skip


def tamper(house: House, statement: str, *values: Any) -> None:
    """What the schema's owner can do with every trigger off."""
    with house.owner() as owner:
        for table in TABLES:
            owner.execute(f"alter table {table} disable trigger user")
        assert owner.execute(statement, values).rowcount


def check(name: str) -> dict[str, Any]:
    found: dict[str, Any]
    (found,) = [each for each in figures()["checks"] if each["check"] == name]
    return found


def evidence(house: House, name: str) -> dict[str, Any]:
    with house.owner() as owner:
        row = owner.execute("select evidence from night_check where name = %s order by id desc", [name]).fetchone()
    assert row is not None
    return row[0]  # type: ignore[no-any-return]


def test_chips_are_conserved_and_what_the_public_holds_is_said(played: House) -> None:
    assert closed(played) == "reconciled"
    held = sum(played.balance(f"player:{player}") for player in (1, 2, 3))
    assert held > 0
    assert check("conservation")["outcome"] == "passed"
    assert check("conservation")["sentence"].endswith(f"hold {held} of chips:GBP.")
    assert evidence(played, "conservation")["chips:GBP"]["liability"] == str(held)


def test_a_chip_that_lies_nowhere_is_named(played: House) -> None:
    tamper(played, "update ledger_account set balance = balance + 100 where path = 'count:room'")
    tamper(played, "update ledger_account set balance = balance + 1 where path = 'cage:vault' and asset_id ="
                   " (select id from ledger_asset where code = 'chips:GBP')")  # fmt: skip
    assert "asset:chips:GBP" in cases(played)["chips_unaccounted"]


def fetch(house: House) -> None:
    """5.00 from the bank into the vault, an hour before the night is closed."""
    outside.fetch_cash(
        key="late", amount=500, signer=login(house, "val"), witness=login(house, "acc"), at=LATE - timedelta(hours=1)
    )


def test_a_drawer_that_moved_after_its_count_leaves_the_check_unknown(played: House) -> None:
    fetch(played)
    assert cases(played) == {"input_missing": ["check:drawers"]}
    assert check("drawers")["sentence"] == "cage:vault was not counted since it last moved."


def test_a_hand_over_that_nobody_took_waits_for_the_vault(played: House) -> None:
    fetch(played)
    offered = hand_overs.offer(
        key="o", source="cage:vault", target="cage:window:1", what="cash", amount=500, sender=login(played, "val"),
        at=LATE - timedelta(hours=1),
    )  # fmt: skip
    assert cases(played)["hand_over_waits"] == [f"transfer:{offered.transfer}"]


def test_a_drawer_count_that_was_not_posted_is_named(played: House) -> None:
    tamper(played, "update cage_drawercount set expected_chips = expected_chips + 100 where drawer = 'cage:vault'")
    assert cases(played)["count_unposted"]


def test_a_drop_that_is_not_what_was_posted_is_named(played: House) -> None:
    tamper(played, "update count_drop set cash = cash - 100 where box_id = (select min(box_id) from count_drop)")
    (subject,) = cases(played)["drop_differs"]
    assert subject.startswith("drop:")


def test_a_box_left_hanging_and_one_left_uncounted_are_awaited(evening: Evening) -> None:
    evening.open("H1")
    evening.play("H1", 5)
    evening.close("H1", count_drop=False)
    assert closed(evening.house) == "with_exceptions"
    assert check("boxes")["outcome"] == "unknown"
    assert check("boxes")["sentence"] == "Box 1 of table H1 was not brought to the count room."


def test_cash_without_a_line_and_a_line_without_cash_are_named_and_the_lists_are_made(evening: Evening) -> None:
    house = evening.house
    evening.open("H1")
    house.stock(chips={10_000: 200})
    exchange.buy_in_at_window(
        key="big", player=evening.players[0], window=1, amount=1_000_100, actor=staff(house.cashier), at=house.now()
    )
    evening.close("H1")
    tamper(house, "update people_currencyline set amount = amount - 1 where amount = 30000 and player_id = %s",
           evening.players[1])  # fmt: skip
    assert len(cases(house)["line_differs"]) == 1
    assert evidence(house, "currency") == {"reported": 1, "logged": 1}
    said = [each for each in figures()["checks"] if each["check"] == "currency"]
    assert "1000100" not in str(said), "who is on a list is compliance's to know"


def test_what_is_counted_against_limits_is_what_the_books_moved(played: House) -> None:
    tamper(played, "update people_played set lost = lost + 1 where player_id = 1")
    assert cases(played) == {"played_differs": ["player:1"]}


def test_a_payout_by_hand_counts_against_the_limits_too(evening: Evening) -> None:
    evening.open("H1")
    house, last = evening.house, evening.play("H1", 6)[-1]
    overrides.pay(
        key="o", table="H1", round=last.round, n=last.n, seat=1, paid=90_000, reason="misread", supervisor=house.pit,
        at=house.now(),
    )  # fmt: skip
    evening.close("H1")
    assert "played_differs" not in cases(house)


def limit(house: House, player: int, amount: int) -> None:
    protection.limit(
        key=house.key(), player=player, kind="stake", span="day", amount=amount, actor=f"player:{player}",
        at=house.now(),
    )  # fmt: skip


def test_a_limit_lowered_after_the_play_was_not_passed_by_it(evening: Evening) -> None:
    house, player = evening.house, evening.players[0]
    evening.open("H1")
    limit(house, player, 5_000_000)
    evening.play("H1", 20)
    limit(house, player, 1)
    evening.close("H1")
    assert closed(house) == "reconciled"


def test_a_limit_that_held_all_day_and_was_passed_is_compliances_case(evening: Evening) -> None:
    house, player = evening.house, evening.players[0]
    limit(house, player, 5_000_000)
    evening.open("H1")
    evening.play("H1", 20)
    evening.close("H1")
    tamper(house, "update people_limit set amount = 1, asked_at = asked_at - interval '1 day',"
                  " from_at = from_at - interval '1 day'")  # fmt: skip
    assert cases(house) == {"limit_passed": [f"player:{player}"]}
    (case,) = figures()["exceptions"]
    assert case["owner"] == "compliance"


def test_a_way_in_that_somebody_else_gave_is_the_auditors_case(evening: Evening) -> None:
    """An administrator takes a login over: another password, then an authenticator. And one enrolled by raw SQL."""
    house = evening.house
    evening.open("H1")
    evening.play("H1", 3)
    evening.close("H1")
    for key in ("first", "second"):
        people.give_password(
            key=key, login=house.cashier, password="long enough", actor=staff(house.administrator), at=house.now()
        )
    step_up.enrol(login=house.cashier, name="cas", entropy=bytes(20), at=house.now())
    with house.web() as web:
        web.execute(
            "insert into people_authenticator (login_id, secret, enrolled_at) values (%s, 'A', %s)",
            [house.vault, house.now()],
        )
    assert cases(house) == {
        "password_replaced": [f"login:{house.cashier}"],
        "authenticator_after_password": [f"login:{house.cashier}"],
        "authenticator_unaudited": [f"login:{house.vault}"],
    }


def test_one_who_played_while_excluded_is_compliances_case(evening: Evening) -> None:
    """His exclusion is put before the night, as if the doors had let him in: all that he did is named."""
    house, player = evening.house, evening.players[0]
    evening.open("H1")
    evening.play("H1", 10)
    evening.close("H1")
    players.exclude(key="x", player=player, kind="self", until=None, actor=HOUSE, at=house.now())
    tamper(house, "update people_exclusion set from_at = %s, recorded_at = recorded_at - interval '1 hour'",
           house.at - timedelta(days=1))  # fmt: skip
    with house.owner() as owner:
        his = owner.execute(
            "select distinct p.id from ledger_posting p join ledger_transfer t on t.posting_id = p.id"
            " join ledger_account a on a.id in (t.debit_id, t.credit_id)"
            " where a.path = %s and p.kind in ('stake', 'buy_in') order by 1", [f"player:{player}"],
        ).fetchall()  # fmt: skip
    assert len(his) > 1
    assert cases(house) == {"excluded_played": [f"posting:{posting}" for (posting,) in his]}


@pytest.mark.parametrize(("kind", "short"), [("fill", -25_000), ("credit", 25_000)])
def test_a_difference_names_the_void_slip_of_its_size(evening: Evening, kind: str, short: int) -> None:
    """A void fill whose chips came leaves too much in the tray; a void credit whose chips went leaves too little."""
    house = evening.house
    evening.open("H1")
    evening.play("H1", 5)
    house.stock(chips={2_500: 20})
    slip = house.slip(kind, {2_500: 10}, "H1")
    house.sign(house.sign(slip, "issue"), "carry", amount=0)
    evening.close("H1", short=short)
    assert closed(house) == "with_exceptions"
    ((differs,),) = [table["differences"] for table in figures()["tables"]]
    first = differs["causes"][0]
    assert (first["code"], first["about"]) == ("unposted_slip", f"{kind.title()} {slip.number} (void)")


def test_a_slip_on_its_way_when_the_night_is_closed_is_awaited(evening: Evening) -> None:
    """The table closed in its day; the fill of another table, still carried, keeps the house's paper open."""
    house = evening.house
    evening.open("H1")
    house.stock(chips={2_500: 20})
    slip = house.sign(house.slip("fill", {2_500: 10}, "H1"), "issue")
    with house.owner() as owner:
        owner.execute("alter table pit_count disable trigger user")
    evening.close("H1")
    assert closed(house) == "with_exceptions"
    assert f"Fill {slip.number} is still on its way: issued." in check("slips")["sentence"]


def test_a_void_without_its_signatures_is_named(evening: Evening) -> None:
    house = evening.house
    evening.open("H1")
    house.stock(chips={2_500: 20})
    slip = house.slip("fill", {2_500: 10}, "H1")
    evening_close(evening, slip.slip)
    assert cases(house)["slip_void_unsigned"] == [f"slip:{slip.slip}"]


def evening_close(evening: Evening, slip: int) -> None:
    """The slip is made void in the dark, then the table closes as ever."""
    with evening.house.owner() as owner:
        owner.execute("alter table cage_slip disable trigger user")
        owner.execute("update cage_slip set state = 'void', reason = 'gone' where id = %s", [slip])
    evening.close("H1")


def test_chips_that_are_lost_are_cried_out_long_before_the_night(
    played: House, caplog: pytest.LogCaptureFixture
) -> None:
    assert housekeeping.weigh() is True
    tamper(played, "update ledger_account set balance = balance + 300 where path = 'cage:vault' and asset_id ="
                   " (select id from ledger_asset where code = 'chips:GBP')")  # fmt: skip
    assert housekeeping.weigh() is False
    assert "chips:GBP were issued" in caplog.text
