"""The register of excluded people's attempts: every refusal is a row, though the act leaves nothing."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta

import psycopg
import pytest
from django.db import connections

from casino.cage import exchange, front_money
from casino.people import attempts, players
from casino.people.actors import HOUSE
from casino.people.actors import staff as actor_of
from casino.people.attempts import Attempt
from casino.pit import acts, seats, tokes
from casino.profile.roles import Role
from casino.refusal import Conflict, Forbidden, Refusal
from tests.casino.pit.floor import Floor
from tests.casino.refusals import refused
from tests.casino.world import House

NIGHT = date(2026, 6, 15)


def exclude(house: House, player: int, kind: str = "self") -> None:
    until = house.at + timedelta(days=1) if kind == "timeout" else None
    players.exclude(key=house.key(), player=player, kind=kind, until=until, actor=HOUSE, at=house.now())


def kept() -> list[Attempt]:
    return attempts.register(first=NIGHT, last=NIGHT, reader=HOUSE)


def window(house: House, deal: Callable[..., object], player: int) -> None:
    by = actor_of(house.cashier)
    deal(key=house.key(), player=player, window=1, amount=10_000, actor=by, at=house.now())


@pytest.mark.parametrize("kind", ["self", "house", "timeout"])
@pytest.mark.parametrize(
    ("deal", "wanted"),
    [
        (exchange.buy_in_at_window, "cage.buy_in"),
        (front_money.deposit, "cage.deposit"),
        (front_money.draw_chips, "cage.draw"),
    ],
)
def test_a_refusal_at_a_window_is_kept_though_nothing_else_is(
    house: House, deal: Callable[..., object], wanted: str, kind: str
) -> None:
    house.stock(chips={10000: 100}, cash=1_000_000)
    player = house.player("X1")
    exclude(house, player, kind)
    for _ in range(2):
        with refused(house, "excluded", Forbidden):
            window(house, deal, player)
    by = actor_of(house.cashier)
    assert [(each.card, each.kind, each.wanted, each.place, each.actor, each.day) for each in kept()] == [
        ("X1", kind, wanted, "window:1", by, NIGHT)
    ] * 2


def test_a_refusal_at_a_table_is_kept_for_seat_stake_buy_in_and_toke(floor: Floor) -> None:
    house, by = floor.house, actor_of(floor.house.dealer)
    floor.table(main="seven")
    floor.sit(100_000)
    (player,) = floor.players
    exclude(house, player)
    with refused(house, "excluded", Forbidden):
        floor.act(1, {"stake": 10})
    with refused(house, "excluded", Forbidden):
        tokes.toke(key="t", table="H1", seat=1, chips=1, actor=by, at=house.now())
    with refused(house, "excluded", Forbidden):
        exchange.buy_in_at_table(key="b", player=player, table="H1", amount=10_000, actor=by, at=house.now())
    seats.leave(key="up", table="H1", seat=1, actor=by, at=house.now())
    with refused(house, "excluded", Forbidden):
        seats.take(key="s", table="H1", seat=2, player=player, actor=by, at=house.now())
    assert [each.wanted for each in kept()] == ["stake", "toke", "table.buy_in", "seat"]
    assert {each.place for each in kept()} == {"table:H1"}
    assert floor.rows("select distinct player_id, profile from people_attempt") == [(player, 1)]


def test_other_refusals_and_acts_that_stay_open_to_him_are_no_attempts(house: House) -> None:
    house.stock(chips={10000: 1}, cash=1_000_000)
    player = house.player()
    with refused(house, "drawer_short", Conflict):
        exchange.buy_in_at_window(
            key="b", player=player, window=1, amount=20_000, actor=actor_of(house.cashier), at=house.now()
        )
    window(house, exchange.buy_in_at_window, player)
    exclude(house, player)
    window(house, exchange.cash_out, player)
    assert kept() == []


def test_the_register_is_for_compliance_and_auditors_and_is_never_rewritten(house: House) -> None:
    house.stock(chips={10000: 1})
    player = house.player()
    exclude(house, player)
    with pytest.raises(Forbidden):
        window(house, exchange.buy_in_at_window, player)
    for role, sees in ((Role.COMPLIANCE, True), (Role.AUDITOR, True), (Role.HOST, False)):
        reader = house.hire(f"one-{role}", role)
        if sees:
            assert len(attempts.register(first=NIGHT, last=NIGHT, reader=reader)) == 1
        else:
            with pytest.raises(Forbidden, match="compliance"):
                attempts.register(first=NIGHT, last=NIGHT, reader=reader)
    with house.owner() as owner, pytest.raises(psycopg.IntegrityError, match="append-only"):
        owner.execute("delete from people_attempt")
    with house.web() as web, pytest.raises(psycopg.errors.InsufficientPrivilege):
        web.execute("update people_attempt set wanted = 'nothing'")


@pytest.mark.parametrize("wanted", ["stake", "toke", "table.buy_in"])
def test_an_act_waits_for_an_exclusion_that_is_being_written_and_is_an_attempt(floor: Floor, wanted: str) -> None:
    """Two connections: the exclusion is not committed when the act looks, and is when the act would count."""
    house, by = floor.house, actor_of(floor.house.dealer)
    floor.table(main="seven")
    floor.sit(100_000)
    (player,) = floor.players

    def tried() -> str:
        try:
            if wanted == "stake":
                floor.act(1, {"stake": 10})
            elif wanted == "toke":
                tokes.toke(key="t", table="H1", seat=1, chips=1, actor=by, at=house.now())
            else:
                exchange.buy_in_at_table(key="b", player=player, table="H1", amount=10_000, actor=by, at=house.now())
        except Refusal as refusal:
            return refusal.code
        finally:
            connections.close_all()
        return "done"

    with psycopg.connect(house.addresses["WEB_DATABASE_URL"]) as other, ThreadPoolExecutor(1) as pool:
        other.execute("select people_lock_card(%s)", [player])
        other.execute(
            "insert into people_exclusion (player_id, kind, from_at, profile) values (%s, 'self', %s, 1)",
            [player, house.at],
        )
        waiting = pool.submit(tried)
        with pytest.raises(TimeoutError):
            waiting.result(0.5)
        other.commit()
        assert waiting.result(20) == "excluded"
    assert [(each.wanted, each.kind) for each in kept()] == [(wanted, "self")]
    assert house.balance(f"player:{player}") == 100_000


@pytest.mark.parametrize("wanted", ["stake", "toke", "table.buy_in"])
def test_an_act_asked_for_before_an_exclusion_and_sent_after_it_is_refused(floor: Floor, wanted: str) -> None:
    """Whoever opens a request and holds its end back until he is excluded has the time of the first line: in vain."""
    house, by = floor.house, actor_of(floor.house.dealer)
    floor.table(main="seven")
    floor.sit(100_000)
    (player,) = floor.players
    asked = house.now()
    players.exclude(key="x", player=player, kind="self", until=None, actor=HOUSE, at=house.now())
    late: dict[str, Callable[[], object]] = {
        "stake": lambda: acts.take(key="s", table="H1", seat=1, event={"stake": 10}, actor=by, at=asked),
        "toke": lambda: tokes.toke(key="t", table="H1", seat=1, chips=1, actor=by, at=asked),
        "table.buy_in": lambda: exchange.buy_in_at_table(
            key="b", player=player, table="H1", amount=10_000, actor=by, at=asked
        ),
    }
    with pytest.raises(Refusal) as refusal:
        late[wanted]()
    assert refusal.value.code == "excluded"
    assert house.balance(f"player:{player}") == 100_000
