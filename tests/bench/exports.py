"""Exports of a million transfers: time beside a bare COPY of the same columns, memory above idle, rows verified.

Run: python -m tests.bench.exports [transfers] [form …]. Starts servers of its own and fills a database through the
writing door. Every measurement has a process of its own; COPY and CSV are measured in turns, so that a machine whose
speed drifts drifts for both.
"""

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import psycopg

from ledger import balances
from ledger.exports import Scope, export
from ledger.exports.forms import ending
from ledger.exports.rows import select
from ledger.exports.snapshot import snapshot
from ledger.log import keys
from ledger.log.sealing import OPTIONS, Sealer
from ledger.verify import verify
from tests.bench import books
from tests.bench.report import Line, show
from tests.bench.servers import migrated

DAYS: Final = 10
LOOKS: Final = 500
MILLISECOND: Final = 1.0
TURNS: Final = 3
COPY_TIMES: Final = 2.0
MEMORY: Final = 64.0  # MB above the idle process
ROWS_A_SECOND: Final = 30_000.0


def main(transfers: int, forms: list[str]) -> list[Line]:
    """The lines of this bench."""
    with migrated() as (folder, env):
        os.environ |= env
        with (
            psycopg.connect(env["DATABASE_URL"], autocommit=True) as owner,
            psycopg.connect(env["WEB_DATABASE_URL"], autocommit=True) as web,
        ):
            books.prepare(owner, DAYS)
            books.fill(web, 0, transfers, lambda n: books.FIRST + timedelta(DAYS * n // transfers))
            _seal(env["SEALER_DATABASE_URL"])
            books.tidy(owner)
            looked = _looks(web, transfers)
        return [*looked, *_measured(env["AUDITOR_DATABASE_URL"], folder, transfers, forms)]


def _seal(dsn: str) -> None:
    """An export holds what is sealed."""
    with psycopg.connect(dsn, autocommit=True, options=OPTIONS) as sealer:
        Sealer(sealer, keys.parse_private(keys.private_text("bench.example/log", bytes(32)))).seal()


def _measured(dsn: str, folder: Path, transfers: int, forms: list[str]) -> Iterator[Line]:
    copies, exports = zip(*((apart("copy", dsn, folder), apart("csv", dsn, folder)) for _ in range(TURNS)), strict=True)
    bare = statistics.median(each["seconds"] for each in copies)
    mine = statistics.median(each["seconds"] for each in exports)
    yield Line("export, csv", "s", mine, bare, "bare COPY", COPY_TIMES, most=True)
    yield Line(
        "export, csv, memory above idle", "MB", max(each["memory"] for each in exports), target=MEMORY, most=True
    )
    checked = apart("verify", dsn, folder)
    yield Line("verify csv, one core", "rows/s", transfers / checked["processor"], target=ROWS_A_SECOND)
    yield Line("verify csv, memory above idle", "MB", checked["memory"], target=MEMORY, most=True)
    for form in forms:
        taken = apart(form, dsn, folder)
        yield Line(f"export, {form}", "s", taken["seconds"], bare, "bare COPY")
        yield Line(f"export, {form}, memory above idle", "MB", taken["memory"], target=MEMORY, most=True)


def _looks(web: books.Connection, transfers: int) -> list[Line]:
    """The median milliseconds of a balance, and of one as of a recorded time; each at another account and time."""
    ((first, last),) = web.execute("select min(recorded_at), max(recorded_at) from ledger_posting").fetchall()
    now, then = [], []
    for n in range(LOOKS):
        player, at = f"player:{n * 37 % books.PLAYERS}", first + (last - first) * n / LOOKS
        begun = time.perf_counter()
        balances.balance(web, player, "chips:GBP")
        looked = time.perf_counter()
        balances.as_of(web, player, "chips:GBP", recorded_at=at)
        now.append((looked - begun) * 1000)
        then.append((time.perf_counter() - looked) * 1000)
    size = f"at {transfers:,} transfers"
    return [
        Line(f"balance, {size}", "ms", statistics.median(now), target=MILLISECOND, most=True),
        Line(f"balance as of a recorded time, {size}", "ms", statistics.median(then), target=MILLISECOND, most=True),
    ]


def apart(what: str, dsn: str, folder: Path) -> dict[str, float]:
    """One measurement in a process of its own."""
    command = [sys.executable, "-m", "tests.bench.exports", "--one", what, dsn, str(folder)]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found: dict[str, float] = json.loads(said)
    return found


def one(what: str, dsn: str, folder: Path) -> dict[str, float]:
    """Seconds, seconds of this process's processor, and MB above idle, of one export, COPY or verification."""
    kept = folder / "kept.csv"
    with psycopg.connect(dsn, autocommit=True) as connection, tempfile.TemporaryDirectory(dir=folder) as out:
        if what not in ("copy", "verify"):
            export(connection, Scope(kind="warm_up"), Path(out), what)
        idle, begun, processor = resident(), time.monotonic(), time.process_time()
        if what == "copy":
            bare_copy(connection, Path(out) / "copy.csv")
        elif what == "verify":
            report = verify(kept)
            if not report.good:
                raise RuntimeError(str(report.first))
        else:
            export(connection, Scope(), Path(out), what)
        seconds, processor = time.monotonic() - begun, time.process_time() - processor
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        if what == "csv":
            (Path(out) / f"transfers-everything.{ending(what)}").replace(kept)
    return {"seconds": seconds, "processor": processor, "memory": max(0.0, peak - idle)}


def bare_copy(connection: psycopg.Connection[Any], path: Path) -> None:
    """The same columns, rows and order, written as they come."""
    query, given = select(Scope(), sys.maxsize, guards=False)
    with (
        snapshot(connection, Scope()) as snap,
        snap.cursor() as cursor,
        path.open("wb", buffering=1 << 18) as out,
        cursor.copy(f"copy ({query}) to stdout (format csv)", given) as copy,
    ):
        for row in copy:
            out.write(row)


def resident() -> float:
    """This process's memory now, in MB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        print(json.dumps(one(sys.argv[2], sys.argv[3], Path(sys.argv[4]))))
    else:
        lines = main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000, sys.argv[2:])
        sys.exit(1 if show(lines) else 0)
