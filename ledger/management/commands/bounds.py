"""manage.py bounds PATH ASSET [--floor N|none --ceiling N|none --actor A --reason R [--approver A …]] [--json]

Without bounds it shows the account's history of them, with both it changes them. Amounts are minor units.
Exit codes: 0 shown or changed, 1 refused (the sentence says why), 2 the command line can't be understood.
"""

import json
import sys
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from ledger.bounds import Change, history, set_bounds
from ledger.errors import Refused
from ledger.management.arguments import bound

_UNDERSTOOD = 2


class Command(BaseCommand):
    help = "Show or change the floor and ceiling of an account; every change keeps who made it and why."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", help="as player:42 or table:7:tray")
        parser.add_argument("asset", help="as chips:GBP")
        parser.add_argument("--floor", type=bound, default="", help="minor units, or none")
        parser.add_argument("--ceiling", type=bound, default="", help="minor units, or none")
        parser.add_argument("--actor", help="as staff:7")
        parser.add_argument("--approver", action="append", default=[], help="as staff:8")
        parser.add_argument("--reason", help="why, in words")
        parser.add_argument("--json", action="store_true")

    def handle(self, *args: Any, **asked: Any) -> None:
        wanted = [asked[name] for name in ("floor", "ceiling", "actor", "reason")]
        try:
            if any(each not in ("", None) for each in wanted):
                self._change(asked)
            found = history(connection, asked["path"], asked["asset"])
        except Refused as refused:
            print(f"{refused.code}: {refused.sentence}", file=sys.stderr)
            sys.exit(1)
        said = json.dumps([asdict(change) for change in found], default=str) if asked["json"] else _lines(found)
        self.stdout.write(said)

    def _change(self, asked: dict[str, Any]) -> None:
        if "" in (asked["floor"], asked["ceiling"]) or not asked["actor"] or not asked["reason"]:
            raise CommandError("Give --floor and --ceiling, --actor and --reason together.", returncode=_UNDERSTOOD)
        set_bounds(
            connection, asked["path"], asked["asset"], floor=_number(asked["floor"]), ceiling=_number(asked["ceiling"]),
            actor=asked["actor"], approvers=asked["approver"], reason=asked["reason"],
        )  # fmt: skip


def _number(bound: str) -> int | None:
    return None if bound == "none" else int(bound)


def _lines(found: list[Change]) -> str:
    if not found:
        return "The bounds are those that the account was opened with."
    return "\n".join(
        f"{change.changed_at}  floor {_said(change.floor)}  ceiling {_said(change.ceiling)}"
        f"  {' '.join((change.actor, *change.approvers))}: {change.reason}"
        for change in found
    )


def _said(bound: int | None) -> str:
    return "none" if bound is None else str(bound)
