"""Limits and exclusions: at every debit, on every path, whoever is faster."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from typing import Any

import psycopg
import pytest
from django.db import connections

from casino.cage import exchange
from casino.people import linking, players, protection
from casino.people.actors import HOUSE
from casino.people.actors import staff as actor_of
from casino.pit import acts, seats
from casino.profile.roles import Role
from casino.refusal import BadInput, Conflict, Forbidden, Refusal, Unknown
from ledger.wire import counting
from tests.casino.pit.floor import Floor
from tests.casino.refusals import refused
from tests.casino.world import House

NIGHT = date(2026, 6, 15)


def set_limit(house: House, player: int, kind: str, amount: int | None, span: str = "day") -> protection.LimitReceipt:
    return protection.limit(
        key=house.key(), player=player, kind=kind, span=span, amount=amount, actor=f"player:{player}", at=house.now()
    )


def in_force(house: House, player: int) -> list[tuple[str, str, int]]:
    return [(each.kind, each.span, each.amount) for each in protection.in_force(player=player, day=NIGHT, at=house.at)]


def wait(house: House, hours: int) -> None:
    """So many hours go by, by the database's clock too: what was asked for was asked so much earlier."""
    house.at += timedelta(hours=hours)
    with house.owner() as owner:
        owner.execute("alter table people_limit disable trigger append_only")
        owner.execute("update people_limit set recorded_at = recorded_at - make_interval(hours => %s)", [hours])
        owner.execute("alter table people_limit enable always trigger append_only")


def buy(house: House, player: int, amount: int, key: str | None = None) -> None:
    exchange.buy_in_at_window(
        key=key or house.key(), player=player, window=1, amount=amount, actor=actor_of(house.cashier), at=house.at
    )


def race(*calls: Callable[[], object]) -> list[str]:
    """What each call came to, all at once: done, or the code that refused it; sorted."""

    def one(call: Callable[[], object]) -> str:
        try:
            call()
        except Refusal as refusal:
            return refusal.code
        finally:
            connections.close_all()
        return "done"

    with ThreadPoolExecutor(len(calls)) as pool:
        return sorted(pool.map(one, calls))


def test_a_limit_is_lowered_at_once_and_raised_after_a_day(house: House) -> None:
    player = house.player()
    set_limit(house, player, "stake", 10_000)
    assert in_force(house, player) == [("stake", "day", 10_000)]
    raised = set_limit(house, player, "stake", 20_000)
    assert datetime.fromisoformat(raised.from_at) == house.at + timedelta(hours=24)
    assert in_force(house, player) == [("stake", "day", 10_000)]
    wait(house, 24)
    assert in_force(house, player) == [("stake", "day", 20_000)]
    set_limit(house, player, "stake", None)
    assert in_force(house, player) == [("stake", "day", 20_000)]
    wait(house, 24)
    assert in_force(house, player) == []


def test_a_newer_wish_replaces_one_that_does_not_hold_yet(house: House) -> None:
    player = house.player()
    set_limit(house, player, "loss", 10_000)
    set_limit(house, player, "loss", 90_000)
    set_limit(house, player, "loss", 5_000)
    wait(house, 72)
    assert in_force(house, player) == [("loss", "day", 5_000)]


RAISE = (
    "insert into people_limit (player_id, source, kind, span, amount, asked_at, from_at, profile)"
    " select player_id, source, kind, span, {amount}, asked_at + {asked}, asked_at + {holds}, profile from people_limit"
)


@pytest.mark.parametrize(
    ("amount", "asked", "holds", "code"),
    [
        ("90000", "interval '1 s'", "interval '1 s'", "limit_wait"),
        ("null", "interval '1 s'", "interval '1 s'", "limit_wait"),
        ("90000", "interval '1 s'", "interval '24 hours'", "limit_wait"),
        ("90000", "- interval '25 hours'", "- interval '1 hour'", "limit_order"),
        ("90000", "- interval '1 s'", "interval '1 year'", "limit_order"),
        ("10001", "interval '1 year'", "interval '1 year'", "limit_wait"),
    ],
)
def test_no_raised_limit_holds_at_once_by_raw_sql(house: House, amount: str, asked: str, holds: str, code: str) -> None:
    set_limit(house, house.player(), "stake", 10_000)
    with house.web() as web, pytest.raises(psycopg.IntegrityError) as error:
        web.execute(RAISE.format(amount=amount, asked=asked, holds=holds))
    assert error.value.diag.constraint_name == code


