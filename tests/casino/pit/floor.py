"""A floor for tests: real chains, a real keeper on its socket, tables with chips, players who can play."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings

from casino.cage import exchange
from casino.fairness import chains
from casino.fairness.keeper import client
from casino.fairness.keeper.chest import Chest
from casino.fairness.keeper.server import Keeper
from casino.fairness.vault import WrappingKey
from casino.people.actors import staff
from casino.pit import acts, seats, shifts, tables, throws
from tests.casino.conftest import use
from tests.casino.world import House

STOCK = {50000: 60, 10000: 300, 2500: 120, 500: 100, 100: 1000}
TRAY = {50000: 20, 10000: 100, 2500: 40}


class Floor:
    """One hazard table H1 (chips of 1.00, main seven) unless asked otherwise; players sit in seats 1, 2, …"""

    def __init__(self, house: House) -> None:
        self.house = house
        self.players: list[int] = []
        self.key = WrappingKey.read(Path(house.addresses["HOUSE_SECRETS"]))

    def table(self, code: str = "H1", game: str = "hazard", chip: int = 100, **rules: Any) -> None:
        """Set up, chained, opened, counted and filled."""
        house = self.house
        manager = house.pit
        tables.set_up(
            key=house.key(), code=code, game=game, settings=rules, chip=chip, seats=8, actor=staff(manager),
            at=house.now(),
        )  # fmt: skip
        self.chain(code)
        self.open(code)
        house.opener({}, code)
        house.stock(chips=STOCK, cash=5_000_000)
        house.done("fill", TRAY, code)

    def chain(self, code: str) -> None:
        use(self.house.addresses["FAIRNESS_DATABASE_URL"])
        try:
            chains.stock_up(code, self.key, self.house.now())
        finally:
            use(self.house.addresses["WEB_DATABASE_URL"])

    @contextmanager
    def worker(self) -> Iterator[None]:
        """The block speaks to the database as the Celery worker does."""
        use(self.house.addresses["WORKER_DATABASE_URL"])
        try:
            yield
        finally:
            use(self.house.addresses["WEB_DATABASE_URL"])

    def open(self, code: str = "H1") -> shifts.ShiftReceipt:
        house = self.house
        return shifts.open_shift(
            key=house.key(), table=code, dealer=house.dealer, supervisor=house.supervisor,
            actor=staff(house.supervisor), at=house.now(),
        )  # fmt: skip

    def player(self, chips: int = 100_000) -> int:
        """A player with this balance, in minor units, bought at the window."""
        house = self.house
        player = house.player()
        if chips:
            exchange.buy_in_at_window(
                key=house.key(), player=player, window=1, amount=chips, actor=staff(house.cashier), at=house.now()
            )
        return player

    def sit(self, *chips: int, table: str = "H1") -> None:
        """Players with these balances in seats 1, 2, …"""
        for seat, balance in enumerate(chips, 1):
            player = self.player(balance)
            seats.take(
                key=self.house.key(), table=table, seat=seat, player=player, actor=staff(self.house.dealer),
                at=self.house.now(),
            )  # fmt: skip
            self.players.append(player)

    def act(self, seat: int, event: Mapping[str, Any], table: str = "H1", key: str | None = None) -> acts.ActReceipt:
        return acts.take(
            key=key or self.house.key(), table=table, seat=seat, event=event, actor=staff(self.house.dealer),
            at=self.house.now(),
        )  # fmt: skip

    def throw(self, table: str = "H1", key: str | None = None, after: int | None = None) -> throws.ThrowReceipt:
        return throws.throw(
            key=key or self.house.key(), table=table, actor=staff(self.house.dealer), at=self.house.now(), after=after
        )

    def play_round(self, seat: int = 1, stake: int = 10, table: str = "H1") -> throws.ThrowReceipt:
        """A stake and throws until the round is over."""
        self.act(seat, {"stake": stake}, table)
        while not (last := self.throw(table)).over:
            pass
        return last

    def rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        with self.house.owner() as owner:
            return owner.execute(sql, values).fetchall()


@contextmanager
def keeper(house: House, folder: Path) -> Iterator[None]:
    """The keeper on a socket of this test's own."""
    path = folder / "k.sock"
    chest = Chest(house.addresses["KEEPER_DATABASE_URL"], WrappingKey.read(settings.HOUSE_SECRETS))
    served = Keeper(path, chest)
    thread = threading.Thread(target=served.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield
    finally:
        client.hang_up()
        served.shutdown()
        thread.join()
        served.server_close()
