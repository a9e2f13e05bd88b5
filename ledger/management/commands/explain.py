"""manage.py explain PATH ASSET [--recorded-at T | --effective-at T] [--last 50] [--json]

Exit codes: 0 explained, 1 the account's transfers do not add up to its balance, 2 the question can't be understood.
"""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, date, datetime
from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection

from ledger.errors import Refused
from ledger.explain import Cause, Explanation, explain
from ledger.management.arguments import instant


class Command(BaseCommand):
    help = "Say why an account's balance is what it is, now or at an earlier recorded or effective time."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", help="as player:42 or table:7:tray")
        parser.add_argument("asset", help="as chips:GBP")
        times = parser.add_mutually_exclusive_group()
        times.add_argument("--recorded-at", type=instant, help="with its zone; default: now")
        times.add_argument("--effective-at", type=instant, help="with its zone")
        parser.add_argument("--last", type=int, default=50, help="transfers to show, 1 to 1000")
        parser.add_argument("--json", action="store_true")

    def handle(self, *args: Any, **asked: Any) -> None:
        recorded = asked["recorded_at"]
        if asked["effective_at"] is None and recorded is None:
            recorded = datetime.now(UTC)
        try:
            found = explain(
                connection, asked["path"], asked["asset"], recorded_at=recorded, effective_at=asked["effective_at"],
                last=asked["last"],
            )  # fmt: skip
        except Refused as refused:
            print(f"{refused.code}: {refused.sentence}", file=sys.stderr)
            sys.exit(2)
        self.stdout.write(json.dumps(plain(found), default=_iso) if asked["json"] else "\n".join(lines(found)))
        if found.faults:
            sys.exit(1)


def plain(found: Explanation) -> dict[str, Any]:
    """The explanation as JSON values: amounts as text, causes by the names of their fields."""
    read = asdict(found) | {
        name: [_cause(cause) for cause in getattr(found, name)] for name in ("causes", "differently")
    }
    return read | {name: str(read[name]) for name in ("opening", "balance", "other_balance")}


def _cause(cause: Cause) -> dict[str, Any]:
    return cause._asdict() | {"change": str(cause.change), "balance": str(cause.balance)}


def _iso(value: object) -> str:
    """Times and days as JSON has them: ISO 8601."""
    if isinstance(value, date):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} is no JSON")


def lines(found: Explanation) -> Iterator[str]:
    """The explanation for a reader, amounts in minor units."""
    by, other = ("recorded", "effective") if found.basis == "recorded_at" else ("effective", "recorded")
    yield f"{found.path} {found.asset} by {by} time {found.at.isoformat()}"
    yield f"{'':>8} {'':>14} {found.opening:>16}  opening"
    yield from map(_line, found.causes)
    yield f"{'':>8} {'':>14} {found.balance:>16}  balance"
    if found.differently:
        yield f"by {other} time it was {found.other_balance}; these transfers make the difference:"
        yield from map(_line, found.differently)
    yield from (f"holds: {proof}" for proof in found.proofs)
    yield from (f"FAULT: {fault}" for fault in found.faults)


def _line(cause: Cause) -> str:
    return (
        f"{cause.version:>8} {cause.change:>+14} {cause.balance:>16}  {cause.other}, posting {cause.posting}"
        f" {cause.kind} by {' '.join([cause.actor, *cause.approvers])}, day {cause.period}, effective"
        f" {cause.effective_at:%Y-%m-%d %H:%M:%S}, recorded {cause.recorded_at:%Y-%m-%d %H:%M:%S}"
        + (f", {cause.reason}" if cause.reason else "")
    )
