"""`manage.py close_night DAY`: asks for the night, waits for the workers, prints the report.

Exit codes: 0 reconciled, 1 closed with exceptions, 2 failed (its error is printed) or FILE can't be written, 3 refused
(nothing changed but that the day may be closing), 4 the workers were not done in time (the night goes on; ask again to
see it).
"""

import json
import sys
import time
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn
from rich.progress import Progress as Bars

from casino.night.close import close_night
from casino.night.parts import reconcile
from casino.night.progress import Progress, progress, report, tables_of
from casino.night.rendering.page import page
from casino.night.rendering.terminal import show
from casino.night.report import finish
from casino.refusal import Refusal
from ledger.management.arguments import day

EXIT = {"reconciled": 0, "with_exceptions": 1, "failed": 2}
REFUSED, LATE = 3, 4


class Command(BaseCommand):
    help = "Closes a gaming day: reconciles every table, freezes the night report and prints it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("day", type=day, help="the gaming day, as 2026-06-15")
        parser.add_argument("--json", action="store_true", help="print the frozen figures, one JSON object")
        parser.add_argument("--html", type=Path, metavar="FILE", help="write the report as a page, too")
        parser.add_argument("--wait", type=int, default=600, metavar="SECONDS", help="for the workers (600)")
        parser.add_argument("--here", action="store_true", help="do the work in this process, without workers")

    def handle(self, *args: Any, **options: Any) -> None:
        due: date = options["day"]
        try:
            close_night(day=due, key=f"close_night:{time.time_ns()}", actor="house", at=datetime.now(UTC))
        except Refusal as refusal:
            raise CommandError(f"{refusal.code}: {refusal.sentence}", returncode=REFUSED) from refusal
        if options["here"]:
            _work_here(due)
        state = self._wait(due, options["wait"], quiet=options["json"])
        if not state.over:
            raise CommandError(f"{state.done} of {state.parts} parts are done; the night goes on.", returncode=LATE)
        if state.state == "failed":
            raise CommandError(f"The night failed: {state.error}", returncode=EXIT["failed"])
        frozen = report(due)
        if options["html"]:
            _write(options["html"], page(frozen.figures, frozen.digest))
        if options["json"]:
            self.stdout.write(json.dumps({"state": state.state, "digest": frozen.digest, "figures": frozen.figures}))
        else:
            show(frozen.figures, frozen.digest, Console())
        sys.exit(EXIT[state.state])

    def _wait(self, day: date, seconds: int, *, quiet: bool) -> Progress:
        """Looks twice a second until the night is over; a bar where somebody watches."""
        console = Console(stderr=True)
        deadline = time.monotonic() + seconds
        with Bars(
            "{task.description}", BarColumn(), MofNCompleteColumn(), console=console,
            disable=quiet or not console.is_terminal, transient=True,
        ) as bars:  # fmt: skip
            bar = bars.add_task("reconciling")
            while True:
                state = progress(day)
                bars.update(bar, total=state.parts + 1, completed=state.done + (state.over and state.state != "failed"))
                if state.over or time.monotonic() > deadline:
                    return state
                time.sleep(0.1)


def _write(file: Path, report_page: str) -> None:
    try:
        file.write_text(report_page, encoding="utf-8")
    except OSError as error:
        raise CommandError(
            f"The day is closed, but {file} can't be written: {error.strerror}; ask again with another file.",
            returncode=EXIT["failed"],
        ) from error


def _work_here(day: date) -> None:
    """Every part and the report, one after the other; a second pass where the day's books moved on meanwhile."""
    night = progress(day).night
    for _ in range(3):
        for table in tables_of(night):
            reconcile(night, table)
        if finish(night) is not None:
            return
