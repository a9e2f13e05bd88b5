"""A second person's signature on somebody else's screen: his own user name and password, for this one act."""

from django.contrib.auth import authenticate

from casino.people.models import Login
from casino.refusal import Forbidden


def cosigner(username: str, password: str) -> int:
    """The login that signs; Forbidden `signature_wrong` without saying which of the two was wrong."""
    person = authenticate(username=username, password=password)
    if not isinstance(person, Login):
        raise Forbidden("signature_wrong", "This user name and password don't sign for anybody here.")
    return person.pk
