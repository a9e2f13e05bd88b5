"""What comes from outside and goes there: chips issued and destroyed, cash fetched from and brought to the bank."""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Final

from casino.books import paper, places
from casino.books.act import act
from casino.cage import drawers
from casino.day import gaming_day
from casino.people import permissions
from casino.people.actors import staff
from casino.people.signing import ROLES, check_fresh, roles_in
from casino.profile import lines as denominations
from casino.profile import versions
from casino.profile.lines import Lines
from casino.refusal import BadInput, Forbidden

NEXT: Final = "select nextval('cage_outsidedocument_id_seq')"
WRITE: Final = """
insert into cage_outsidedocument (id, kind, place, asset, lines, amount, day, signer_id, witness_id, profile, at)
values (%(document)s, %(kind)s, %(place)s, %(asset)s, %(lines)s, %(amount)s, %(day)s, %(signer)s, %(witness)s,
        %(profile)s, %(at)s)
"""


@dataclass(frozen=True, slots=True)
class OutsideReceipt:
    """A signed document: `kind` is chip_issue, chip_destroy, bank_fetch or bank_bring; minor units."""

    document: int
    kind: str
    amount: int
    day: str


def issue_chips(*, key: str, lines: Lines, signer: int, witness: int, at: datetime) -> OutsideReceipt:
    """New chips into the vault, by denomination. Two people sign: the vault's, and a witness."""
    return _document(key, "chip_issue", lines, None, signer, witness, at)


def destroy_chips(*, key: str, lines: Lines, signer: int, witness: int, at: datetime) -> OutsideReceipt:
    """Chips out of the vault and out of the world. Refused if the vault has not so many."""
    return _document(key, "chip_destroy", lines, None, signer, witness, at)


def fetch_cash(*, key: str, amount: int, signer: int, witness: int, at: datetime) -> OutsideReceipt:
    """Cash from the bank into the vault."""
    return _document(key, "bank_fetch", None, amount, signer, witness, at)


def bring_cash(*, key: str, amount: int, signer: int, witness: int, at: datetime) -> OutsideReceipt:
    """Cash from the vault to the bank. Refused if the vault has not so much."""
    return _document(key, "bank_bring", None, amount, signer, witness, at)


def _document(
    key: str, kind: str, lines: Lines | None, cash: int | None, signer: int, witness: int, at: datetime
) -> OutsideReceipt:
    actor, what = staff(signer), "chips" if kind.startswith("chip") else "cash"
    if signer == witness:
        raise Forbidden("same_signer", "Two different people sign.")
    if lines is None and (type(cash) is not int or cash < 1):
        raise BadInput("amount_wrong", "Give a whole amount of at least 1, in minor units.")
    kept = denominations.stored(lines) if lines is not None else None
    request = {kind: kept if kept is not None else cash, "witness": witness}
    reads: list[tuple[str, dict[str, Any]]] = [
        (ROLES, {"logins": (signer, witness), "at": at}), (versions.CURRENT, {}), (NEXT, {}),
        *drawers.free(places.VAULT, what),
    ]  # fmt: skip

    def perform() -> OutsideReceipt:
        with act(actor, key, request, reads) as deed:
            if deed.earlier is not None:
                return OutsideReceipt(**deed.earlier)
            check_fresh(deed.rows(0), signer, witness)
            permissions.check("cage.outside", roles_in(deed.rows(0), signer))
            permissions.check("cage.outside_witness", roles_in(deed.rows(0), witness))
            profile = versions.of_row(deed.rows(1)[0])
            amount = denominations.total(profile, lines) if lines is not None else cash or 0
            if not amount:
                raise BadInput("no_lines", "Give at least one line of chips.")
            move = paper.from_outside
            if kind in ("chip_destroy", "bank_bring"):
                move = paper.to_outside
                drawers.check_holds(places.VAULT, deed.rows(4)[0][0], amount, what)
            asset = f"{what}:{profile.currency}"
            document, day = deed.rows(2)[0][0], gaming_day(profile.day_rule, at)
            deed.write(WRITE, {
                "document": document, "kind": kind, "place": places.VAULT, "asset": asset, "lines": kept,
                "amount": amount, "day": day, "signer": signer, "witness": witness, "profile": profile.version,
                "at": at,
            })  # fmt: skip
            deed.post(
                kind=kind, actor=actor, approvers=(staff(witness),), day=day, scope="outside", key=str(document),
                at=at, transfers=move(place=places.VAULT, asset=asset, amount=amount),
            )  # fmt: skip
            deed.audit(at, actor, f"cage.{kind}", f"outside:{document}", {"amount": str(amount)})
            receipt = OutsideReceipt(document, kind, amount, day.isoformat())
            deed.answer(asdict(receipt))
        return receipt

    return drawers.in_its_day(perform, actor)
