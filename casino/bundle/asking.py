"""Asking for an export: once a key, in the audit, handed on by the relay to the worker that makes it."""

from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Final

from casino.books.act import Read, act
from casino.books.refusals import of_ledger
from casino.bundle.jobs import MAKERS
from casino.day import gaming_day
from casino.people import permissions
from casino.people.actors import login_of
from casino.people.signing import ROLES, roles_in
from casino.profile import versions
from casino.refusal import BadInput
from ledger.errors import Refused
from ledger.exports import Scope, jobs
from ledger.exports.forms import FORMS

KINDS: Final = tuple(MAKERS)
FREE_OF_FORM: Final = "transfers"


@dataclass(frozen=True, slots=True)
class AskedReceipt:
    """An export that a worker will make: the job's number, and its public id."""

    job: int
    public_id: str


def ask(
    *, key: str, kind: str, form: str, first: date | None, last: date | None, actor: str, at: datetime
) -> AskedReceipt:
    """Asks for `kind` (transfers, rounds, bundle) of gaming days `first` to `last`, both None for everything.

    Refused: somebody who may not, an unknown kind or form, a range that ends before it begins or lies ahead, a form for
    what has its own.
    """
    login = login_of(actor)
    _check_form(kind, form)
    _check_begun(first, at)
    _check_begun(last, at)
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


def _check_form(kind: str, form: str) -> None:
    if kind in KINDS and kind != FREE_OF_FORM and form in FORMS and form != "csv":
        raise BadInput(
            "form_of_transfers", "Rounds and bundles have a form of their own: choose csv for them.", field="form"
        )


def _check_begun(day: date | None, at: datetime) -> None:
    """An empty file about a day to come would be a true one, and read as if nothing had happened."""
    today = gaming_day(versions.current().day_rule, at)
    if day is not None and day > today:
        raise BadInput(
            "day_not_begun",
            f"Gaming day {day} has not begun: ask for days up to {today}.",
            day=str(day),
            today=str(today),
        )
