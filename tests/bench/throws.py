"""Throws settled a second by the department's function, beside pgbench on the same server in the same run.

Run: python -m tests.bench.throws [throws]. One client, no HTTP, the keeper over its socket, both commits of each throw
with fsync on. The yardstick: `pgbench -b tpcb-like -M prepared -c 1`; beside it a throw's bare rows, written by pgbench
too: nothing that keeps its promise could be faster. Measured in turns, so that a machine whose speed drifts drifts for
all.
"""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import django
import psycopg
from django.db import connections

from deploy.local.binaries import find_postgres
from tests.bench import bare
from tests.bench.report import Line, show
from tests.bench.servers import migrated

if TYPE_CHECKING:
    from tests.bench.table import Bench

TARGET = 0.3
TRIPS = 8
TURNS = 5


def main(throws: int) -> list[Line]:
    """The lines of this bench."""
    with migrated() as (_, env):
        os.environ |= env | {"HOUSE_LOGIN": "web", "DJANGO_SETTINGS_MODULE": "casino.settings"}
        bench = str(find_postgres().folder / "pgbench")
        subprocess.run([bench, "-i", "-q", env["DATABASE_URL"]], check=True, capture_output=True)
        with keeper():
            return _measured(throws, bench, env["DATABASE_URL"])


@contextmanager
def keeper() -> Iterator[None]:
    """The keeper's own process."""
    process = subprocess.Popen([sys.executable, "-m", "casino.fairness.keeper"])
    try:
        while not Path(os.environ["KEEPER_SOCKET"]).exists():
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait()


def _measured(throws: int, bench: str, url: str) -> list[Line]:
    django.setup()
    from tests.bench import table  # noqa: PLC0415  Django must be ready first

    one = table.ready(datetime.now(UTC), (f"bench-{n}" for n in count(1)))
    one.play(throws // 10)
    with TemporaryDirectory() as folder, psycopg.connect(url, autocommit=True) as owner:
        rows = Path(folder) / "throw.sql"
        rows.write_text(bare.script(owner))
        owner.execute("vacuum analyze")
        lines = _turns(one, throws // TURNS, partial(_pgbench, bench, url), str(rows))
    connections.close_all()
    return lines


def _turns(one: "Bench", throws: int, pgbench: Callable[..., float], rows: str) -> list[Line]:
    ours, theirs, alone = [], [], []
    for _ in range(TURNS):
        theirs.append(pgbench("-b", "tpcb-like"))
        alone.append(pgbench("-n", "-f", rows))
        begun = time.perf_counter()
        spent = one.play(throws)
        ours.append(throws / (time.perf_counter() - begun - spent))
    beside = statistics.median(theirs), "pgbench tpcb-like, 1 client"
    return [
        Line("throws settled, two commits each, one client", "/s", statistics.median(ours), *beside, TARGET),
        Line("the rows of a throw alone, by pgbench", "/s", statistics.median(alone), *beside),
        Line("waits for PostgreSQL a throw, the keeper's included", "", one.trips() + 1, target=TRIPS, most=True),
    ]


def _pgbench(bench: str, url: str, *script: str) -> float:
    """Transactions a second of a script, over two seconds."""
    told = subprocess.run(
        [bench, *script, "-M", "prepared", "-c", "1", "-T", "2", url], check=True, capture_output=True, text=True
    ).stdout
    return float(next(line.split()[2] for line in told.splitlines() if line.startswith("tps")))


if __name__ == "__main__":
    sys.exit(show(main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)))
