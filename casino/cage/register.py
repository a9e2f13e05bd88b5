"""The register of slips: every number of a gaming-day year, voids, reversals, missing numbers; reprints."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any, Final

from casino.books.act import Read, act, see
from casino.people import permissions
from casino.people.actors import login_of
from casino.people.signing import ROLES, roles_in
from casino.profile.lines import read
from casino.refusal import Unknown

ROWS: Final = """
select s.number, s.kind, s.table_code, s."window", s.day, s.lines, s.amount, s.state, s.reason,
       (select o.year || '/' || o.number from cage_slip o where o.id = s.reverses_id),
       (select coalesce(array_agg(g.step || ' ' || g.login_id order by g.id), '{}') from cage_slipsignature g
        where g.slip_id = s.id),
       (select count(*) from cage_slipprint p where p.slip_id = s.id)
from cage_slip s where s.year = %(year)s order by s.number
"""
MISSING: Final = """
select n from cage_slipyear y, generate_series(1, y.last) n
where y.year = %(year)s and not exists (select from cage_slip s where s.year = y.year and s.number = n) order by n
"""
LOCK: Final = "select year || '/' || number from cage_slip where id = %(slip)s for no key update"
COPIES: Final = "select count(*) from cage_slipprint where slip_id = %(slip)s"
PRINT: Final = """
insert into cage_slipprint (slip_id, copy, login_id, at) values (%(slip)s, %(copy)s, %(login)s, %(at)s)
"""


@dataclass(frozen=True, slots=True)
class Registered:
    """One number of the register; `reverses` names the slip taken back, `prints` how often it was put on paper."""

    number: int
    kind: str
    table: str
    window: int
    day: date
    lines: Mapping[int, int]
    amount: int
    state: str
    reason: str
    reverses: str | None
    signers: tuple[str, ...]
    prints: int


@dataclass(frozen=True, slots=True)
class Register:
    """The slips of a gaming-day year in their order; `missing` are numbers given to no slip, which must be none."""

    year: int
    rows: tuple[Registered, ...]
    missing: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PrintReceipt:
    """A slip on paper: copy 0 is the original and bears no mark, copy n the words REPRINT n."""

    slip: int
    number: str
    copy: int
    mark: str


def register(year: int) -> Register:
    """Every slip of the gaming-day year, and the numbers that no slip has."""
    rows, missing = see((ROWS, {"year": year}), (MISSING, {"year": year}))
    return Register(
        year,
        tuple(_registered(*row) for row in rows),
        tuple(number for (number,) in missing),
    )


def _registered(*row: Any) -> Registered:
    facts: list[Any] = [*row[:5], read(row[5]), *row[6:10], tuple(row[10]), row[11]]
    return Registered(*facts)


def print_slip(*, key: str, slip: int, actor: str, at: datetime) -> PrintReceipt:
    """Counts one more paper of a slip. The same key prints the same copy again. Refused: no such slip, wrong role."""
    login = login_of(actor)
    what = {"slip": slip}
    reads: list[Read] = [(ROLES, {"logins": (login,), "at": at}), (LOCK, what), (COPIES, what)]
    with act(actor, key, {"print": slip}, reads) as deed:
        if deed.earlier is not None:
            return PrintReceipt(**deed.earlier)
        permissions.check("slip.print", roles_in(deed.rows(0), login))
        row = deed.row(1)
        if row is None:
            raise Unknown("no_slip", "There is no such slip.", slip=slip)
        copy = deed.rows(2)[0][0]
        receipt = PrintReceipt(slip, row[0], copy, f"REPRINT {copy}" if copy else "")
        deed.write(PRINT, what | {"copy": copy, "login": login, "at": at})
        deed.audit(at, actor, "slip.print", f"slip:{slip}", {"copy": copy})
        deed.answer(asdict(receipt))
    return receipt