def test_a_raise_that_its_writer_dates_back_still_waits_its_hours(house: House) -> None:
    """It says that it was asked for and waited in the thirty days since; by the clock of the database it is of now."""
    player = house.player()
    set_limit(house, player, "stake", 10_000)
    house.at += timedelta(days=30)
    with house.web() as web:
        web.execute(RAISE.format(amount="90000", asked="interval '1 s'", holds="interval '25 hours'"))
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            web.execute("insert into people_limit (recorded_at) values (now())")
    assert in_force(house, player) == [("stake", "day", 10_000)]


def test_a_raise_that_a_newer_one_replaced_never_holds(house: House) -> None:
    player = house.player()
    set_limit(house, player, "loss", 10_000)
    set_limit(house, player, "loss", 90_000)
    wait(house, 12)
    set_limit(house, player, "loss", 50_000)
    wait(house, 13)
    assert in_force(house, player) == [("loss", "day", 10_000)]
    wait(house, 12)
    assert in_force(house, player) == [("loss", "day", 50_000)]
    house.at -= timedelta(hours=12)
    assert in_force(house, player) == [("loss", "day", 10_000)], "as it was then"


def test_the_houses_limit_is_no_measure_for_the_players_own(house: House) -> None:
    player, by = house.player(), actor_of(house.pit)
    protection.limit(
        key="h", player=player, kind="stake", span="day", amount=20_000, actor=by, at=house.now(), source="house"
    )
    set_limit(house, player, "stake", 50_000)
    assert in_force(house, player) == [("stake", "day", 20_000)]


def test_a_raw_wish_waits_for_whoever_decides_by_the_persons_limits(house: House) -> None:
    player = house.player()
    set_limit(house, player, "stake", 10_000)
    with house_waits(house, player) as web:
        web.execute("set lock_timeout = '200ms'")
        with pytest.raises(psycopg.errors.LockNotAvailable):
            web.execute(RAISE.format(amount="1", asked="interval '1 s'", holds="interval '1 s'"))


def test_what_is_paid_out_and_what_was_played_on_other_days_uses_up_no_limit(house: House) -> None:
    house.stock(chips={10000: 100}, cash=100_000)
    player = house.player()
    set_limit(house, player, "deposit", 50_000)
    buy(house, player, 30_000)
    exchange.cash_out(key="c", player=player, window=1, amount=30_000, actor=actor_of(house.cashier), at=house.now())
    buy(house, player, 20_000)
    with house.owner() as owner:
        owner.execute(
            "insert into people_played (player_id, day, staked, lost) select %s, %s::date + n, 10 ^ (n + 1), 0"
            " from generate_series(-1, 1) n",
            [player, NIGHT],
        )
        used = owner.execute("select people_used(%s, 'stake', 'day', %s)", [player, NIGHT]).fetchone()
    assert used == (10,)


def test_the_lowest_of_the_players_and_the_houses_limits_wins(house: House) -> None:
    player, by = house.player(), actor_of(house.pit)
    set_limit(house, player, "deposit", 50_000, "week")
    protection.limit(
        key="h", player=player, kind="deposit", span="week", amount=20_000, actor=by, at=house.now(), source="house"
    )
    assert in_force(house, player) == [("deposit", "week", 20_000)]


def test_a_limit_that_is_none_is_refused(house: House) -> None:
    player, at = house.player(), house.now()

    def ask(player: int = player, kind: str = "stake", amount: int = 1, actor: str = f"player:{player}") -> None:
        protection.limit(key="l", player=player, kind=kind, span="day", amount=amount, actor=actor, at=at)

    with refused(house, "limit_unknown", BadInput):
        ask(kind="luck")
    with refused(house, "amount_wrong", BadInput):
        ask(amount=-1)
    with refused(house, "not_staff", Forbidden):
        ask(actor="player:9999")
    with refused(house, "not_allowed", Forbidden):
        ask(actor=actor_of(house.dealer))
    with refused(house, "no_player", Unknown):
        ask(player=9999, actor="player:9999")


