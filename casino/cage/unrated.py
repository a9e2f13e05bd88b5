"""Chips that walk: somebody shows chips that the books don't credit him with; they come from `floor:unrated`."""

from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Final

from casino.books import paper
from casino.books.act import Read, act, see
from casino.cage import drawers
from casino.cage.exchange import PLAYER
from casino.day import gaming_day
from casino.people import permissions
from casino.people.actors import staff
from casino.people.signing import ROLES, check_fresh, roles_in
from casino.profile import versions
from casino.refusal import Forbidden, Unknown

NEXT: Final = "select nextval('people_currencyline_id_seq')"
SHOWN: Final = """
select p.id, p.effective_at, p.actor, p.approvers[1], split_part(d.path, ':', 2)::bigint, t.amount
from ledger_posting p join ledger_transfer t on t.posting_id = p.id join ledger_account d on d.id = t.debit_id
where p.kind = 'unrated' and p.period = %(day)s order by p.id
"""


@dataclass(frozen=True, slots=True)
class ShownReceipt:
    """Chips that a player showed and is credited with from now on; minor units."""

    player: int
    amount: int
    day: str


@dataclass(frozen=True, slots=True)
class Shown:
    """A line of the night's list: who showed how much, who took it down and who saw it."""

    posting: int
    at: datetime
    cashier: str
    witness: str
    player: int
    amount: int


def show(*, key: str, player: int, amount: int, cashier: int, witness: int, at: datetime) -> ShownReceipt:
    """Credits a player with chips that he shows at the cage and the books have elsewhere; then he cashes out as ever.

    Refused: one person twice, a cashier or witness without the role, no such player, no whole chips.
    """
    if cashier == witness:
        raise Forbidden("same_signer", "Two different people see the chips.")
    actor = staff(cashier)
    reads: list[Read] = [
        (ROLES, {"logins": (cashier, witness), "at": at}), (PLAYER, {"player": player}), (versions.CURRENT, {}),
        (NEXT, {}),
    ]  # fmt: skip

    def perform() -> ShownReceipt:
        with act(actor, key, {"show": amount, "player": player, "witness": witness}, reads) as deed:
            if deed.earlier is not None:
                return ShownReceipt(**deed.earlier)
            check_fresh(deed.rows(0), cashier, witness)
            permissions.check("cage.cash_out", roles_in(deed.rows(0), cashier))
            permissions.check("cage.unrated_witness", roles_in(deed.rows(0), witness))
            if deed.row(1) is None:
                raise Unknown("no_player", "There is no such player.")
            profile = versions.of_row(deed.rows(2)[0])
            drawers.whole_chips(profile, amount)
            day, number = gaming_day(profile.day_rule, at), deed.rows(3)[0][0]
            deed.post(
                kind="unrated", actor=actor, approvers=(staff(witness),), day=day, scope="unrated", key=str(number),
                at=at, transfers=paper.shown(player=player, amount=amount, currency=profile.currency),
            )  # fmt: skip
            deed.audit(at, actor, "cage.show", f"player:{player}", {"amount": str(amount), "witness": witness})
            receipt = ShownReceipt(player, amount, day.isoformat())
            deed.answer(asdict(receipt))
        return receipt

    return drawers.in_its_day(perform, actor)


def shown(*, day: date) -> list[Shown]:
    """The chips that walked in a gaming day, for the night's list."""
    (rows,) = see((SHOWN, {"day": day}))
    return [Shown(*row) for row in rows]
