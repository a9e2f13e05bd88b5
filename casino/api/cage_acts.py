"""The cage by token: slips signed, void, taken back and printed; windows, drawers, documents; lines taken back."""

from collections.abc import Callable
from typing import Any, Final

from casino.api import bodies
from casino.api.acting import Asking, act
from casino.cage import (
    changing,
    corrections,
    drawer_counts,
    exchange,
    front_money,
    hand_overs,
    outside,
    register,
    reversals,
    slips,
    unrated,
    voids,
)

DRAWER: Final = ("cage.window", "cage.vault")


def _dealt(function: Callable[..., Any]) -> Callable[[Asking], Any]:
    """A dealing with a player at a window, known by his card."""
    return lambda asking: function(
        player=asking.player(), window=asking.where["window"], amount=asking.said["amount"], **asking.acted
    )


def _written(function: Callable[..., Any], chips: bool) -> Callable[[Asking], Any]:
    """A document of the vault: the caller signs, the witness gives his own login."""

    def write(asking: Asking) -> outside.OutsideReceipt:
        what: dict[str, Any] = {"lines": asking.lines()} if chips else {"amount": asking.said["amount"]}
        document: outside.OutsideReceipt = function(
            signer=asking.login, witness=asking.signer("second"), **what, **asking.keyed
        )
        return document

    return write


SlipSign = act(
    "SlipSign", "slip.sign", "Sign the step of a slip that is due", slips.SlipReceipt,
    lambda asking: slips.sign(slip=asking.where["slip"], signer=asking.login, **asking.said, **asking.keyed),
    bodies.Signing,
)  # fmt: skip
SlipVoid = act(
    "SlipVoid", "slip.sign", "Void a slip before its chips have moved", slips.SlipReceipt,
    lambda asking: voids.void(
        slip=asking.where["slip"], signers=(asking.login, asking.signer("second")), reason=asking.said["reason"],
        **asking.acted,
    ), bodies.ReasonedBySecond,
)  # fmt: skip
SlipReversal = act(
    "SlipReversal", "slip.sign", "Ask for the slip that takes a done one back", slips.SlipReceipt,
    lambda asking: reversals.reverse(
        slip=asking.where["slip"], reason=asking.said["reason"], signer=asking.login, **asking.keyed
    ), bodies.Reasoned,
)  # fmt: skip
SlipPrint = act(
    "SlipPrint", "slip.print", "Count one more paper of a slip", register.PrintReceipt,
    lambda asking: register.print_slip(slip=asking.where["slip"], **asking.acted),
)  # fmt: skip
BuyIns = act(
    "BuyIns", "cage.buy_in", "Chips for cash at a window", exchange.ExchangeReceipt, _dealt(exchange.buy_in_at_window),
    bodies.Dealing,
)  # fmt: skip
CashOuts = act(
    "CashOuts", "cage.cash_out", "Cash for chips", exchange.ExchangeReceipt, _dealt(exchange.cash_out), bodies.Dealing
)
WindowDeposits = act(
    "WindowDeposits", "cage.deposit", "Cash left at a window", exchange.ExchangeReceipt, _dealt(front_money.deposit),
    bodies.Dealing,
)  # fmt: skip
Withdrawals = act(
    "Withdrawals", "cage.withdraw", "Front money paid back in cash", exchange.ExchangeReceipt,
    _dealt(front_money.withdraw), bodies.Dealing,
)  # fmt: skip
Draws = act(
    "Draws", "cage.draw", "Chips against front money", front_money.DrawReceipt, _dealt(front_money.draw_chips),
    bodies.Dealing,
)  # fmt: skip
Changes = act(
    "Changes", "cage.change", "Chips for chips of the same sum", changing.ChangeReceipt,
    lambda asking: changing.change(
        window=asking.where["window"], taken=asking.lines("taken"), given=asking.lines("given"), **asking.acted
    ), bodies.ChangingChips,
)  # fmt: skip
Shown = act(
    "Shown", "cage.cash_out", "Chips shown that the books don't know of", unrated.ShownReceipt,
    lambda asking: unrated.show(
        player=asking.player(), amount=asking.said["amount"], cashier=asking.login, witness=asking.signer("second"),
        **asking.keyed,
    ), bodies.Showing,
)  # fmt: skip
LineVoid = act(
    "LineVoid", "slip.sign", "Take a currency line back that was entered in error", corrections.CorrectionReceipt,
    lambda asking: corrections.void_line(
        line=asking.where["line"], signers=(asking.login, asking.signer("second")), reason=asking.said["reason"],
        **asking.keyed,
    ), bodies.ReasonedBySecond,
)  # fmt: skip
Offers = act(
    "Offers", DRAWER, "Offer chips or cash to another drawer", hand_overs.HandOverReceipt,
    lambda asking: hand_overs.offer(sender=asking.login, **asking.said, **asking.keyed), bodies.Offering,
)  # fmt: skip
Accept = act(
    "Accept", DRAWER, "Take what another drawer offers", hand_overs.HandOverReceipt,
    lambda asking: hand_overs.accept(transfer=asking.where["transfer"], receiver=asking.login, **asking.keyed),
)  # fmt: skip
Decline = act(
    "Decline", DRAWER, "Leave what another drawer offers where it is", hand_overs.HandOverReceipt,
    lambda asking: hand_overs.refuse(transfer=asking.where["transfer"], receiver=asking.login, **asking.keyed),
)  # fmt: skip
DrawerCounts = act(
    "DrawerCounts", DRAWER, "Count a drawer by two", drawer_counts.DrawerReceipt,
    lambda asking: drawer_counts.count(
        drawer=asking.said["drawer"], chip_lines=asking.lines(), cash=asking.said["cash"], holder=asking.login,
        second=asking.signer("second"), **asking.keyed,
    ), bodies.CountingDrawer,
)  # fmt: skip
ChipIssue = act(
    "ChipIssue", "cage.outside", "New chips into the vault", outside.OutsideReceipt,
    _written(outside.issue_chips, True), bodies.ChipDocument,
)  # fmt: skip
ChipDestroy = act(
    "ChipDestroy", "cage.outside", "Chips out of the vault and out of the world", outside.OutsideReceipt,
    _written(outside.destroy_chips, True), bodies.ChipDocument,
)  # fmt: skip
BankFetch = act(
    "BankFetch", "cage.outside", "Cash from the bank into the vault", outside.OutsideReceipt,
    _written(outside.fetch_cash, False), bodies.CashDocument,
)  # fmt: skip
BankBring = act(
    "BankBring", "cage.outside", "Cash from the vault to the bank", outside.OutsideReceipt,
    _written(outside.bring_cash, False), bodies.CashDocument,
)  # fmt: skip