def test_a_deposit_limit_counts_cash_at_every_window_and_over_linked_cards(house: House) -> None:
    house.stock(chips={10000: 100})
    one, two = house.player(), house.player()
    set_limit(house, one, "deposit", 50_000)
    buy(house, two, 30_000)
    compliance = house.hire("mia", Role.COMPLIANCE)
    linking.link(key="l", card=two, joined=one, reason="one face", actor=actor_of(compliance), at=house.now())
    with refused(house, "limit_reached", Conflict):
        buy(house, one, 30_000)
    with refused(house, "limit_reached", Conflict):
        buy(house, two, 30_000)
    buy(house, one, 20_000)
    assert protection.in_force(player=two, day=NIGHT, at=house.at)[0].left == 0


@pytest.mark.parametrize(("span", "later"), [("day", 1), ("week", 7), ("month", 30)])
def test_a_limit_starts_anew_with_its_day_week_or_month(house: House, span: str, later: int) -> None:
    house.stock(chips={10000: 100})
    player = house.player()
    set_limit(house, player, "deposit", 10_000, span)
    buy(house, player, 10_000)
    with refused(house, "limit_reached", Conflict):
        buy(house, player, 10_000)
    house.at = datetime(2026, 6, 15 + later, 20, tzinfo=UTC) if later < 15 else datetime(2026, 7, 1, 20, tzinfo=UTC)
    buy(house, player, 10_000)


def test_two_buy_ins_at_once_do_not_pass_a_limit(house: House) -> None:
    house.stock(chips={10000: 200})
    for n in range(8):
        player = house.player()
        set_limit(house, player, "deposit", 15_000)
        both = [lambda key=f"{n}-{half}", player=player: buy(house, player, 10_000, key) for half in range(2)]
        assert race(*both) == ["done", "limit_reached"]


def test_an_exclusion_and_a_buy_in_at_once_never_leave_chips_bought_after_it(house: House) -> None:
    house.stock(chips={10000: 200})
    for n in range(8):
        player = house.player()
        race(
            lambda player=player, n=n: buy(house, player, 10_000, f"b{n}"),  # type: ignore[misc]
            lambda player=player, n=n: players.exclude(  # type: ignore[misc]
                key=f"x{n}", player=player, kind="self", until=None, actor=HOUSE, at=house.at
            ),
        )
    with house.owner() as owner:
        late = owner.execute(
            "select count(*) from people_currencyline l join people_exclusion x using (player_id)"
            " where l.recorded_at > x.recorded_at + interval '1 second'"
        ).fetchone()
    assert late == (0,)


def test_an_exclusion_on_one_card_bars_the_persons_others_and_he_is_paid(floor: Floor) -> None:
    house = floor.house
    floor.table(main="seven")
    floor.sit(100_000)
    other = house.player()
    compliance = house.hire("mia", Role.COMPLIANCE)
    players.exclude(key="x", player=other, kind="self", until=None, actor=HOUSE, at=house.now())
    linking.link(key="l", card=other, joined=floor.players[0], reason="one face", actor=actor_of(compliance),
                 at=house.now())  # fmt: skip
    with refused(house, "excluded", Forbidden):
        floor.act(1, {"stake": 10})
    with refused(house, "excluded", Forbidden):
        buy(house, floor.players[0], 10_000)
    seats.leave(key="up", table="H1", seat=1, actor=actor_of(house.dealer), at=house.now())
    with refused(house, "excluded", Forbidden):
        seats.take(key="s", table="H1", seat=2, player=floor.players[0], actor=actor_of(house.dealer), at=house.now())
    exchange.cash_out(
        key="c", player=floor.players[0], window=1, amount=100_000, actor=actor_of(house.cashier), at=house.now()
    )
    assert house.balance(f"player:{floor.players[0]}") == 0


