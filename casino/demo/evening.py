"""A table's evening: opened, counted, filled, its guests seated and sold chips; and its end."""

import json
import time
from typing import Any

from django.db import connection

from casino.books import places
from casino.cage import drawer_counts, exchange, slips
from casino.count import boxes, drop, rake
from casino.demo.cast import Layout
from casino.demo.table import Felt, Guest, throw_once
from casino.demo.world import WINDOW, World, pieces
from casino.night.housekeeping import finish_throws
from casino.people.actors import staff
from casino.pit import counts, seats, shifts, voids
from casino.pit.desk import look
from casino.profile.roles import Role
from casino.refusal import Conflict, Unavailable

LAST_CLOSER = """
select c.lines from pit_count c join pit_shift s on s.id = c.shift_id join pit_table t on t.id = s.table_id
where t.code = %s and c.kind = 'closer' order by c.id desc limit 1
"""
TRAY = """
select coalesce(sum(a.balance), 0) from ledger_account a join ledger_asset s on s.id = a.asset_id
where a.path in (%s, %s) and s.code like 'chips:%%'
"""
BALANCE = """
select coalesce(sum(a.balance), 0) from ledger_account a join ledger_asset s on s.id = a.asset_id
where a.path = %s and s.code like 'chips:%%'
"""
RAKED = """
select s.id, coalesce(a.balance, 0) from pit_shift s join pit_table t on t.id = s.table_id
left join ledger_account a on a.path = 'table:' || lower(t.code) || ':rake'
where t.code = %s order by s.id desc limit 1
"""
BOX = """
select b.number from pit_box b join pit_table t on t.id = b.table_id join pit_shift s on s.id = b.shift_id
where t.code = %s order by b.id desc limit 1
"""
CASH_AT = """
select coalesce(sum(a.balance), 0) from ledger_account a join ledger_asset s on s.id = a.asset_id
where a.path = %s and s.code like 'cash:%%'
"""
LAST_RESORT = 200
CHAINS_SECONDS = 60


def open_table(world: World, felt: Felt, layout: Layout) -> None:
    """Opened with dealer and supervisor, counted as the last closer left it, filled to its float."""
    crew: dict[str, Any] = {"dealer": felt.dealer, "supervisor": felt.supervisor, "actor": staff(felt.supervisor)}
    _open(felt, crew)
    lines = last_closer(felt.code)
    counts.opener(key=felt.key(), table=felt.code, lines=lines, at=felt.clock.tick(120), **crew)
    missing = layout.float - sum(denomination * n for denomination, n in lines.items())
    if missing > 0:
        fill(world, felt, missing)


def _open(felt: Felt, crew: dict[str, Any]) -> None:
    """A table just set up waits for the worker that makes its first chains."""
    deadline = time.monotonic() + CHAINS_SECONDS
    while True:
        try:
            shifts.open_shift(key=felt.key(), table=felt.code, at=felt.clock.tick(60), **crew)
            return
        except Unavailable as refused:
            if refused.code != "no_chain" or time.monotonic() > deadline:
                raise
            time.sleep(0.2)


def fill(world: World, felt: Felt, amount: int) -> None:
    """A fill through its whole life: asked for, issued, carried, counted."""
    signers = {"issue": world.one(Role.CASHIER), "carry": world.one(Role.RUNNER), "count": felt.dealer}
    slip = slips.request(
        key=felt.key(), kind="fill", table=felt.code, window=WINDOW, lines=pieces(amount), signer=felt.supervisor,
        at=felt.clock.tick(30),
    )  # fmt: skip
    while slip.waits_for:
        slip = slips.sign(
            key=felt.key(), slip=slip.slip, step=slip.waits_for, amount=slip.amount, signer=signers[slip.waits_for],
            at=felt.clock.tick(60),
        )  # fmt: skip


def sit(felt: Felt, seat: int, guest: Guest) -> None:
    """The guest takes his seat and buys in for what his temper and the night's choices say."""
    seats.take(
        key=felt.key(),
        table=felt.code,
        seat=seat,
        player=guest.player,
        actor=staff(felt.dealer),
        at=felt.clock.tick(20),
    )
    felt.guests[seat] = guest
    buy_in(felt, guest)


def buy_in(felt: Felt, guest: Guest) -> None:
    amount = (1 + guest.chance.below(4)) * (10_000 + 2_500 * guest.temper.stake)
    exchange.buy_in_at_table(
        key=felt.key(), player=guest.player, table=felt.code, amount=amount, actor=staff(felt.dealer),
        at=felt.clock.tick(20),
    )  # fmt: skip
    guest.bought = amount


