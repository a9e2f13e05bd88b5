"""Buy-in and cash-out: chips against cash, each with its currency line."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import psycopg
import pytest
from django.db import connections

from casino.cage import exchange
from casino.people import players
from casino.people.actors import HOUSE
from casino.people.actors import staff as actor_of
from casino.profile import versions
from casino.profile.ready import ready
from casino.refusal import BadInput, Conflict, Forbidden, Refusal, Unknown
from tests.casino.refusals import refused
from tests.casino.world import House

CHIPS = {10000: 200, 500: 400}


@pytest.fixture
def cage(house: House) -> House:
    house.stock(chips=CHIPS, cash=1_000_000)
    return house


def buy(house: House, player: int, amount: int, key: str | None = None) -> exchange.ExchangeReceipt:
    return exchange.buy_in_at_window(
        key=key or house.key(), player=player, window=1, amount=amount, actor=actor_of(house.cashier), at=house.now()
    )


def pay(house: House, player: int, amount: int, key: str | None = None) -> exchange.ExchangeReceipt:
    return exchange.cash_out(
        key=key or house.key(), player=player, window=1, amount=amount, actor=actor_of(house.cashier), at=house.now()
    )


def test_a_buy_in_at_the_cage_moves_chips_one_way_and_cash_the_other(cage: House) -> None:
    player = cage.player()
    receipt = buy(cage, player, 50_000)
    assert receipt.day == "2026-06-15"
    assert cage.balance(f"player:{player}") == 50_000
    assert cage.balance("cage:window:1") == 2_200_000 - 50_000
    assert cage.balance("cage:window:1", "cash") == 1_050_000
    assert cage.balance("outside:patrons:w1", "cash") == -50_000
    with cage.owner() as owner:
        line = owner.execute(
            "select l.direction, l.amount, l.player_id, l.place, p.kind from people_currencyline l"
            " join ledger_posting p on p.id = l.posting"
        ).fetchall()
    assert line == [("in", 50_000, player, "window:1", "buy_in")]


def test_a_buy_in_at_a_table_fills_its_box(cage: House) -> None:
    player = cage.player()
    cage.table()
    cage.open()
    with refused(cage, "not_counted", Conflict):
        exchange.buy_in_at_table(
            key="b", player=player, table="H1", amount=10_000, actor=actor_of(cage.dealer), at=cage.now()
        )
    cage.opener({})
    cage.done("fill", {10000: 10})
    exchange.buy_in_at_table(
        key="b", player=player, table="H1", amount=10_000, actor=actor_of(cage.dealer), at=cage.now()
    )
    assert cage.balance("table:h1:tray") == 90_000
    assert cage.balance("box:h1:1", "cash") == 10_000
    assert cage.balance(f"player:{player}") == 10_000
    with refused(cage, "insufficient_funds", Conflict):
        exchange.buy_in_at_table(
            key="c", player=player, table="H1", amount=90_100, actor=actor_of(cage.dealer), at=cage.now()
        )
    cage.tell()
    with refused(cage, "table_closed", Conflict):
        exchange.buy_in_at_table(
            key="d", player=player, table="H1", amount=100, actor=actor_of(cage.dealer), at=cage.now()
        )


def test_a_house_whose_cage_alone_sells_chips_sells_none_at_tables(cage: House) -> None:
    versions.make(data=ready(model="cage_only"), actor=None, at=cage.now(), reason="no boxes")
    player = cage.player()
    cage.table()
    cage.open()
    with refused(cage, "cage_only", Forbidden):
        exchange.buy_in_at_table(
            key="b", player=player, table="H1", amount=10_000, actor=actor_of(cage.dealer), at=cage.now()
        )


@pytest.mark.parametrize("kind", ["self", "house", "timeout"])
def test_an_excluded_player_buys_nothing_and_is_paid(cage: House, kind: str) -> None:
    player = cage.player()
    buy(cage, player, 30_000)
    until = datetime(2026, 6, 20, tzinfo=UTC) if kind == "timeout" else None
    players.exclude(key="x", player=player, kind=kind, until=until, actor=HOUSE, at=cage.now())
    with refused(cage, "excluded", Forbidden):
        buy(cage, player, 10_000)
    pay(cage, player, 30_000)
    assert cage.balance(f"player:{player}") == 0


def test_A21_the_first_two_buy_ins_at_once_make_one_account(cage: House) -> None:
    player, by = cage.player(), actor_of(cage.cashier)

    def one(amount: int) -> str | None:
        try:
            exchange.buy_in_at_window(key=f"a{amount}", player=player, window=1, amount=amount, actor=by, at=cage.at)
        finally:
            connections.close_all()
        return None

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(one, [10_000, 20_000]))
    assert cage.balance(f"player:{player}") == 30_000
    with cage.owner() as owner:
        found = owner.execute("select count(*) from ledger_account where path = %s", [f"player:{player}"]).fetchone()
    assert found == (1,)


def test_A23_five_clicks_on_cash_out_pay_once(cage: House) -> None:
    player, by, at = cage.player(), actor_of(cage.cashier), cage.now()
    buy(cage, player, 75_000)

    def click(_: int) -> str:
        try:
            paid = exchange.cash_out(key="one", player=player, window=1, amount=75_000, actor=by, at=at)
            return f"line {paid.line}"
        except Refusal as refusal:
            return refusal.code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(5) as pool:
        answers = set(pool.map(click, range(5)))
    assert len([answer for answer in answers if answer.startswith("line")]) == 1
    assert answers - {"still_running"} == {answer for answer in answers if answer.startswith("line")}
    assert cage.balance(f"player:{player}") == 0
    assert cage.balance("cage:window:1", "cash") == 1_000_000


def test_A05_two_cash_outs_of_the_same_chips_pay_one(cage: House) -> None:
    by = actor_of(cage.cashier)
    for round_ in range(10):
        player = cage.player()
        buy(cage, player, 10_000)

        def out(n: int, player: int = player, round_: int = round_) -> str:
            try:
                exchange.cash_out(key=f"{round_}-{n}", player=player, window=1, amount=8_000, actor=by, at=cage.at)
                return "paid"
            except Conflict as refusal:
                return refusal.code
            finally:
                connections.close_all()

        with ThreadPoolExecutor(2) as pool:
            assert sorted(pool.map(out, range(2))) == ["insufficient_funds", "paid"]
        assert cage.balance(f"player:{player}") == 2_000


@pytest.mark.parametrize(
    ("amount", "code"),
    [(0, "amount_wrong"), (-100, "amount_wrong"), (1.5, "amount_wrong"), (True, "amount_wrong"),
     ("100", "amount_wrong"), (None, "amount_wrong"), (150, "not_in_chips")],
)  # fmt: skip
def test_A08_amounts_are_whole_and_payable_in_chips(cage: House, amount: int, code: str) -> None:
    player = cage.player()
    with refused(cage, code, BadInput):
        buy(cage, player, amount)
    with refused(cage, code, BadInput):
        pay(cage, player, amount)


def test_a_drawer_gives_no_more_than_it_has_and_does_not_say_how_much_that_is(cage: House) -> None:
    """Who is refused counts the drawer blind: a claim far too large is no way to learn what the books have."""
    player = cage.player()
    with pytest.raises(Conflict) as short:
        buy(cage, player, 2_200_100)
    assert short.value.facts.keys() == {"drawer", "needs"}
    assert "2200000" not in short.value.sentence
    with refused(cage, "drawer_short", Conflict):
        buy(cage, player, 2_200_100)
    buy(cage, player, 1_000_000)
    cage.hand("cage:window:1", "cage:vault", "cash", 1_500_000)
    with refused(cage, "drawer_short", Conflict):
        pay(cage, player, 600_000)


def test_only_a_cashier_works_a_window_and_only_a_known_player_comes(cage: House) -> None:
    player = cage.player()
    with refused(cage, "not_allowed", Forbidden):
        exchange.cash_out(key="c", player=player, window=1, amount=100, actor=actor_of(cage.dealer), at=cage.now())
    with refused(cage, "no_player", Unknown):
        buy(cage, 10_000, 100)
    with refused(cage, "no_such_window", BadInput):
        exchange.cash_out(key="c", player=player, window=9, amount=100, actor=actor_of(cage.cashier), at=cage.now())


def test_a_currency_line_is_never_edited(cage: House) -> None:
    buy(cage, cage.player(), 100)
    for attack in ("update people_currencyline set amount = 1", "delete from people_currencyline"):
        with cage.owner() as owner, pytest.raises(psycopg.IntegrityError, match="append-only"):
            owner.execute(attack)


def test_D17_new_years_night_is_the_old_years(cage: House) -> None:
    player = cage.player()
    buy(cage, player, 1_100_000)
    cage.stock(cash=500_000)
    cage.at = datetime(2027, 1, 1, 0, 30, tzinfo=UTC)
    assert pay(cage, player, 900_000).day == "2026-12-31"
    cage.at = datetime(2027, 1, 1, 6, 30, tzinfo=UTC)
    assert pay(cage, player, 200_000).day == "2027-01-01"
