"""Chips changed for chips of the same sum: the drawer's denominations change, the books do not, no currency crosses."""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Final

from casino.books.act import Read, act
from casino.cage import drawers
from casino.day import gaming_day
from casino.people import permissions
from casino.people.actors import login_of
from casino.people.signing import ROLES, roles_in
from casino.profile import lines as denominations
from casino.profile import versions
from casino.profile.lines import Lines
from casino.refusal import BadInput

CHANGE: Final = """
insert into cage_chipexchange ("window", day, taken, given, amount, cashier_id, profile, at)
values (%(window)s, %(day)s, %(taken)s, %(given)s, %(amount)s, %(cashier)s, %(profile)s, %(at)s)
"""


@dataclass(frozen=True, slots=True)
class ChangeReceipt:
    """Chips of `amount` changed at a window; minor units."""

    window: int
    amount: int
    day: str


def change(*, key: str, window: int, taken: Lines, given: Lines, actor: str, at: datetime) -> ChangeReceipt:
    """Takes chips from a player and gives him others of the same sum. Refused: sums that differ, unknown chips."""
    login = login_of(actor)
    kept = {"taken": denominations.stored(taken), "given": denominations.stored(given)}
    reads: list[Read] = [(ROLES, {"logins": (login,), "at": at}), (versions.CURRENT, {})]
    with act(actor, key, {"change": kept, "window": window}, reads) as deed:
        if deed.earlier is not None:
            return ChangeReceipt(**deed.earlier)
        permissions.check("cage.change", roles_in(deed.rows(0), login))
        profile = versions.of_row(deed.rows(1)[0])
        drawers.window(profile, window)
        amount = denominations.total(profile, taken)
        if not amount:
            raise BadInput("no_lines", "Give at least one line of chips.")
        denominations.total(profile, given, claimed=amount)
        receipt = ChangeReceipt(window, amount, gaming_day(profile.day_rule, at).isoformat())
        deed.write(CHANGE, asdict(receipt) | kept | {"cashier": login, "profile": profile.version, "at": at})
        deed.audit(at, actor, "cage.change", f"window:{window}", {"amount": str(amount)})
        deed.answer(asdict(receipt))
    return receipt
