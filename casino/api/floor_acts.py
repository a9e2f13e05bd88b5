"""The floor's paper by token: counts, reliefs, boxes, payouts by hand, shifts changed, tables set up."""

from typing import Any

from casino.api import bodies
from casino.api.acting import Asking, act
from casino.cage import exchange, slips
from casino.people import staff
from casino.pit import boxes, counts, overrides, relief, shift_change, tables, tokes
from casino.pit.shift_change import Crew
from casino.profile.roles import Role


def _counted(kind: str) -> Any:
    """The caller signs in the role that he has, the other of the two gives his own login."""

    def count(asking: Asking) -> counts.CountReceipt:
        table, other = asking.where["code"], asking.signer("second")
        deals = Role.DEALER in staff.roles_of(asking.login, f"table:{table}")
        crew: dict[str, Any] = {"dealer": other, "supervisor": asking.login}
        if deals:
            crew = {"dealer": asking.login, "supervisor": other}
        sign = counts.opener if kind == "opener" else counts.closer
        return sign(table=table, lines=asking.lines(), **crew, **asking.acted)

    return count


def _changed(asking: Asking) -> shift_change.ChangeReceipt:
    outgoing = Crew(asking.signer("outgoing_dealer"), asking.signer("outgoing_supervisor"))
    incoming = Crew(asking.signer("incoming_dealer"), asking.signer("incoming_supervisor"))
    swappers = (asking.signer("first_swapper"), asking.signer("second_swapper"))
    return shift_change.change(
        table=asking.where["code"], lines=asking.lines(), outgoing=outgoing, incoming=incoming, swappers=swappers,
        **asking.acted,
    )  # fmt: skip


Opener = act(
    "Opener", "table.count", "Count a tray before the first round", counts.CountReceipt, _counted("opener"),
    bodies.Counting,
)  # fmt: skip
Closer = act(
    "Closer", "table.count", "Count a tray at the end of a shift", counts.CountReceipt, _counted("closer"),
    bodies.Counting,
)  # fmt: skip
Relief = act(
    "Relief", "table.relieve", "Other people at an open table, without a count", relief.ReliefReceipt,
    lambda asking: relief.relieve(table=asking.where["code"], **asking.said, **asking.acted), bodies.Relieving,
)  # fmt: skip
BoxSwap = act(
    "BoxSwap", "box.swap", "A full box goes, an empty one hangs in its place", boxes.SwapReceipt,
    lambda asking: boxes.swap(
        table=asking.where["code"], first=asking.login, second=asking.signer("second"), **asking.keyed
    ), bodies.Second,
)  # fmt: skip
ShiftChange = act(
    "ShiftChange", "table.change_shift", "Both crews count together; the play goes on", shift_change.ChangeReceipt,
    _changed, bodies.Changing,
)  # fmt: skip
Payouts = act(
    "Payouts", "table.override", "A payout by hand that differs from the engine's", overrides.OverrideReceipt,
    lambda asking: overrides.pay(
        table=asking.where["code"], supervisor=asking.login, **asking.said, **asking.keyed
    ), bodies.Paying,
)  # fmt: skip
Tokes = act(
    "Tokes", "table.toke", "Chips from a player for the staff", tokes.TokeReceipt,
    lambda asking: tokes.toke(table=asking.where["code"], **asking.said, **asking.acted), bodies.Toking,
)  # fmt: skip
TableBuyIns = act(
    "TableBuyIns", "table.buy_in", "Chips for cash at a table", exchange.ExchangeReceipt,
    lambda asking: exchange.buy_in_at_table(
        player=asking.player(), table=asking.where["code"], amount=asking.said["amount"], **asking.acted
    ), bodies.Dealing,
)  # fmt: skip
TableSlips = act(
    "TableSlips", "slip.sign", "Ask for a fill or a credit slip, with the first signature", slips.SlipReceipt,
    lambda asking: slips.request(
        kind=asking.said["kind"], table=asking.where["code"], window=asking.said["window"], lines=asking.lines(),
        signer=asking.login, **asking.keyed,
    ), bodies.Asking,
)  # fmt: skip
SetUp = act(
    "SetUp", "table.set_up", "Put a table on the floor", tables.TableReceipt,
    lambda asking: tables.set_up(**asking.said, **asking.acted), bodies.SettingUp,
)  # fmt: skip
Settings = act(
    "Settings", "table.set_up", "Other settings from a table's next shift on", tables.TableReceipt,
    lambda asking: tables.change(table=asking.where["code"], **asking.said, **asking.acted), bodies.Setting,
)  # fmt: skip
Retire = act(
    "Retire", "table.set_up", "Take a table off the floor for good", tables.TableReceipt,
    lambda asking: tables.retire(table=asking.where["code"], **asking.said, **asking.acted), bodies.Retiring,
)  # fmt: skip
