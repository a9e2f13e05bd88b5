"""A hazard table for the bench: one caster with chips without end, who stakes whenever the dice wait for it."""

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db import connections

from casino.books import days
from casino.cage import exchange
from casino.day import gaming_day
from casino.demo import evening, world
from casino.demo.cast import TABLES
from casino.demo.clock import Clock
from casino.demo.table import Felt
from casino.fairness import chains
from casino.fairness.vault import WrappingKey
from casino.people.actors import HOUSE, staff
from casino.pit import acts, seats, throws
from casino.profile import versions
from casino.profile.roles import Role
from casino.refusal import Conflict
from casino.settings.environment import parse_database_url
from ledger.wire import counting


@dataclass
class Bench:
    """The table under measurement."""

    felt: Felt

    def play(self, number: int) -> float:
        """Settles `number` throws; returns the seconds that went into stakes, which are not measured."""
        staking = 0.0
        for _ in range(number):
            try:
                self.throw()
            except Conflict as refused:
                if refused.code != "stake_first":
                    raise
                begun = time.perf_counter()
                acts.take(
                    key=self.felt.key(), table=self.felt.code, seat=1, event={"stake": 1},
                    actor=staff(self.felt.dealer), at=self.felt.clock.tick(1),
                )  # fmt: skip
                staking += time.perf_counter() - begun
                self.throw()
        return staking

    def trips(self) -> int:
        """Round trips of one throw with its settlement or its chance."""
        self.play(1)
        for _ in range(100):
            with counting() as seen:
                try:
                    self.throw()
                    return seen.round_trips
                except Conflict:
                    self.play(1)
        raise RuntimeError("no throw came through")

    def throw(self) -> None:
        throws.throw(
            key=self.felt.key(), table=self.felt.code, actor=staff(self.felt.dealer), at=self.felt.clock.tick(1)
        )


def ready(at: datetime, keys: Iterator[str]) -> Bench:
    """The demo's first table, opened for today, one guest seated."""
    house = world.found(at)
    days.ensure_open(gaming_day(versions.current().day_rule, at), HOUSE)
    world.stock(house, at)
    layout = TABLES[0]
    _chains(layout.code, at)
    felt = Felt(layout.code, house.one(Role.DEALER), house.one(Role.SUPERVISOR), Clock(at), keys)
    evening.open_table(house, felt, layout)
    exchange.buy_in_at_window(
        key="bench-buy-in", player=house.guests[0], window=world.WINDOW, amount=1_000_000,
        actor=staff(house.one(Role.CASHIER)), at=felt.clock.tick(1),
    )  # fmt: skip
    seats.take(
        key="bench-seat",
        table=felt.code,
        seat=1,
        player=house.guests[0],
        actor=staff(felt.dealer),
        at=felt.clock.tick(1),
    )
    return Bench(felt)


def _chains(table: str, at: datetime) -> None:
    """Made as the fairness login makes them: the web login can't."""
    web = dict(connections.settings["default"])
    for settings_of in (_login("FAIRNESS_DATABASE_URL"), None):
        connections.close_all()
        connections.settings["default"].update(settings_of or web)
        if settings_of:
            chains.stock_up(table, WrappingKey.read(settings.HOUSE_SECRETS), at)


def _login(variable: str) -> dict[str, object]:
    return parse_database_url(variable, os.environ[variable])
