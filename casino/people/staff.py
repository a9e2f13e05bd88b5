"""The house's people: hired with one login each, given roles and relieved of them, dismissed; never deleted."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.contrib.auth.hashers import make_password
from django.db import connection

from casino.books.act import Act, Read, act
from casino.people import permissions
from casino.people.actors import HOUSE, login_of
from casino.people.signing import ROLES, roles_in
from casino.profile.roles import Role
from casino.refusal import BadInput, Conflict, Forbidden, Unknown

LEAST_PASSWORD: Final = 10
ROLES_NOW: Final = "select people_roles(%s, %s)"
ANY_ADMINISTRATOR: Final = """
select 1 from people_rolegrant where role = 'administrator' and ended_at is null limit 1
"""
LOGIN: Final = """
select id, is_active, password like '!%%' from people_login where id = %(login)s for no key update
"""
NAME_TAKEN: Final = """
select exists (select from people_login where username = %(username)s), nextval('people_login_id_seq')
"""
HIRE: Final = """
insert into people_login (id, username, display_name, password, reports_to_id, created_at)
values (%(login)s, %(username)s, %(display_name)s, %(password)s, %(reports_to)s, %(at)s)
"""
HOLDS: Final = """
select id from people_rolegrant
where login_id = %(login)s and role = %(role)s and place = %(place)s and ended_at is null
"""
GRANT: Final = """
insert into people_rolegrant (login_id, role, place, granted_at, granted_by_id)
values (%(login)s, %(role)s, %(place)s, %(at)s, %(by)s)
"""
END: Final = "update people_rolegrant set ended_at = %(at)s, ended_by_id = %(by)s where id = %(grant)s"
REPORT: Final = "update people_login set reports_to_id = %(boss)s where id = %(login)s"
IN_LINE: Final = "select people_reports_to(%(boss)s, %(login)s)"
SIGN_IN_WITH: Final = "update people_login set password = %(password)s where id = %(login)s"
DISMISS: Final = """
update people_login set is_active = false, left_at = %(left)s, deactivated_at = %(at)s where id = %(login)s
"""


@dataclass(frozen=True, slots=True)
class LoginReceipt:
    """A person's login, and what was done to it: hired, dismissed, reports, password."""

    login: int
    done: str


@dataclass(frozen=True, slots=True)
class GrantReceipt:
    """A role that `login` now holds (`held`) or holds no more, at `place` (empty: everywhere)."""

    login: int
    role: str
    place: str
    held: bool


def roles_of(login: int, place: str = "") -> frozenset[Role]:
    """The roles that an active login holds now at `place` (`pit:A`, `table:H1`; empty: anywhere)."""
    with connection.cursor() as cursor:
        cursor.execute(ROLES_NOW, [login, place])
        return frozenset(Role(role) for role in cursor.fetchone()[0])


def hire(
    *, key: str, username: str, display_name: str, password: str | None, actor: str, at: datetime,
    reports_to: int | None = None,
) -> LoginReceipt:  # fmt: skip
    """Makes a person's one login; without a password it can't sign in. Refused: name missing or taken, a password that
    is too short, not allowed."""
    _check_length(password)
    if not username.strip() or not display_name.strip():
        raise BadInput("name_missing", "Give a user name and a name to show.")
    request = {"hire": username, "name": display_name, "reports_to": reports_to}
    reads: list[Read] = [*_authority(actor, at), (NAME_TAKEN, {"username": username})]
    hashed = make_password(password)
    with act(actor, key, request, reads) as deed:
        if deed.earlier is not None:
            return LoginReceipt(**deed.earlier)
        _check(deed, "staff.hire", actor)
        taken, login = deed.rows(2)[0]
        if taken:
            raise Conflict("username_taken", f"There is a login {username} already.", username=username)
        values = {
            "login": login, "username": username, "display_name": display_name, "password": hashed,
            "reports_to": reports_to, "at": at,
        }  # fmt: skip
        deed.write(HIRE, values)
        deed.audit(at, actor, "staff.hire", f"login:{login}", {"reports_to": reports_to})
        answer = {"login": login, "done": "hired"}
        deed.answer(answer)
    return LoginReceipt(login, "hired")


def grant(*, key: str, login: int, role: Role, actor: str, at: datetime, place: str = "") -> GrantReceipt:
    """Gives `login` a role. Refused: not an administrator's act, held already, excluded by another of his roles."""
    return _turn_role(key, login, role, actor, at, place, held=True)


def end_grant(*, key: str, login: int, role: Role, actor: str, at: datetime, place: str = "") -> GrantReceipt:
    """Takes a role away. Refused: not an administrator's act, not held."""
    return _turn_role(key, login, role, actor, at, place, held=False)


