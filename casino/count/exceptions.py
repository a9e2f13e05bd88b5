"""Exceptions: what went otherwise, in seven fields; open until an auditor who had no part in it signs it off."""

from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any, Final

from casino.books.act import Read, act, see
from casino.people import permissions
from casino.people.actors import staff
from casino.people.signing import ROLES, check_fresh, roles_in
from casino.profile import versions
from casino.refusal import BadInput, Conflict, Forbidden, Unknown

COLUMNS: Final = """
select e.subject, e.day, e.at, e.who, e.approved_by, e.what, e.before, e.after, e.why, e.involved,
       s.auditor_id, s.reason
from count_exception e left join count_signoff s on s.subject = e.subject
"""
REGISTER: Final = COLUMNS + " where e.day between %(first)s and %(last)s order by e.day, e.at, e.subject"
OPEN: Final = COLUMNS + (
    " where s.subject is null and e.at <= %(at)s::timestamptz - make_interval(days => %(days)s::int)"
    " order by e.at, e.subject"
)
ONE: Final = COLUMNS + " where e.subject = %(subject)s"
SIGN: Final = """
insert into count_signoff (subject, reason, auditor_id, at) values (%(subject)s, %(reason)s, %(auditor)s, %(at)s)
"""


@dataclass(frozen=True, slots=True)
class Exceptional:
    """One exception: when (`at`), who, approved by, what, before, after (minor units), why; then its gaming day, those
    who had part in it, and the auditor who signed it off (None: open) with what came of it. Logins by id."""

    subject: str
    day: date
    at: datetime
    who: int
    approved_by: tuple[int, ...]
    what: str
    before: int
    after: int
    why: str
    involved: frozenset[int]
    signed_off_by: int | None
    outcome: str


@dataclass(frozen=True, slots=True)
class SignOffReceipt:
    """An exception that is closed."""

    subject: str
    auditor: int
    reason: str


def register(*, first: date, last: date) -> list[Exceptional]:
    """Every exception of gaming days `first` to `last`, signed off or not."""
    (rows,) = see((REGISTER, {"first": first, "last": last}))
    return [_exceptional(*row) for row in rows]


def overdue(*, at: datetime, days: int | None = None) -> list[Exceptional]:
    """Open exceptions older than `days` at `at`; the profile's exception_days if none are given, 0 for all."""
    limit = versions.current().exception_days if days is None else days
    (rows,) = see((OPEN, {"at": at, "days": limit}))
    return [_exceptional(*row) for row in rows]


def sign_off(*, key: str, subject: str, reason: str, auditor: int, at: datetime) -> SignOffReceipt:
    """An auditor closes an exception and says what came of it. Refused: no reason, no such exception, closed already,
    somebody who is no auditor or had part in it."""
    if len(reason.strip()) < 3:
        raise BadInput("no_reason", "Write what came of it.")
    reads: list[Read] = [(ROLES, {"logins": (auditor,), "at": at}), (ONE, {"subject": subject})]
    with act(staff(auditor), key, {"sign_off": subject, "reason": reason}, reads) as deed:
        if deed.earlier is not None:
            return SignOffReceipt(**deed.earlier)
        check_fresh(deed.rows(0), auditor)
        permissions.check("exception.sign_off", roles_in(deed.rows(0), auditor))
        row = deed.row(1)
        if row is None:
            raise Unknown("no_exception", "There is no such exception.", subject=subject)
        found = _exceptional(*row)
        if found.signed_off_by is not None:
            raise Conflict("signed_off_already", "This exception is closed.", by=found.signed_off_by)
        if auditor in found.involved:
            raise Forbidden("of_the_shift", "Somebody who had no part in it signs an exception off.")
        receipt = SignOffReceipt(subject, auditor, reason.strip())
        deed.write(SIGN, asdict(receipt) | {"at": at})
        deed.audit(at, staff(auditor), "exception.sign_off", subject, {"reason": reason.strip()})
        deed.answer(asdict(receipt))
    return receipt


def _exceptional(*row: Any) -> Exceptional:
    facts: list[Any] = [*row[:4], tuple(row[4]), *row[5:9], frozenset(row[9]), row[10], row[11] or ""]
    return Exceptional(*facts)
