"""Chips and cash between the drawers of the cage: offered by one, they move when the receiver accepts."""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Final

from casino.books import paper, places
from casino.books.act import Read, act
from casino.cage import drawers
from casino.day import gaming_day
from casino.people import permissions
from casino.people.actors import staff
from casino.people.signing import ROLES, check_fresh, roles_in
from casino.profile import versions
from casino.profile.house import HouseProfile
from casino.refusal import BadInput, Conflict, Forbidden, Unknown

NEXT: Final = "select nextval('cage_transfer_id_seq')"
OFFER: Final = """
insert into cage_transfer (id, source, target, asset, amount, day, sender_id, at)
values (%(transfer)s, %(source)s, %(target)s, %(asset)s, %(amount)s, %(day)s, %(sender)s, %(at)s)
"""
LOCK: Final = """
select id, source, target, asset, amount, day, state, sender_id from cage_transfer where id = %(transfer)s
for no key update
"""
END: Final = """
update cage_transfer set state = %(state)s, receiver_id = %(receiver)s, ended_at = %(at)s where id = %(transfer)s
"""


@dataclass(frozen=True, slots=True)
class HandOverReceipt:
    """A transfer between drawers: offered, accepted or refused. Minor units."""

    transfer: int
    source: str
    target: str
    asset: str
    amount: int
    state: str


def offer(*, key: str, source: str, target: str, what: str, amount: int, sender: int, at: datetime) -> HandOverReceipt:
    """Offers `amount` of `what` (chips, cash) of one drawer (`cage:vault`, `cage:window:2`) to another.

    Refused: a drawer that is not there, one that has not so much, a sender who may not open it.
    """
    if what not in ("chips", "cash"):
        raise BadInput("what_unknown", "Chips or cash are handed over.", what=what)
    if source == target:
        raise BadInput("same_account", "Two different drawers are needed.")
    if type(amount) is not int or amount < 1:
        raise BadInput("amount_wrong", "Give a whole amount of at least 1, in minor units.")
    actor = staff(sender)
    request = {"offer": amount, "what": what, "source": source, "target": target}
    reads: list[Read] = [
        (ROLES, {"logins": (sender,), "at": at}), (versions.CURRENT, {}), (NEXT, {}), *drawers.free(source, what),
    ]  # fmt: skip
    with act(actor, key, request, reads) as deed:
        if deed.earlier is not None:
            return HandOverReceipt(**deed.earlier)
        profile = versions.of_row(deed.rows(1)[0])
        check_fresh(deed.rows(0), sender)
        check_drawer(profile, target)
        check_opens(profile, source, roles_in(deed.rows(0), sender))
        drawers.check_holds(source, deed.rows(4)[0][0], amount, what)
        receipt = HandOverReceipt(deed.rows(2)[0][0], source, target, f"{what}:{profile.currency}", amount, "offered")
        deed.write(OFFER, asdict(receipt) | {
            "day": gaming_day(profile.day_rule, at), "sender": sender, "at": at,
        })  # fmt: skip
        deed.audit(at, actor, "cage.offer", f"transfer:{receipt.transfer}", {"amount": str(amount)})
        deed.answer(asdict(receipt))
    return receipt


def accept(*, key: str, transfer: int, receiver: int, at: datetime) -> HandOverReceipt:
    """The receiver has counted and takes it: now it moves, in the gaming day of its offer."""
    return _end(key, transfer, receiver, at, "accepted")


def refuse(*, key: str, transfer: int, receiver: int, at: datetime) -> HandOverReceipt:
    """The receiver does not take it: it stays where it was."""
    return _end(key, transfer, receiver, at, "refused")


def _end(key: str, transfer: int, receiver: int, at: datetime, state: str) -> HandOverReceipt:
    actor = staff(receiver)
    what = {"transfer": transfer}
    reads: list[Read] = [(ROLES, {"logins": (receiver,), "at": at}), (versions.CURRENT, {}), (LOCK, what)]

    def perform() -> HandOverReceipt:
        with act(actor, key, {state: transfer}, reads) as deed:
            if deed.earlier is not None:
                return HandOverReceipt(**deed.earlier)
            row = deed.row(2)
            if row is None:
                raise Unknown("no_transfer", "There is no such transfer.", transfer=transfer)
            number, source, target, asset, amount, day, was, sender = row
            if was != "offered":
                raise Conflict("transfer_ended", f"This transfer was {was} already.", state=was)
            if sender == receiver:
                raise Forbidden("same_signer", "Somebody else accepts what you send.")
            check_fresh(deed.rows(0), receiver)
            check_opens(versions.of_row(deed.rows(1)[0]), target, roles_in(deed.rows(0), receiver))
            if state == "accepted":
                moved = paper.hand_over(source=source, target=target, asset=asset, amount=amount)
                deed.post(
                    kind="hand_over", actor=actor, approvers=(staff(sender),), day=day, scope="transfer",
                    key=str(transfer), at=at, transfers=moved,
                )  # fmt: skip
            deed.write(END, {"transfer": transfer, "state": state, "receiver": receiver, "at": at})
            deed.audit(at, actor, f"cage.{state}", f"transfer:{transfer}", {"amount": str(amount)})
            receipt = HandOverReceipt(number, source, target, asset, amount, state)
            deed.answer(asdict(receipt))
        return receipt

    return drawers.in_its_day(perform, actor)


def check_drawer(profile: HouseProfile, drawer: str) -> None:
    """BadInput `no_such_drawer` unless the house has this drawer."""
    if drawer != places.VAULT and drawer not in map(places.window, profile.windows):
        raise BadInput("no_such_drawer", "A drawer is cage:vault or cage:window and a number.", drawer=drawer)


def check_opens(profile: HouseProfile, drawer: str, roles: list[str]) -> None:
    """Whether somebody with `roles` may open a drawer: the vault's people the vault, cashiers the windows."""
    check_drawer(profile, drawer)
    permissions.check("cage.vault" if drawer == places.VAULT else "cage.window", roles)
