"""Asking for an export: once a key, in the audit, handed on by the relay to the worker that makes it."""

from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Final

from casino.books.act import Read, act
from casino.books.refusals import of_ledger
from casino.bundle.jobs import MAKERS
from casino.people import permissions
from casino.people.actors import login_of
from casino.people.signing import ROLES, roles_in
from ledger.errors import Refused
from ledger.exports import Scope, jobs

KINDS: Final = tuple(MAKERS)


@dataclass(frozen=True, slots=True)
class AskedReceipt:
    """An export that a worker will make: the job's number, and its public id."""

    job: int
    public_id: str


def ask(
    *, key: str, kind: str, form: str, first: date | None, last: date | None, actor: str, at: datetime
) -> AskedReceipt:
    """Asks for `kind` (transfers, rounds, bundle) of gaming days `first` to `last`, both None for everything.

    Refused: somebody who may not, an unknown kind or form, a range that ends before it begins.
    """
    login = login_of(actor)
    try:
        given = jobs.values(kind, form, Scope(first_day=first, last_day=last), actor, MAKERS)
    except Refused as refused:
        raise of_ledger(refused) from refused
    reads: list[Read] = [(ROLES, {"logins": (login,), "at": at})]
    with act(actor, key, {"export": given}, reads) as deed:
        if deed.earlier is not None:
            return AskedReceipt(**deed.earlier)
        permissions.check("ledger.export", roles_in(deed.rows(0), login))
        number, public_id = deed.ask(jobs.REQUEST, given)[0]
        deed.audit(at, actor, "export.request", f"export:{number}", {"export": number}, topic=jobs.TOPIC)
        receipt = AskedReceipt(number, public_id)
        deed.answer(asdict(receipt))
    return receipt
