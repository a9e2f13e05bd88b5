"""`manage.py who_may [ACT | ROLE]`: the who-may-do-what matrix, generated from the code."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from casino.people.matrix import table
from casino.people.permissions import ACTS
from casino.profile.roles import Role


class Command(BaseCommand):
    help = "Prints which roles may do which act; with an act or a role, only what concerns it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("about", nargs="?", default="", help="an act such as slip.sign, or a role such as dealer")

    def handle(self, *args: Any, **options: Any) -> None:
        about = options["about"]
        if not about:
            self.stdout.write(table())
        elif about in ACTS:
            self.stdout.write("\n".join(sorted(role.value for role in ACTS[about])))
        elif about in set(Role):
            self.stdout.write("\n".join(sorted(act for act, roles in ACTS.items() if about in roles)) or "nothing")
        else:
            raise CommandError(f"There is no act and no role {about}; without a name all of them are shown.")
