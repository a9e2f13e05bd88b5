"""Step-up: six digits of an authenticator app (RFC 6238, HMAC-SHA-1, 30 seconds) make a login's signatures fresh."""

import base64
import hmac
import struct
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from urllib.parse import quote

from casino.books.act import act, see
from casino.people import pace
from casino.people.actors import staff
from casino.refusal import Conflict, Forbidden

PERIOD: Final = 30
DRIFT: Final = 1
"""So many periods a clock may be off, either way."""
ENROLLED: Final = "select secret from people_authenticator where login_id = %(login)s"
ENROL: Final = "insert into people_authenticator (login_id, secret, enrolled_at) values (%(login)s, %(secret)s, %(at)s)"
USED: Final = """
select a.secret, coalesce((select max(step) from people_confirmation c where c.login_id = a.login_id), 0)
from people_authenticator a where a.login_id = %(login)s
"""
CONFIRM: Final = "insert into people_confirmation (login_id, step, at) values (%(login)s, %(step)s, %(at)s)"


@dataclass(frozen=True, slots=True)
class Enrolment:
    """A new authenticator; `uri` is what its app scans. Shown once."""

    login: int
    secret: str
    uri: str


def code_at(secret: str, step: int, digits: int = 6) -> str:
    """The code of a base32 `secret` for the `step`-th period since 1970 (RFC 4226, truncation of section 5.3)."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.digest(key, struct.pack(">Q", step), "sha1")
    offset = digest[-1] & 15
    number = struct.unpack(">I", digest[offset : offset + 4])[0] & 0x7FFFFFFF
    return f"{number % 10**digits:0{digits}d}"


def enrol(*, login: int, name: str, entropy: bytes, at: datetime) -> Enrolment:
    """Gives a login its authenticator, once, from 20 bytes of `casino.fairness.entropy`. Refused: it has one."""
    if len(entropy) < 20:
        raise ValueError("an authenticator's secret needs 20 bytes of entropy")
    if see((ENROLLED, {"login": login}))[0]:
        raise Conflict("enrolled_already", "This login has an authenticator.")
    secret = base64.b32encode(entropy).decode("ascii").rstrip("=")
    with act(staff(login), None, None) as deed:
        deed.write(ENROL, {"login": login, "secret": secret, "at": at})
        deed.audit(at, staff(login), "staff.enrol", f"login:{login}", {})
    label = quote(f"Hazard House:{name}")
    return Enrolment(login, secret, f"otpauth://totp/{label}?secret={secret}&issuer=Hazard%20House")


def confirm(*, login: int, code: str, at: datetime) -> None:
    """Takes a code of the login's authenticator; each counts once. Forbidden `code_wrong` says no more than that.

    TooMany after some wrong ones in a minute, whatever the next one is.
    """
    bucket = f"code:{login}"
    pace.take(bucket, pace.CODES, at)
    with act(staff(login), None, None, [(USED, {"login": login})]) as deed:
        row = deed.row(0)
        secret, last = row if row is not None else ("A" * 32, 0)
        now = int(at.timestamp()) // PERIOD
        steps = [
            step
            for step in range(now - DRIFT, now + DRIFT + 1)
            if hmac.compare_digest(code_at(secret, step).encode(), code.encode())
        ]
        if row is None or not steps or steps[-1] <= last:
            raise Forbidden("code_wrong", "This code does not count: wait for the next one and try again.")
        deed.write(CONFIRM, {"login": login, "step": steps[-1], "at": at})
        deed.audit(at, staff(login), "staff.confirm", f"login:{login}", {"step": steps[-1]})
    pace.give_back(bucket, at)
