"""Passwords: the one place where they are tried, at most so often in a minute; and a second person's signature."""

from datetime import UTC, datetime

from django.contrib.auth import authenticate

from casino.people import pace
from casino.people.models import Login
from casino.refusal import Forbidden


def signed_in(username: str, password: str) -> Login | None:
    """Whose name and password go together, or None; TooMany after some wrong ones for that name in a minute."""
    bucket, at = f"password:{username.strip().lower()}", datetime.now(UTC)
    pace.take(bucket, pace.PASSWORDS, at)
    person = authenticate(username=username, password=password)
    if not isinstance(person, Login):
        return None
    pace.give_back(bucket, at)
    return person


def cosigner(username: str, password: str) -> int:
    """The login that signs on somebody else's screen, for one act; Forbidden `signature_wrong` without saying which
    of the two was wrong."""
    person = signed_in(username, password)
    if person is None:
        raise Forbidden("signature_wrong", "This user name and password don't sign for anybody here.")
    return person.pk
