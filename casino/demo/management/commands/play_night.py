"""`manage.py play_night`: plays a whole night through the house's own services, closes, exports and verifies it.

It needs the house running (keeper, workers): `make demo` starts all of it. Exit codes: 0 reconciled and verified,
1 closed with exceptions, 2 failed or not verified, 3 refused, 4 the workers were not done in time.
"""

import os
import shlex
import subprocess
import sys
import time
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from casino.bundle.write import bundle
from casino.day import interval
from casino.demo import clock, night
from casino.demo.guard import guard
from casino.night.close import close_night
from casino.night.progress import progress, report
from casino.night.rendering.page import page
from casino.night.rendering.terminal import show
from casino.people.actors import HOUSE
from casino.profile import versions
from casino.refusal import Refusal
from deploy.build_verifier import build
from ledger.errors import Refused
from ledger.exports import Scope
from ledger.log.cosigning import parse_witnesses

EXIT = {"reconciled": 0, "with_exceptions": 1, "failed": 2}
NOT_VERIFIED, REFUSED, LATE = 2, 3, 4
WORKERS_SECONDS = 120


class Command(BaseCommand):
    help = "Plays a whole night of dice, closes and reconciles it, exports the ledger and verifies the export."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--seed", default="hazard", help="the same seed: the same people, seats and tempers")
        parser.add_argument("--throws", type=int, default=2000, help="how many throws to settle at least (2000)")
        parser.add_argument("--out", type=Path, help="folder for report and export (nights, beside the data)")

    def handle(self, *args: Any, **asked: Any) -> None:
        console = Console()
        guard()
        rule = versions.current().day_rule
        day = clock.day_to_play(rule, datetime.now(UTC))
        _say(console, f"Playing gaming day {day} with seed {asked['seed']!r}: its people are seeded, its dice are not.")
        state_folder = Path(os.environ.get("HOUSE_STATE") or settings.BASE_DIR / "var")
        folder = (asked["out"] or state_folder / "nights") / day.isoformat()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            state = self._night(console, day, asked)
        except OSError as error:
            raise CommandError(f"{folder} can't be made: {error.strerror}; give --out.", returncode=REFUSED) from error
        except Refusal as refused:
            raise CommandError(f"{refused.code}: {refused.sentence}", returncode=REFUSED) from refused
        try:
            verified = _prove(console, day, folder)
        except Refused as refused:
            raise CommandError(f"{refused.code}: {refused.sentence}", returncode=NOT_VERIFIED) from refused
        sys.exit(EXIT[state] if verified else max(EXIT[state], NOT_VERIFIED))

    def _night(self, console: Console, day: date, asked: dict[str, Any]) -> str:
        rule = versions.current().day_rule
        start = time.monotonic()
        columns = (TextColumn("{task.description:<14}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        with Progress(*columns, console=console, disable=not console.is_terminal) as bars:
            told: dict[str, Any] = {}

            def tell(what: str, done: int, total: int) -> None:
                if what not in told:
                    told[what] = bars.add_task(what, total=total)
                bars.update(told[what], completed=done, total=total)

            played = night.play(
                day=day, clock=clock.evening(rule, day), seed=asked["seed"], throws=asked["throws"], progress=tell
            )
            seconds = time.monotonic() - start
            closing = interval(rule, day)[1] + timedelta(minutes=5)
            for due in (*clock.left_open(day), day):
                close_night(day=due, key=f"demo-close-{due}", actor=HOUSE, at=closing)
            state = _wait(day, tell)
        _say(
            console,
            f"{played.throws} throws settled in {seconds:.1f} s ({played.throws / seconds:.0f} a second, "
            f"stakes, people and papers included); {played.acts_refused} acts refused.",
        )
        for line in (*played.events, *(f"refused, {refused}" for refused in played.refusals)):
            _say(console, f"  · {line}")
        return state


def _say(console: Console, text: str) -> None:
    """Lines as they are, however narrow the window and whatever stands in a path: they are copied and searched."""
    console.print(text, soft_wrap=True, markup=False, highlight=False)


def _wait(day: date, tell: night.Progress) -> str:
    """Looks ten times a second until the workers are done with the night."""
    deadline = time.monotonic() + WORKERS_SECONDS
    while time.monotonic() < deadline:
        state = progress(day)
        tell("reconciling", state.done + state.over, state.parts + 1)
        if state.over:
            return state.state
        time.sleep(0.1)
    raise CommandError("The workers are not done; the night goes on, see `close_night`.", returncode=LATE)


def _keys() -> list[str]:
    """What the verifier is given: the public keys of the log and its witnesses, where this process knows them."""
    logs, witnesses = (os.environ.get(name) for name in ("WITNESS_LOGS", "LOG_WITNESSES"))
    found = [f"--log={key}" for key in Path(logs).read_text(encoding="utf-8").split()] if logs else []
    cosigning = parse_witnesses(Path(witnesses).read_text(encoding="utf-8")) if witnesses else ()
    return [*found, *(f"--witness={witness.key}" for witness in cosigning)]


def again(verifier: Path, export: Path, keys: Path) -> str:
    """The line that checks the export again, as a shell takes it wherever the checkout lies."""
    return shlex.join(["python3", str(verifier), str(export), f"@{keys}"])


def _prove(console: Console, day: date, folder: Path) -> bool:
    """Report, export and the stand-alone verifier's word; True when it found everything in order."""
    frozen = report(day)
    show(frozen.figures, frozen.digest, console)
    pages = folder / "report.html"
    pages.write_text(page(frozen.figures, frozen.digest), encoding="utf-8")
    written = bundle(connection, Scope.of_day(day), folder / "export")
    verifier = build(folder / "verify.pyz")
    keys = folder / "keys"
    keys.write_text("".join(f"{key}\n" for key in _keys()), encoding="utf-8")
    check = [sys.executable, "-I", str(verifier), str(written.folder), "--every-signature", f"@{keys}"]
    said = subprocess.run(check, capture_output=True, text=True, check=False)
    (folder / "verified.txt").write_text(said.stdout + said.stderr, encoding="utf-8")
    _say(console, said.stdout.strip() or said.stderr.strip())
    _say(console, f"report    {pages}\nexport    {written.folder}\nverifier  {folder / 'verified.txt'}")
    _say(console, f"again     {again(verifier, written.folder, keys)}")
    return said.returncode == 0