def test_stakes_and_losses_are_counted_and_held_to_their_limits(floor: Floor) -> None:
    house = floor.house
    floor.table(main="seven")
    floor.sit(1_000_000, 1_000_000)
    staker, loser = floor.players
    set_limit(house, staker, "stake", 25_000)
    floor.play_round(1, 100)
    floor.play_round(1, 100)
    with refused(house, "limit_reached", Conflict):
        floor.act(1, {"stake": 60})
    assert protection.in_force(player=staker, day=NIGHT, at=house.at)[0].used == 20_000
    seats.leave(key="up", table="H1", seat=1, actor=actor_of(house.dealer), at=house.now())
    set_limit(house, loser, "loss", 30_000)
    with refused(house, "limit_reached", Conflict):
        floor.act(2, {"stake": 301})
    floor.act(2, {"stake": 300})
    assert protection.in_force(player=loser, day=NIGHT, at=house.at)[0].used == 30_000, "open stakes count as lost"
    while not (last := floor.throw()).over:
        pass
    (row,) = floor.rows("select lost, staked from people_played where player_id = %s", loser)
    assert row == (-100 * last.net["2"], 30_000)


def test_two_tables_at_once_do_not_pass_a_stake_limit(floor: Floor) -> None:
    house = floor.house
    floor.table("H1", main="seven")
    floor.table("H2", main="seven")
    player = floor.player(1_000_000)
    for table in ("H1", "H2"):
        seats.take(key=house.key(), table=table, seat=1, player=player, actor=actor_of(house.dealer), at=house.now())
    set_limit(house, player, "stake", 15_000)

    def stake(table: str) -> object:
        return acts.take(
            key=f"r{table}", table=table, seat=1, event={"stake": 100}, actor=actor_of(house.dealer), at=house.at
        )

    assert race(lambda: stake("H1"), lambda: stake("H2")) == ["done", "limit_reached"]


def test_a_stake_under_a_limit_takes_no_more_waits_than_one_without(floor: Floor) -> None:
    floor.table(main="seven")
    floor.sit(1_000_000)
    floor.play_round()
    with counting() as without:
        floor.act(1, {"stake": 10})
    while not floor.throw().over:
        pass
    set_limit(floor.house, floor.players[0], "stake", 500_000)
    with counting() as held:
        floor.act(1, {"stake": 10})
    with counting() as thrown:
        floor.throw()
    assert held.round_trips == without.round_trips == 2
    assert thrown.round_trips + 1 <= 8, "the keeper's one read is not among those counted"


def test_A04_a_stake_cut_off_after_its_debit_leaves_neither_debit_nor_bet(floor: Floor) -> None:
    floor.table(main="seven")
    floor.sit(100_000)
    (player,) = floor.players
    with house_waits(floor.house, player) as web, ThreadPoolExecutor(1) as pool:
        stake = pool.submit(race, lambda: floor.act(1, {"stake": 50}))
        cut_off(web)
        assert stake.result() == ["database_away"]
    assert floor.house.balance(f"player:{player}") == 100_000
    assert floor.house.balance("table:h1:layout") == floor.house.balance("table:h1:held") == 0
    assert floor.rows("select count(*) from pit_round") == floor.rows("select count(*) from people_played") == [(0,)]
    floor.act(1, {"stake": 50})
    assert floor.house.balance(f"player:{player}") == 95_000


@contextmanager
def house_waits(house: House, player: int) -> Iterator[psycopg.Connection[Any]]:
    """Somebody else holds the person's lock: whoever lays has its debit written, not committed, and waits."""
    with house.owner() as other, house.web() as web:
        other.execute(
            "select pg_advisory_lock(hashtextextended('person', person)) from people_player where id = %s", [player]
        )
        yield web


def cut_off(web: psycopg.Connection[Any]) -> None:
    """Ends the connection that waits for the lock."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        found = web.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity"
            " where datname = current_database() and usename = current_user and wait_event = 'advisory'"
        ).fetchall()
        if found:
            return
        time.sleep(0.02)
    raise AssertionError("nobody came to wait for the lock")
