"""manage.py import_openings FILE --day DAY --actor A --approver B [--approver C …] [--json]

Books what each place held before these books began: a CSV file with the columns path, asset, amount (minor units, at
least 1), in one transaction, dated at that open gaming day. A second run with the same file writes nothing.
Exit codes: 0 booked (or there already), 1 refused, 2 the file or the command line can't be understood; in both nothing
is booked.
"""

import csv
import json
import sys
from argparse import ArgumentParser
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from ledger.door import import_openings
from ledger.errors import Refused
from ledger.management.arguments import day
from ledger.posting import Opening

_UNDERSTOOD = 2
_COLUMNS = ["path", "asset", "amount"]
_LONGEST = 18


class Command(BaseCommand):
    help = "Book opening balances from a CSV file (path, asset, amount); it can run twice."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="CSV with the columns path, asset, amount")
        parser.add_argument("--day", type=day, required=True, help="an open gaming day, as 2026-06-15")
        parser.add_argument("--actor", required=True, help="who imports, as staff:7")
        parser.add_argument("--approver", action="append", required=True, help="who approves, as staff:8")
        parser.add_argument("--json", action="store_true")

    def handle(self, *args: Any, **asked: Any) -> None:
        openings = _read(asked["file"])
        if asked["actor"] in asked["approver"]:
            raise CommandError("Somebody else than the actor approves.", returncode=_UNDERSTOOD)
        try:
            written = import_openings(
                connection, openings, actor=asked["actor"], approvers=asked["approver"], period=asked["day"],
                effective_at=datetime.now(UTC),
            )  # fmt: skip
        except Refused as refused:
            print(f"{refused.code}: {refused.sentence}", file=sys.stderr)
            sys.exit(1)
        there = len(openings) - written
        self.stdout.write(
            json.dumps({"booked": written, "there_already": there})
            if asked["json"]
            else f"{written} places booked, {there} were there already."
        )


def _read(file: Path) -> list[Opening]:
    """The file's lines; CommandError names the first line that can't be understood."""
    try:
        with file.open(encoding="utf-8-sig", newline="") as text:
            rows = list(csv.reader(text))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise CommandError(f"{file} can't be read: {error}", returncode=_UNDERSTOOD) from None
    if not rows or rows[0] != _COLUMNS:
        raise CommandError(f"{file}: the first line must be {','.join(_COLUMNS)}", returncode=_UNDERSTOOD)
    openings = []
    for number, row in enumerate(rows[1:], 2):
        amount = row[2] if len(row) == len(_COLUMNS) else ""
        if not (amount.isascii() and amount.isdigit() and len(amount) <= _LONGEST and int(amount) > 0):
            raise CommandError(
                f"{file}, line {number}: give path, asset and an amount in whole minor units, at least 1.",
                returncode=_UNDERSTOOD,
            )
        openings.append(Opening(row[0], row[1], int(amount)))
    if len({(opening.path, opening.asset) for opening in openings}) < len(openings):
        raise CommandError(f"{file}: a place stands there twice.", returncode=_UNDERSTOOD)
    return openings