def cash_out(world: World, felt: Felt, guest: Guest) -> None:
    """All his chips for cash at the window."""
    amount = number(BALANCE, f"player:{guest.player}")
    if amount:
        exchange.cash_out(
            key=felt.key(), player=guest.player, window=WINDOW, amount=amount, actor=staff(world.one(Role.CASHIER)),
            at=felt.clock.tick(60),
        )  # fmt: skip


def void_round(world: World, felt: Felt) -> bool:
    """Voids the running round, if one runs."""
    desk = look(felt.code, felt.clock.now)
    if desk.round_state != "open":
        return False
    voids.void(
        key=felt.key(), table=felt.code, round=desk.round, reason="a die left the table",
        signers=(felt.supervisor, world.one(Role.PIT)), actor=staff(felt.supervisor), at=felt.clock.tick(30),
    )  # fmt: skip
    return True


def finish_left_open(world: World, felt: Felt) -> bool:
    """Closes a table that an interrupted night left open, its last throw finished, its bets sent back."""
    try:
        look(felt.code, felt.clock.now)
    except Conflict:
        return False
    finish_throws()
    void_round(world, felt)
    close_table(world, felt)
    count_box(world, felt)
    count_rake(world, felt)
    return True


def close_table(world: World, felt: Felt) -> None:
    """Told to close, the last round played out, everybody paid, counted, closed."""
    by = staff(felt.supervisor)
    shifts.tell_to_close(key=felt.key(), table=felt.code, actor=by, at=felt.clock.tick(30))
    for _ in range(LAST_RESORT):
        if look(felt.code, felt.clock.now).round_state is None or not throw_once(felt):
            break
    void_round(world, felt)
    for guest in (*felt.guests.values(), *felt.gone):
        cash_out(world, felt, guest)
    code = felt.code.lower()
    amount = number(TRAY, f"table:{code}:tray", f"table:{code}:held")
    crew: dict[str, Any] = {"dealer": felt.dealer, "supervisor": felt.supervisor, "actor": by}
    counts.closer(key=felt.key(), table=felt.code, lines=pieces(amount), at=felt.clock.tick(300), **crew)
    shifts.close_shift(key=felt.key(), table=felt.code, actor=by, at=felt.clock.tick(60))


def count_box(world: World, felt: Felt) -> None:
    """The box goes to the count room with two people of another shift; two count it, neither seeing the other's."""
    box = number(BOX, felt.code)
    first, second = world.staff[Role.COUNT]
    boxes.collect(key=felt.key(), table=felt.code, box=box, collector=first, witness=second, at=felt.clock.tick(300))
    cash = number(CASH_AT, f"box:{felt.code.lower()}:{box}")
    for counter in (first, second):
        drop.enter(
            key=felt.key(), table=felt.code, box=box, cash=cash, chip_lines={}, counter=counter,
            at=felt.clock.tick(200),
        )  # fmt: skip


def count_rake(world: World, felt: Felt) -> None:
    """What a peer game's table has raked is counted like a box, blind and by two."""
    with connection.cursor() as cursor:
        cursor.execute(RAKED, [felt.code])
        shift, amount = cursor.fetchone()
    if amount:
        for counter in world.staff[Role.COUNT]:
            rake.enter(key=felt.key(), shift=shift, lines=pieces(amount), counter=counter, at=felt.clock.tick(200))


def count_drawers(world: World, felt: Felt) -> None:
    """The cage's end of shift: vault and window counted by two each, after the last guest was paid."""
    first, second = world.staff[Role.CASHIER][:2]
    holders = {
        places.VAULT: (world.one(Role.VAULT), world.one(Role.ACCOUNTING)),
        places.window(WINDOW): (first, second),
    }
    for drawer, (holder, other) in holders.items():
        drawer_counts.count(
            key=felt.key(), drawer=drawer, chip_lines=pieces(number(BALANCE, drawer)), cash=number(CASH_AT, drawer),
            holder=holder, second=other, at=felt.clock.tick(300),
        )  # fmt: skip


def last_closer(table: str) -> dict[int, int]:
    """Pieces by denomination as the table's last closer counted them; nothing on its first night."""
    with connection.cursor() as cursor:
        cursor.execute(LAST_CLOSER, [table])
        row = cursor.fetchone()
    lines = json.loads(row[0]) if row else {}
    return {int(denomination): count for denomination, count in lines.items()}


def number(sql: str, *values: str | int) -> int:
    """The one whole number that a query gives."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return int(cursor.fetchone()[0])
