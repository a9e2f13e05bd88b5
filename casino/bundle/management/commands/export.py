"""manage.py export --day 2026-06-15 --out DIR [--kind transfers|rounds|bundle] [--format csv]

Exit codes: 0 written, 1 refused (the sentence says why), 2 the command line can't be understood, or nothing
can be written there.
"""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection
from rich.console import Console
from rich.progress import Progress

from casino.bundle.write import bundle, export_rounds
from ledger.errors import Refused
from ledger.exports import Artefact, Scope, export
from ledger.exports.forms import FORMS
from ledger.exports.text import Progress as Told
from ledger.management.arguments import day, instant


class Command(BaseCommand):
    help = (
        "Write transfers, rounds or a whole bundle of a gaming day or range into a folder. Published files are final."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--out", type=Path, required=True, help="folder to write into; made if it is not there")
        parser.add_argument("--kind", choices=("transfers", "rounds", "bundle"), default="transfers")
        parser.add_argument("--format", dest="form", help=f"of transfers: {', '.join(FORMS)} (csv)")
        parser.add_argument("--day", type=day, help="one gaming day; without it: everything")
        parser.add_argument("--from-day", type=day)
        parser.add_argument("--to-day", type=day)
        parser.add_argument("--recorded-from", type=instant, help="with its zone; inclusive")
        parser.add_argument("--recorded-until", type=instant, help="with its zone; exclusive")
        parser.add_argument("--account", help="player:42, or table:7:* for all under it")
        parser.add_argument("--posting-kind")
        parser.add_argument("--asset", help="chips:GBP")
        parser.add_argument("--from-sequence", type=int, help="a place in the log; inclusive")
        parser.add_argument("--until-sequence", type=int, help="a place in the log; exclusive")
        parser.add_argument(
            "--as-sealed",
            action="store_true",
            help="wait for no sealer: what is not sealed yet is counted and left out",
        )
        parser.add_argument("--json", action="store_true")

    def handle(self, *args: Any, **asked: Any) -> None:
        try:
            with _progress() as told:
                written = _write(_scope(asked), asked, told)
        except Refused as refused:
            print(f"{refused.code}: {refused}", file=sys.stderr)
            sys.exit(1)
        except OSError as wrong:
            print(f"{asked['out']} can't be written to: {wrong.strerror}; name another folder", file=sys.stderr)
            sys.exit(2)
        if asked["json"]:
            self.stdout.write(json.dumps([_plain(artefact) for artefact in written]))
            return
        for artefact in written:
            self.stdout.write(
                f"{artefact.path}  {artefact.rows} rows, {artefact.size} bytes, SHA-256 {artefact.sha256}"
            )


def _scope(asked: dict[str, Any]) -> Scope:
    return Scope(
        first_day=asked["day"] or asked["from_day"],
        last_day=asked["day"] or asked["to_day"],
        recorded_from=asked["recorded_from"],
        recorded_until=asked["recorded_until"],
        from_sequence=asked["from_sequence"],
        until_sequence=asked["until_sequence"],
        account=asked["account"],
        kind=asked["posting_kind"],
        asset=asked["asset"],
    )


def _write(scope: Scope, asked: dict[str, Any], told: Told) -> tuple[Artefact, ...]:
    wait = not asked["as_sealed"]
    if asked["form"] and asked["kind"] != "transfers":
        raise Refused("unknown_form", "Rounds and bundles have one form each: leave --format out.")
    if asked["kind"] == "bundle":
        return bundle(connection, scope, asked["out"], told, wait=wait).artefacts
    if asked["kind"] == "rounds":
        return (export_rounds(connection, scope, asked["out"], told, wait=wait),)
    return (export(connection, scope, asked["out"], asked["form"] or "csv", told, wait=wait),)


@contextmanager
def _progress() -> Iterator[Told]:
    """A bar on a terminal's standard error; nothing where nobody watches."""
    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bars:
        bar = bars.add_task("exporting", total=None)
        yield lambda done, total: bars.update(bar, completed=done, total=total)


def _plain(artefact: Artefact) -> dict[str, Any]:
    return {"path": str(artefact.path), "rows": artefact.rows, "size": artefact.size, "sha256": artefact.sha256}
