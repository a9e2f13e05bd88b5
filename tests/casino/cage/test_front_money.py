"""Front money, changed chips, exchanges taken back: what moves, what counts as currency, what is refused."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime

import psycopg
import pytest
from django.db import connections

from casino.cage import changing, conservation, corrections, exchange, front_money, unrated
from casino.people import currency_lists, players
from casino.people.actors import HOUSE
from casino.people.actors import staff as actor_of
from casino.refusal import BadInput, Conflict, Forbidden, Refusal, Unknown
from tests.casino.refusals import refused
from tests.casino.world import House

NIGHT = date(2026, 6, 15)


@pytest.fixture
def cage(house: House) -> House:
    house.stock(chips={10000: 200, 500: 400}, cash=1_000_000)
    return house


def deposit(house: House, player: int, amount: int) -> exchange.ExchangeReceipt:
    return front_money.deposit(
        key=house.key(), player=player, window=1, amount=amount, actor=actor_of(house.cashier), at=house.now()
    )


def withdraw(house: House, player: int, amount: int) -> exchange.ExchangeReceipt:
    return front_money.withdraw(
        key=house.key(), player=player, window=1, amount=amount, actor=actor_of(house.cashier), at=house.now()
    )


def draw(house: House, player: int, amount: int) -> front_money.DrawReceipt:
    return front_money.draw_chips(
        key=house.key(), player=player, window=1, amount=amount, actor=actor_of(house.cashier), at=house.now()
    )


def buy(house: House, player: int, amount: int) -> int:
    return exchange.buy_in_at_window(
        key=house.key(), player=player, window=1, amount=amount, actor=actor_of(house.cashier), at=house.now()
    ).line


def void(house: House, line: int, key: str | None = None) -> corrections.CorrectionReceipt:
    return corrections.void_line(
        key=key or house.key(), line=line, signers=(house.cashier, house.accounting), reason="wrong player",
        at=house.at,
    )  # fmt: skip


def test_front_money_is_a_claim_that_goes_out_in_cash_or_chips(cage: House) -> None:
    player = cage.player()
    deposit(cage, player, 80_001)
    assert cage.balance(f"player:{player}:deposit", "claim") == 80_001
    assert cage.balance("cage:window:1", "cash") == 1_080_001
    draw(cage, player, 50_000)
    assert cage.balance(f"player:{player}") == 50_000
    withdraw(cage, player, 30_001)
    assert cage.balance(f"player:{player}:deposit", "claim") == 0
    assert cage.balance("cage:window:1", "cash") == 1_050_000
    with refused(cage, "insufficient_funds", Conflict):
        withdraw(cage, player, 1)
    with refused(cage, "insufficient_funds", Conflict):
        draw(cage, player, 100)


def test_deposits_and_withdrawals_are_currency_and_drawn_chips_are_not(cage: House) -> None:
    player = cage.player()
    deposit(cage, player, 1_000_100)
    draw(cage, player, 1_000_100)
    deposit(cage, player, 1_000)
    withdraw(cage, player, 1_000)
    found = [(each.direction, each.amount) for each in currency_lists.ctr(day=NIGHT, reader=HOUSE)]
    assert found == [("in", 1_001_100)]
    with cage.owner() as owner:
        assert owner.execute("select direction, amount from people_currencyline order by id").fetchall() == [
            ("in", 1_000_100), ("in", 1_000), ("out", 1_000),
        ]  # fmt: skip


def test_an_excluded_player_leaves_no_money_draws_no_chips_and_gets_his_back(cage: House) -> None:
    player = cage.player()
    deposit(cage, player, 50_000)
    players.exclude(key="x", player=player, kind="self", until=None, actor=HOUSE, at=cage.now())
    with refused(cage, "excluded", Forbidden):
        deposit(cage, player, 1_000)
    with refused(cage, "excluded", Forbidden):
        draw(cage, player, 1_000)
    withdraw(cage, player, 50_000)


def test_D12_changed_chips_are_no_currency_and_move_nothing(cage: House) -> None:
    by, before = actor_of(cage.cashier), cage.postings()
    changed = changing.change(key="c", window=1, taken={10000: 150}, given={500: 3000}, actor=by, at=cage.now())
    assert changed.amount == 1_500_000
    assert cage.postings() == before
    assert currency_lists.ctr(day=NIGHT, reader=HOUSE) == []
    with refused(cage, "total_differs", BadInput):
        changing.change(key="d", window=1, taken={10000: 1}, given={500: 19}, actor=by, at=cage.now())
    with refused(cage, "denomination_unknown", BadInput):
        changing.change(key="d", window=1, taken={10000: 1}, given={3300: 3}, actor=by, at=cage.now())
    with cage.web() as web, pytest.raises(psycopg.IntegrityError):
        web.execute(
            'insert into cage_chipexchange ("window", day, taken, given, amount, cashier_id, profile, at)'
            " values (1, now(), '{\"500\": 1}', '{\"500\": 2}', 500, %s, 1, now())",
            [cage.cashier],
        )


def test_a_line_in_error_is_taken_back_and_counts_nowhere(cage: House) -> None:
    player = cage.player()
    line = buy(cage, player, 1_100_000)
    taken = void(cage, line)
    assert cage.balance(f"player:{player}") == 0
    assert cage.balance("cage:window:1", "cash") == 1_000_000
    assert currency_lists.ctr(day=NIGHT, reader=HOUSE) == []
    assert currency_lists.mtl(day=NIGHT, reader=HOUSE) == []
    with refused(cage, "already_reversed", Conflict):
        void(cage, line)
    with refused(cage, "reversal_of_reversal", Conflict):
        void(cage, taken.voided_by)


def test_A11_two_who_take_a_line_back_at_once_take_it_back_once(cage: House) -> None:
    for n in range(8):
        player = cage.player()
        line = buy(cage, player, 10_000)
        cage.everybody()

        def one(half: int, n: int = n, line: int = line) -> str:
            try:
                void(cage, line, f"v{n}-{half}")
            except Refusal as refusal:
                return refusal.code
            finally:
                connections.close_all()
            return "done"

        with ThreadPoolExecutor(2) as pool:
            answers = sorted(pool.map(one, range(2)))
        assert answers[1] == "done" or answers[0] == "done"
        assert len([answer for answer in answers if answer == "done"]) == 1
        assert cage.balance(f"player:{player}") == 0


def test_A11_chips_that_are_gone_are_not_taken_back(cage: House) -> None:
    player = cage.player()
    line = buy(cage, player, 50_000)
    exchange.cash_out(key="o", player=player, window=1, amount=40_000, actor=actor_of(cage.cashier), at=cage.now())
    with refused(cage, "insufficient_funds", Conflict):
        void(cage, line)
    assert cage.balance(f"player:{player}") == 10_000


def test_a_void_line_has_a_reason_and_two_signers_one_of_whom_did_not_record_it(cage: House) -> None:
    line = buy(cage, cage.player(), 10_000)

    def ask(first: int, second: int, reason: str = "wrong player") -> None:
        corrections.void_line(key="v", line=line, signers=(first, second), reason=reason, at=cage.now())

    with refused(cage, "no_reason", BadInput):
        ask(cage.cashier, cage.accounting, " ")
    with refused(cage, "same_signer", Forbidden):
        ask(cage.cashier, cage.cashier)
    with refused(cage, "wrong_role", Forbidden):
        ask(cage.dealer, cage.accounting)
    with refused(cage, "wrong_role", Forbidden):
        ask(cage.pit, cage.cashier)


@pytest.mark.parametrize("approved", ["", "staff:{cashier}", "player:1"])
def test_a_line_is_taken_back_by_no_raw_posting_that_two_have_not_signed(cage: House, approved: str) -> None:
    line = buy(cage, cage.player(), 10_000)
    with cage.web() as web, pytest.raises(psycopg.IntegrityError) as unsigned:
        web.execute(
            "select ledger_reverse(posting, 'buy_in', %s, %s, 'x', 'currency', '999', day, %s, '{}')"
            " from people_currencyline where id = %s",
            [actor_of(cage.cashier), approved.format(cashier=cage.cashier), cage.now(), line],
        )
    assert unsigned.value.diag.constraint_name == "posting_unsigned"


def test_a_later_void_is_dated_today_and_leaves_the_closed_day_as_signed(cage: House) -> None:
    line = buy(cage, cage.player(), 10_000)
    cage.at = datetime(2026, 6, 17, 20, tzinfo=UTC)
    assert void(cage, line).day == "2026-06-17"


def test_A22_every_chip_issued_is_somewhere_and_the_publics_are_owed(cage: House) -> None:
    assert [each.holds for each in conservation.conservation()] == [True]
    player = cage.player()
    buy(cage, player, 30_000)
    cage.table()
    cage.open()
    cage.opener({})
    cage.done("fill", {10000: 20})
    (lying,) = conservation.conservation()
    assert lying.holds
    assert lying.issued == 2_200_000 == lying.accounted
    assert (lying.players, lying.liability, lying.trays) == (30_000, 30_000, 200_000)
    assert lying.windows == 2_200_000 - 30_000 - 200_000
    with cage.owner() as owner:
        owner.execute(
            "select ledger_post_lines(array[row('buy_in', 'house', '{}', '', 'off', 'chart', '2026-06-15', now(), null,"
            " null, '{}')::ledger_event], array[row(1, 'attic:chest', 'cage:window:1', 'chips:GBP', 100)::ledger_line])"
        )
    (after,) = conservation.conservation()
    assert not after.holds
    assert after.elsewhere == 100


def test_chips_that_walk_come_from_unrated_and_are_listed(cage: House) -> None:
    player = cage.player()
    buy(cage, cage.player(), 50_000)

    def show(amount: int, cashier: int = cage.cashier, witness: int = cage.supervisor, player: int = player) -> None:
        unrated.show(key=cage.key(), player=player, amount=amount, cashier=cashier, witness=witness, at=cage.now())

    with refused(cage, "same_signer", Forbidden):
        show(100, witness=cage.cashier)
    with refused(cage, "not_allowed", Forbidden):
        show(100, witness=cage.runner)
    with refused(cage, "not_in_chips", BadInput):
        show(150)
    with refused(cage, "no_player", Unknown):
        show(100, player=9999)
    show(30_000)
    assert cage.balance("floor:unrated") == -30_000
    exchange.cash_out(key="o", player=player, window=1, amount=30_000, actor=actor_of(cage.cashier), at=cage.now())
    (line,) = unrated.shown(day=NIGHT)
    assert (line.player, line.amount) == (player, 30_000)
    assert (line.cashier, line.witness) == (f"staff:{cage.cashier}", f"staff:{cage.supervisor}")
    (lying,) = conservation.conservation()
    assert lying.holds
    assert lying.liability == 50_000 - 30_000
