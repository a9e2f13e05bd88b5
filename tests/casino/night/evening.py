"""A small night for tests: tables with real chains and a real keeper, three players, dice until it is late."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import Any

from django.db import connections
from psycopg.types.json import Jsonb

from casino.cage import drawer_counts, exchange
from casino.count import boxes, drop
from casino.fairness import chains
from casino.fairness.keeper import client
from casino.fairness.keeper.chest import Chest
from casino.fairness.keeper.server import Keeper
from casino.fairness.vault import WrappingKey
from casino.people.actors import staff
from casino.pit import acts, seats, shifts, throws
from casino.profile.roles import Role
from casino.refusal import Refusal
from casino.settings.environment import parse_database_url
from tests.casino.world import House

DAY = date(2026, 6, 15)
LATE = datetime(2026, 6, 16, 5, 30, tzinfo=UTC)
"""Half an hour after the end of DAY in London."""
FLOAT = {10_000: 60, 2_500: 60, 500: 60, 100: 200}
DENOMINATIONS = (500_000, 100_000, 50_000, 10_000, 2_500, 1_000, 500, 100)


class Evening:
    """One house's night. Stakes go round the seats, ten chips each, so that every seat wins and loses."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.players = [house.player(f"P{n}") for n in (1, 2, 3)]
        self._seat = count()

    def open(self, table: str, settings: dict[str, Any] | None = None, *, fill: bool = True) -> None:
        """A table on the floor with its chains, a shift, an opener, a float, three seats with chips bought there."""
        house = self.house
        if not self._known(table):
            with house.owner() as owner:
                owner.execute(
                    "insert into pit_table (code, game, settings, chip, seats, par, version)"
                    " values (%s, 'hazard', %s, 100, 8, 0, 1)",
                    [table, Jsonb(settings or {})],
                )
            house.stock(chips=FLOAT)
        make_chains(house, table)
        by = staff(house.supervisor)
        shifts.open_shift(
            key=house.key(), table=table, dealer=house.dealer, supervisor=house.supervisor, actor=by, at=house.now()
        )
        house.opener(self._lines(table), table)
        if fill:
            house.done("fill", FLOAT, table)
        for number, player in enumerate(self.players, 1):
            if not self._sits_elsewhere(player):
                seats.take(key=house.key(), table=table, seat=number, player=player, actor=by, at=house.now())
            exchange.buy_in_at_table(
                key=house.key(), player=player, table=table, amount=30_000, actor=by, at=house.now()
            )

    def play(self, table: str, number: int) -> list[throws.ThrowReceipt]:
        """Throws the dice so often, laying a stake where they wait for one and odds where a chance stands."""
        receipts: list[throws.ThrowReceipt] = []
        while len(receipts) < number:
            try:
                receipts.append(self.throw(table))
            except Refusal:
                self.lay(table, "stake")
            else:
                if receipts[-1].calls == ["chance_set"]:
                    self.lay(table, "odds")
        return receipts

    def throw(self, table: str) -> throws.ThrowReceipt:
        house = self.house
        return throws.throw(key=house.key(), table=table, actor=staff(house.dealer), at=house.now())

    def lay(self, table: str, verb: str) -> None:
        """Ten chips of the first seat that may."""
        for seat in (1, 2, 3):
            try:
                acts.take(
                    key=self.house.key(), table=table, seat=seat, event={verb: 10}, actor=staff(self.house.dealer),
                    at=self.house.now(),
                )  # fmt: skip
            except Refusal:
                continue
            return

    def play_out(self, table: str) -> None:
        """Throws until nothing lies on the layout."""
        while self.house.balance(f"table:{table.lower()}:layout"):
            self.throw(table)

    def close(self, table: str, *, short: int = 0, count_drop: bool = True) -> None:
        """Told to close, played out, counted (`short` of its chips), closed; its boxes counted."""
        house = self.house
        house.tell(table)
        self.play_out(table)
        house.closer(self._lines(table, short), table)
        house.close(table)
        if count_drop:
            self.count_boxes(table)
        self.count_drawers()

    def count_drawers(self) -> None:
        """Vault and window, as the books have them, each by two."""
        house, second = self.house, self.house.accounting
        for drawer, holder in (("cage:window:1", house.cashier), ("cage:vault", house.vault)):
            by = self.other_cashier if drawer.startswith("cage:window") else second
            drawer_counts.count(
                key=house.key(), drawer=drawer, chip_lines=pieces(house.balance(drawer)),
                cash=house.balance(drawer, "cash"), holder=holder, second=by, at=house.now(),
            )  # fmt: skip

    @cached_property
    def other_cashier(self) -> int:
        return self.house.hire("cleo", Role.CASHIER)

    def count_boxes(self, table: str) -> None:
        """Every box of the table, fetched and counted blind by two who agree."""
        for box in boxes.expected(DAY):
            if box.table == table and not box.counted:
                self._count_box(table, box.box)

    def _count_box(self, table: str, box: int) -> None:
        house = self.house
        cash = house.balance(f"box:{table.lower()}:{box}", "cash")
        first, second = house.counters
        boxes.collect(key=house.key(), table=table, box=box, collector=first, witness=house.runner, at=house.now())
        for counter in (first, second):
            drop.enter(key=house.key(), table=table, box=box, cash=cash, chip_lines={}, counter=counter, at=house.now())

    def _lines(self, table: str, short: int = 0) -> dict[int, int]:
        """What lies in the tray, in the fewest pieces; or what the last closer counted, piece by piece."""
        with self.house.owner() as owner:
            row = owner.execute(
                "select c.lines from pit_count c join pit_shift s on s.id = c.shift_id join pit_table t"
                " on t.id = s.table_id where t.code = %s and c.kind = 'closer' and exists (select from pit_shift o"
                " where o.table_id = t.id and o.state = 'open') order by c.id desc limit 1",
                [table],
            ).fetchone()
        if row:
            return {int(denomination): pieces for denomination, pieces in row[0].items()}
        return pieces(self.house.balance(f"table:{table.lower()}:tray") - short)

    def _known(self, table: str) -> bool:
        with self.house.owner() as owner:
            return owner.execute("select from pit_table where code = %s", [table]).fetchone() is not None

    def _sits_elsewhere(self, player: int) -> bool:
        with self.house.owner() as owner:
            return (
                owner.execute("select from pit_seat where player_id = %s and left_at is null", [player]).fetchone()
                is not None
            )


