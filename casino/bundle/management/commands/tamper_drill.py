"""manage.py tamper_drill [--bundle DIR] — attacks the books in every known way and shows what caught each.

The database attacks run on a scratch database that is made for them and dropped; the others on copies of a bundle: the
one given, or one of the whole house exported for it. The house's own books are only read.

Exit codes: 0 every attack was caught, 1 one got through, 2 not every attack could be mounted (the sentence says why).
"""

import json
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection
from psycopg import connect
from rich.console import Console
from rich.table import Table

from casino.bundle.drill import on_bundle, on_database, on_export, on_log, on_sealed
from casino.bundle.drill.attack import Outcome
from casino.bundle.drill.scratch import scratch
from casino.bundle.write import bundle
from ledger.errors import Refused
from ledger.exports import Scope, export
from ledger.verify import Unreadable


class Command(BaseCommand):
    help = "Attack a scratch database, exports and bundles; show which control caught each attack."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--bundle", type=Path, help="a bundle to attack copies of; default: one of everything")
        parser.add_argument("--json", action="store_true")

    def handle(self, *args: Any, **asked: Any) -> None:
        outcomes: list[Outcome] = []
        try:
            outcomes += mounted(asked["bundle"])
        except Refused as refused:
            print(f"{refused.code}: {refused.sentence}", file=sys.stderr)
            sys.exit(2)
        except (Unreadable, OSError) as wrong:
            print(f"{asked['bundle']} can't be attacked: {wrong}", file=sys.stderr)
            sys.exit(2)
        if asked["json"]:
            self.stdout.write(json.dumps([asdict(outcome) for outcome in outcomes]))
        else:
            show(outcomes)
        if not all(outcome.caught for outcome in outcomes):
            sys.exit(1)


def mounted(given: Path | None) -> Iterator[Outcome]:
    """Every attack's outcome. Raises Refused: no_scratch, no_rounds, no_slips, no_seals."""
    with tempfile.TemporaryDirectory(prefix="drill-") as folder:
        target = given if given is not None else bundle(connection, Scope(), Path(folder) / "bundle", wait=False).folder
        yield from on_bundle.attacks(target)
        yield from on_sealed.attacks(target)
        with scratch(Path(folder)) as made:
            with connect(made.web) as web:
                exported = export(web, Scope(), Path(folder) / "scratch", wait=False).path
            yield from on_export.attacks(exported, made.signers)
            yield from on_database.attacks(made)
            yield from on_log.attacks(made)


def show(outcomes: list[Outcome]) -> None:
    """The table: attack, control, what it said."""
    table = Table(show_lines=False)
    for heading in ("on", "attack", "control", "caught by"):
        table.add_column(heading, overflow="fold")
    for outcome in outcomes:
        said = outcome.said if outcome.caught else "NOT CAUGHT"
        table.add_row(outcome.target, outcome.attack, outcome.control, said)
    console = Console()
    console.print(table)
    caught = sum(outcome.caught for outcome in outcomes)
    console.print(f"{caught} of {len(outcomes)} attacks caught.")
