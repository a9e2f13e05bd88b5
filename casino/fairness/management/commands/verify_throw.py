"""`manage.py verify_throw ID`: derives a throw again from the database alone and says what follows from what.

ID is the close's number. Exit codes: 0 everything follows, 1 something does not, 2 there is no such throw (yet).
"""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from rich.console import Console
from rich.text import Text

from casino.fairness.explain import READ, Stored, Verdict, verdict

DIFFERS, UNKNOWN = 1, 2


class Command(BaseCommand):
    help = "Derives a throw again from its revealed link and explains every step."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("close", type=int, help="the close's number, as the table page and the record show it")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        close: int = options["close"]
        with connection.cursor() as cursor:
            cursor.execute(READ, [close])
            row = cursor.fetchone()
        if row is None:
            raise CommandError(f"There is no close {close}.", returncode=UNKNOWN)
        stored = Stored.of(row)
        if stored.link is None:
            raise CommandError(f"Close {close} has no throw yet: its link is still secret.", returncode=UNKNOWN)
        said = verdict(stored)
        if options["json"]:
            self.stdout.write(json.dumps(said.plain()))
        else:
            _show(said)
        if not said.follows:
            sys.exit(DIFFERS)


def _show(said: Verdict) -> None:
    console = Console()
    for step in said.steps:
        mark, style = {True: ("ok", "green"), False: ("WRONG", "bold red"), None: ("-", "dim")}[step.holds]
        console.print(Text(f"{mark:>5}  ", style=style) + Text(step.sentence), soft_wrap=True)
    console.print(Text(f"Throw {said.close}: " + ("every step follows." if said.follows else "it does NOT follow.")))