def pieces(amount: int) -> dict[int, int]:
    """An amount in the fewest pieces."""
    lines = {}
    for denomination in DENOMINATIONS:
        number, amount = divmod(amount, denomination)
        if number:
            lines[denomination] = number
    return lines


def use(house: House, login: str) -> None:
    """Django speaks to the house as `login` from now on."""
    variable = "DATABASE_URL" if login == "owner" else f"{login.upper()}_DATABASE_URL"
    connections.close_all()
    connections.settings["default"].update(parse_database_url(variable, house.addresses[variable]))


def make_chains(house: House, table: str) -> None:
    """Two chains ahead, made as the fairness login, sealed under the servers' own key."""
    use(house, "fairness")
    chains.stock_up(table, key_of(house), house.now())
    use(house, "web")


def key_of(house: House) -> WrappingKey:
    return WrappingKey.read(Path(house.addresses["HOUSE_SECRETS"]))


@contextmanager
def keeping(house: House, socket: Path, monkeypatch: Any) -> Iterator[Path]:
    """The keeper, in a thread, on this house's database and under its own login."""
    chest = Chest(house.addresses["KEEPER_DATABASE_URL"], key_of(house))
    keeper = Keeper(socket, chest)
    thread = threading.Thread(target=keeper.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    monkeypatch.setenv("KEEPER_SOCKET", str(socket))
    try:
        yield socket
    finally:
        client.hang_up()
        keeper.shutdown()
        keeper.server_close()
        if chest._connection is not None:
            chest._connection.close()
