"""manage.py first_administrator USERNAME --name NAME: the login that all others are made by, in the admin.

The password is asked for twice, or read as one line from standard input where that is no terminal.
Exit codes: 0 made, 3 refused (there is an administrator already, the name is taken, the password is too short).
"""

import sys
import time
from datetime import UTC, datetime
from getpass import getpass
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from casino.people import staff
from casino.people.actors import HOUSE
from casino.profile.roles import Role
from casino.refusal import Refusal

REFUSED = 3


class Command(BaseCommand):
    help = "Makes the house's first administrator, who makes all other logins in the admin. It can be done once."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username", help="what he signs in with, as ada")
        parser.add_argument("--name", required=True, help="the name to show, as 'Ada Lovell'")

    def handle(self, *args: Any, **asked: Any) -> None:
        at = datetime.now(UTC)
        key = f"first-administrator-{time.time_ns()}"
        try:
            login = staff.hire(
                key=key, username=asked["username"], display_name=asked["name"], password=_password(), actor=HOUSE,
                at=at,
            ).login  # fmt: skip
            staff.grant(key=f"{key}-role", login=login, role=Role.ADMINISTRATOR, actor=HOUSE, at=at)
        except Refusal as refused:
            raise CommandError(f"{refused.code}: {refused.sentence}", returncode=REFUSED) from refused
        self.stdout.write(f"{asked['username']} is the administrator: sign in at /admin/ and make the others' logins.")


def _password() -> str:
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\n")
    password = getpass("Password: ")
    if password != getpass("Once more: "):
        raise CommandError("The two are not the same; nothing was made.", returncode=REFUSED)
    return password
