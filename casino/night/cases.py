"""The cases that nights have left: listed until an auditor who had no part in them signs them off."""

from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any, Final

from casino.books.act import Read, act, see
from casino.people import permissions
from casino.people.actors import staff
from casino.people.signing import ROLES, check_fresh, roles_in
from casino.profile import versions
from casino.refusal import BadInput, Conflict, Unknown

# A case of the register is closed where it is signed off: there, under its own name.
COLUMNS: Final = """
select k.id, n.day, p.table_code, c.name, k.code, k.subject, k.sentence, k.owner, k.recorded_at,
       coalesce(s.auditor_id, r.auditor_id), coalesce(s.reason, r.reason, '')
from night_case k join night_check c on c.id = k.check_made_id
join night_part p on p.id = c.part_id and p.run = c.run join night_night n on n.id = p.night_id
left join night_casesignoff s on s.case_id = k.id
left join count_signoff r on c.name = 'register' and r.subject = k.subject
"""
ALL: Final = COLUMNS + " where n.day between %(first)s and %(last)s order by n.day, p.table_code, k.id"
OPEN: Final = COLUMNS + (
    " where s.id is null and r.id is null and n.day <= %(day)s::date - %(days)s::int order by n.day, p.table_code, k.id"
)
ONE: Final = COLUMNS + " where k.id = %(case)s"
SIGN: Final = """
insert into night_casesignoff (case_id, reason, auditor_id, at) values (%(case)s, %(reason)s, %(auditor)s, %(at)s)
"""


@dataclass(frozen=True, slots=True)
class NightCase:
    """A case: its night's day and table (empty: the house), the check that found it, code, subject, sentence, the role
    that looks into it, since when; the auditor who signed it off (None: open) with what came of it."""

    case: int
    day: date
    table: str
    check: str
    code: str
    subject: str
    sentence: str
    owner: str
    since: datetime
    signed_off_by: int | None
    outcome: str


@dataclass(frozen=True, slots=True)
class CaseReceipt:
    """A case that is closed."""

    case: int
    auditor: int
    reason: str


def cases(*, first: date, last: date) -> list[NightCase]:
    """Every case of the nights of `first` to `last`, signed off or not."""
    (rows,) = see((ALL, {"first": first, "last": last}))
    return [NightCase(*row) for row in rows]


def overdue(*, day: date, days: int | None = None) -> list[NightCase]:
    """Open cases of nights at least `days` before `day`; the profile's exception_days if none are given, 0 for all."""
    limit = versions.current().exception_days if days is None else days
    (rows,) = see((OPEN, {"day": day, "days": limit}))
    return [NightCase(*row) for row in rows]


def sign_off(*, key: str, case: int, reason: str, auditor: int, at: datetime) -> CaseReceipt:
    """An auditor closes a case and says what came of it.

    Refused: no reason, no such case, closed already, one of the register (signed off there), somebody who is no auditor
    or worked its table that day.
    """
    if len(reason.strip()) < 3:
        raise BadInput("no_reason", "Write what came of it.")
    reads: list[Read] = [(ROLES, {"logins": (auditor,), "at": at}), (ONE, {"case": case})]
    with act(staff(auditor), key, {"sign_off_case": case, "reason": reason}, reads) as deed:
        if deed.earlier is not None:
            return CaseReceipt(**deed.earlier)
        check_fresh(deed.rows(0), auditor)
        permissions.check("exception.sign_off", roles_in(deed.rows(0), auditor))
        row: tuple[Any, ...] | None = deed.row(1)
        if row is None:
            raise Unknown("no_case", "There is no such case.", case=case)
        found = NightCase(*row)
        if found.signed_off_by is not None:
            raise Conflict("signed_off_already", "This case is closed.", by=found.signed_off_by)
        receipt = CaseReceipt(case, auditor, reason.strip())
        deed.write(SIGN, asdict(receipt) | {"at": at})
        deed.audit(at, staff(auditor), "case.sign_off", f"case:{case}", {"reason": reason.strip()})
        deed.answer(asdict(receipt))
    return receipt
