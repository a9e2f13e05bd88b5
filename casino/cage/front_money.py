"""Front money: cash left at the cage against a claim, taken back in cash or in chips."""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Final

from casino.books import paper
from casino.books.act import Read, act
from casino.cage import drawers
from casino.cage.exchange import PLAYER, Dealing, ExchangeReceipt, at_window
from casino.day import gaming_day
from casino.people import permissions, protection
from casino.people.actors import login_of
from casino.people.attempts import noted
from casino.people.players import BARRED
from casino.people.signing import ROLES, roles_in
from casino.profile import versions
from casino.refusal import Forbidden, Unknown

DEPOSIT: Final = Dealing("cage.deposit", "front_money_in", "in", None, False, True, paper.deposit)
WITHDRAW: Final = Dealing("cage.withdraw", "front_money_out", "out", "cash", False, False, paper.withdrawal)
NEXT: Final = "select nextval('people_currencyline_id_seq')"


@dataclass(frozen=True, slots=True)
class DrawReceipt:
    """Chips given against front money; minor units."""

    player: int
    window: int
    amount: int
    day: str


def deposit(*, key: str, player: int, window: int, amount: int, actor: str, at: datetime) -> ExchangeReceipt:
    """Cash that a player leaves at a window. Refused: excluded, or at his deposit limit."""
    return at_window(DEPOSIT, key, player, window, amount, actor, at)


def withdraw(*, key: str, player: int, window: int, amount: int, actor: str, at: datetime) -> ExchangeReceipt:
    """Front money paid back in cash, to excluded players too. Refused: more than he left, drawer short of cash."""
    return at_window(WITHDRAW, key, player, window, amount, actor, at)


def draw_chips(*, key: str, player: int, window: int, amount: int, actor: str, at: datetime) -> DrawReceipt:
    """Chips against front money: no currency crosses, so no line. Refused: excluded, more than he left, drawer short.

    The same key gives the first receipt; the posting stands under it.
    """
    what = {"player": player, "at": at}
    login = login_of(actor)
    reads: list[Read] = [
        (ROLES, {"logins": (login,), "at": at}), (PLAYER, what), (BARRED, what), (versions.CURRENT, {}), (NEXT, {}),
        *drawers.free(f"cage:window:{window}", "chips"),
    ]  # fmt: skip

    def perform() -> DrawReceipt:
        trying = noted(wanted="cage.draw", place=f"window:{window}", actor=actor, at=at, player=player)
        with trying, act(actor, key, {"draw": amount, "player": player, "window": window}, reads) as deed:
            if deed.earlier is not None:
                return DrawReceipt(**deed.earlier)
            permissions.check("cage.draw", roles_in(deed.rows(0), login))
            if deed.row(1) is None:
                raise Unknown("no_player", "There is no such player.")
            if deed.rows(2)[0][0] is not None:
                raise Forbidden("excluded", "This player is excluded from play; his money can be paid back.")
            profile = versions.of_row(deed.rows(3)[0])
            drawers.whole_chips(profile, amount)
            drawers.check_holds(drawers.window(profile, window), deed.rows(6)[0][0], amount, "chips")
            day, number = gaming_day(profile.day_rule, at), deed.rows(4)[0][0]
            deed.post(
                kind="front_money_chips", actor=actor, day=day, scope="front_money", key=str(number), at=at,
                transfers=paper.drawn_chips(player=player, window=window, amount=amount, currency=profile.currency),
            )  # fmt: skip
            protection.bring_in(deed, player=player, day=day, at=at)
            deed.audit(at, actor, "cage.draw", f"player:{player}", {"amount": str(amount), "window": window})
            receipt = DrawReceipt(player, window, amount, day.isoformat())
            deed.answer(asdict(receipt))
        return receipt

    return drawers.in_its_day(perform, actor)
