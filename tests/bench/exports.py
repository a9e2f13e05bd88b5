"""Exports of a million transfers: time against a bare COPY of the same columns, memory above idle, rows verified a second.

Run: python -m tests.bench.exports [transfers] [form …]. Starts servers of its own, fills a database through the writing
door, then measures each form in a fresh process. Exit code 1 when a target is missed.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import psycopg

from deploy.local.cluster import running
from ledger import door
from ledger.exports import Scope, export
from ledger.exports.rows import select
from ledger.exports.snapshot import snapshot
from ledger.posting import Posting, Transfer
from ledger.verify import verify

BATCH: Final = 1000
PLAYERS: Final = 500
TABLES: Final = 20
COPY_TIMES: Final = 2.0
MEMORY: Final = 64  # MB above the idle process
ROWS_A_SECOND: Final = 30_000


def main(transfers: int, forms: list[str]) -> int:
    """Fills, measures, prints a table; 1 if a target is missed."""
    with tempfile.TemporaryDirectory(prefix="hh-bench-") as folder, running(Path(folder) / "state") as env:
        os.environ |= env
        subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], check=True)
        begun = time.monotonic()
        fill(env["WEB_DATABASE_URL"], env["DATABASE_URL"], transfers)
        print(f"{transfers:,} transfers written in {time.monotonic() - begun:.0f} s")
        bare = measured("copy", env["AUDITOR_DATABASE_URL"], Path(folder))
        print(f"{'bare COPY':<12}{bare['seconds']:>8.2f} s{bare['memory']:>9.1f} MB above idle")
        missed = 0
        for form in forms:
            taken = measured(form, env["AUDITOR_DATABASE_URL"], Path(folder))
            times = taken["seconds"] / bare["seconds"]
            late = form == "csv" and times > COPY_TIMES
            missed += late or (form == "csv" and taken["memory"] >= MEMORY)
            print(
                f"{form:<12}{taken['seconds']:>8.2f} s{taken['memory']:>9.1f} MB above idle"
                f"{times:>7.2f} × COPY{taken['size'] / 2**20:>8.0f} MB {'TOO SLOW' if late else ''}"
            )
        taken = measured("verify", env["AUDITOR_DATABASE_URL"], Path(folder))
        rate = transfers / taken["seconds"]
        missed += rate < ROWS_A_SECOND
        print(f"{'verify csv':<12}{taken['seconds']:>8.2f} s{taken['memory']:>9.1f} MB above idle{rate:>12,.0f} rows/s")
    return 1 if missed else 0


def fill(web: str, owner: str, transfers: int) -> None:
    """Stakes and losses of PLAYERS at TABLES over ten days, in batches."""
    first, at = date(2026, 2, 1), datetime(2026, 2, 1, 20, tzinfo=UTC)
    with psycopg.connect(owner, autocommit=True) as connection:
        connection.execute("insert into ledger_kind values ('bench', false)")
        for day in range(10):
            connection.execute("select ledger_turn_period(%s, 'open', 'house')", [first + timedelta(day)])
    with psycopg.connect(web, autocommit=True) as connection:
        for start in range(0, transfers, BATCH):
            day = first + timedelta(10 * start // transfers)
            door.post(connection, *postings(start, min(BATCH, transfers - start), day, at))
    with psycopg.connect(owner, autocommit=True) as connection:
        connection.execute("vacuum analyze")


def postings(start: int, count: int, day: date, at: datetime) -> Iterator[Posting]:
    """Two transfers each: chips to a player from the world outside, and on to a layout."""
    for n in range(start, start + count, 2):
        player = f"player:{n * 7919 % PLAYERS}"
        moved = (
            Transfer(player, "outside:chips", "chips:GBP", n % 977 + 1),
            Transfer(f"table:{n % TABLES}:layout", player, "chips:GBP", n % 977 + 1),
        )[: max(1, min(2, start + count - n))]
        yield Posting("bench", "staff:7", "bench", str(n), day, at, moved, facts={"round": n, "throw": n % 9})


def measured(what: str, dsn: str, folder: Path) -> dict[str, Any]:
    """One measurement in a process of its own."""
    command = [sys.executable, "-m", "tests.bench.exports", "--one", what, dsn, str(folder)]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found: dict[str, Any] = json.loads(said)
    return found


def one(what: str, dsn: str, folder: Path) -> dict[str, Any]:
    """Seconds and MB above idle of one export, COPY or verification."""
    with psycopg.connect(dsn, autocommit=True) as connection:
        if what not in ("copy", "verify"):
            with tempfile.TemporaryDirectory() as warm:
                export(connection, Scope(kind="warm_up"), Path(warm), what)
        idle = resident()
        begun = time.monotonic()
        path = folder / f"transfers-everything.{'csv' if what == 'verify' else what}"
        if what == "copy":
            bare_copy(connection, path)
        elif what == "verify":
            report = verify(path)
            if not report.good:
                raise RuntimeError(str(report.first))
        else:
            path = export(connection, Scope(), folder, what).path
        seconds = time.monotonic() - begun
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"seconds": seconds, "memory": max(0.0, peak - idle), "size": path.stat().st_size}


def bare_copy(connection: psycopg.Connection[Any], path: Path) -> None:
    """The same columns, rows and order, written as they come."""
    query, given = select(Scope(), guards=False)
    with snapshot(connection) as snap, snap.cursor() as cursor, path.open("wb", buffering=1 << 18) as out:
        with cursor.copy(f"copy ({query}) to stdout (format csv)", given) as copy:
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
        sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000, sys.argv[2:] or ["csv"]))
