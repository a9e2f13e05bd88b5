"""The demo's people sign in with a password that everybody knows: never in a house that is at work."""

from django.conf import settings
from django.core.management.base import CommandError

REFUSED = 3


def guard() -> None:
    """CommandError, exit code 3, in production."""
    if settings.PRODUCTION:
        raise CommandError(
            "demo_in_production: the demo's people have a password that everybody knows. "
            "`manage.py first_administrator` begins a house of your own.",
            returncode=REFUSED,
        )