def _turn_role(key: str, login: int, role: Role, actor: str, at: datetime, place: str, *, held: bool) -> GrantReceipt:
    role = Role(role)
    request = {"login": login, "role": role.value, "place": place, "held": held}
    who = {"login": login, "role": role.value, "place": place}
    with act(actor, key, request, [*_authority(actor, at), (LOGIN, who), (HOLDS, who)]) as deed:
        if deed.earlier is not None:
            return GrantReceipt(**deed.earlier)
        _check(deed, "staff.grant", actor)
        _active(deed)
        holds = deed.row(3)
        if held and holds:
            raise Conflict("role_held", f"This person is {role.value} already.", **who)
        if not held and not holds:
            raise Conflict("role_not_held", f"This person is no {role.value} here.", **who)
        by = None if actor == HOUSE else login_of(actor)
        if holds:
            deed.write(END, {"grant": holds[0], "by": by, "at": at})
        else:
            deed.write(GRANT, who | {"by": by, "at": at})
        verb = "staff.grant" if held else "staff.end_grant"
        deed.audit(at, actor, verb, f"login:{login}", {"role": role.value, "place": place})
        deed.answer(request)
    return GrantReceipt(login, role.value, place, held)


def report_to(*, key: str, login: int, boss: int, actor: str, at: datetime) -> LoginReceipt:
    """From now on `login` reports to `boss`. Refused: a line that would run in a circle."""
    who = {"login": login, "boss": boss}
    with act(actor, key, {"report": who}, [*_authority(actor, at), (LOGIN, who), (IN_LINE, who)]) as deed:
        if deed.earlier is not None:
            return LoginReceipt(**deed.earlier)
        _check(deed, "staff.hire", actor)
        _active(deed)
        if login == boss or deed.rows(3)[0][0]:
            raise Conflict("circle", "Nobody reports to somebody who reports to him.", **who)
        deed.write(REPORT, who)
        deed.audit(at, actor, "staff.report_to", f"login:{login}", {"boss": boss})
        deed.answer({"login": login, "done": "reports"})
    return LoginReceipt(login, "reports")


def give_password(*, key: str, login: int, password: str, actor: str, at: datetime) -> LoginReceipt:
    """Gives a login a password; whoever is signed in with an old one is signed out. The audit says who gave it.

    One that replaces another's own opens his signatures to whoever gave it: the night and the access review name it.

    Refused: shorter than LEAST_PASSWORD, not an administrator's act, a login that was deactivated.
    """
    _check_length(password)
    hashed = make_password(password)
    with act(actor, key, {"password": login}, [*_authority(actor, at), (LOGIN, {"login": login})]) as deed:
        if deed.earlier is not None:
            return LoginReceipt(**deed.earlier)
        _check(deed, "staff.hire", actor)
        _active(deed)
        deed.write(SIGN_IN_WITH, {"login": login, "password": hashed})
        deed.audit(at, actor, "staff.password", f"login:{login}", {"first": deed.rows(2)[0][2]})
        deed.answer({"login": login, "done": "password"})
    return LoginReceipt(login, "password")


def dismiss(*, key: str, login: int, left_at: datetime, actor: str, at: datetime) -> LoginReceipt:
    """Deactivates a login at once; `left_at` is the person's last hour, for the access review."""
    with act(actor, key, {"dismiss": login}, [*_authority(actor, at), (LOGIN, {"login": login})]) as deed:
        if deed.earlier is not None:
            return LoginReceipt(**deed.earlier)
        _check(deed, "staff.dismiss", actor)
        _active(deed)
        deed.write(DISMISS, {"login": login, "left": left_at, "at": at})
        deed.audit(at, actor, "staff.dismiss", f"login:{login}", {"left_at": left_at.isoformat()})
        deed.answer({"login": login, "done": "dismissed"})
    return LoginReceipt(login, "dismissed")


def _authority(actor: str, at: datetime) -> list[Read]:
    """What says whether `actor` may change people, as the act's first two reads."""
    logins = () if actor == HOUSE else (login_of(actor),)
    return [(ROLES, {"logins": logins, "at": at}), (ANY_ADMINISTRATOR, {})]


def _check(deed: Act, verb: str, actor: str) -> None:
    """The house itself makes its first administrator; from then on only administrators change people."""
    if actor != HOUSE:
        permissions.check(verb, roles_in(deed.rows(0), login_of(actor)))
    elif deed.row(1) is not None:
        raise Forbidden("not_allowed", "The house has an administrator: only he changes people now.")


def _check_length(password: str | None) -> None:
    if password is not None and len(password) < LEAST_PASSWORD:
        raise BadInput("password_short", f"A password has at least {LEAST_PASSWORD} characters.", least=LEAST_PASSWORD)


def _active(deed: Act) -> None:
    row = deed.row(2)
    if row is None:
        raise Unknown("no_login", "There is no such login.")
    if not row[1]:
        raise Conflict("login_inactive", "This login was deactivated.")
