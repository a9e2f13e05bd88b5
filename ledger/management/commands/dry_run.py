"""manage.py dry_run FILE [--json] — would the books take these postings? Every limit that would refuse is named.

FILE ("-" for standard input) holds a posting or a list of them as JSON: {"kind", "actor", "scope", "key", "period",
"effective_at", "transfers": [{"debit", "credit", "asset", "amount"}], and if need be "approvers", "reason", "reverses",
"void_of", "facts"}; amounts as text of digits, minor units.

Exit codes: 0 admitted, 1 would be refused, 2 the file can't be read as postings.
"""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Mapping
from dataclasses import asdict
from datetime import date, datetime
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand
from django.db import connection

from ledger.dry_run import DryRun, dry_run
from ledger.errors import Refused
from ledger.posting import Posting, Transfer

_NEEDED: Final = {"kind", "actor", "scope", "key", "period", "effective_at", "transfers"}
_FURTHER: Final = {"approvers", "reason", "reverses", "void_of", "facts"}


class Command(BaseCommand):
    help = "Name every limit that would refuse some postings; nothing is written."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help='a JSON file, or "-"')
        parser.add_argument("--json", action="store_true")

    def handle(self, *args: Any, **asked: Any) -> None:
        try:
            postings = read_postings(sys.stdin.read() if asked["file"] == "-" else Path(asked["file"]).read_text())
            found = dry_run(connection, *postings)
        except Refused as refused:
            print(f"{refused.code}: {refused.sentence}", file=sys.stderr)
            sys.exit(2)
        except (OSError, UnicodeDecodeError) as wrong:
            print(f"{asked['file']} can't be read: {getattr(wrong, 'strerror', 'it is no text')}", file=sys.stderr)
            sys.exit(2)
        self.stdout.write(json.dumps(plain(found)) if asked["json"] else "\n".join(lines(found)))
        if not found.admitted:
            sys.exit(1)


def read_postings(text: str) -> list[Posting]:
    """Postings from JSON. Raises Refused: malformed, and what Posting and Transfer refuse."""
    try:
        read = json.loads(text)
        return [_posting(each) for each in (read if isinstance(read, list) else [read])]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as wrong:
        raise Refused("malformed", f"This is no posting: {wrong}.") from wrong


def _posting(read: Mapping[str, Any]) -> Posting:
    unknown = read.keys() - _NEEDED - _FURTHER
    missing = _NEEDED - read.keys()
    if unknown or missing:
        raise ValueError(f"missing {sorted(missing)}, unknown {sorted(unknown)}")
    further = {name: read[name] for name in _FURTHER & read.keys()}
    if "approvers" in further:
        further["approvers"] = tuple(further["approvers"])
    return Posting(
        **{name: read[name] for name in ("kind", "actor", "scope", "key")},
        period=date.fromisoformat(read["period"]),
        effective_at=datetime.fromisoformat(read["effective_at"]),
        transfers=tuple(_transfer(**line) for line in read["transfers"]),
        **further,
    )


def _transfer(debit: str, credit: str, asset: str, amount: str) -> Transfer:
    if not (isinstance(amount, str) and amount.isascii() and amount.isdecimal()):
        raise ValueError(f"amount {amount!r} is no text of digits")
    return Transfer(debit, credit, asset, int(amount))


def plain(found: DryRun) -> dict[str, Any]:
    """The outcome as JSON; amounts as text."""
    return {
        "admitted": found.admitted,
        "limits": [asdict(limit) for limit in found.limits],
        "balances": [
            {"path": path, "asset": asset, "would_hold": str(balance)}
            for (path, asset), balance in sorted(found.balances.items())
        ],
    }


def lines(found: DryRun) -> list[str]:
    """The outcome for a reader."""
    said = [f"{limit.code}: posting {limit.posting}: {limit.sentence}" for limit in found.limits]
    return [*said, "would be refused"] if said else ["would be admitted"]
