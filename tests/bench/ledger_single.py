"""Postings a second through the ledger's door, beside pgbench on the same server in the same run.

Run: python -m tests.bench.ledger_single [seconds]. Ours goes the whole path through psycopg, fsync on: a posting is
built, checked, sent, committed, its receipt read. The yardstick: `pgbench -b tpcb-like -M prepared`. Each is measured
in turns, so that a machine whose speed drifts drifts for both.
"""

import multiprocessing
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, date, datetime
from itertools import count, islice
from multiprocessing.synchronize import Barrier
from typing import Final
from urllib.parse import urlsplit, urlunsplit

import psycopg

from deploy.local.binaries import find_postgres
from ledger import door
from ledger.posting import Posting, Transfer
from tests.bench.report import Line, show
from tests.bench.servers import migrated

DAY: Final = date(2026, 6, 15)
AT: Final = datetime(2026, 6, 15, 20, tzinfo=UTC)
PLAYERS: Final = 1000
TABLES: Final = 20
TURNS: Final = 5
BATCH: Final = 1000
WARM_UP: Final = 5
Rate = Callable[[], float]
_gate: Barrier


def main(seconds: float) -> list[Line]:
    """The lines of this bench."""
    with migrated() as (_, servers):
        owner, web = servers["DATABASE_URL"], servers["WEB_DATABASE_URL"]
        fund(owner, web)
        yardstick = prepare_yardstick(owner)
        one, ours_one, batches, four = in_turns(
            lambda: pgbench(yardstick, 1, seconds),
            lambda: together(1, web, 1, seconds),
            lambda: BATCH * together(1, web, BATCH, seconds),
            lambda: BATCH * together(4, web, BATCH, seconds),
        )
        eight, ours_eight = in_turns(lambda: pgbench(yardstick, 8, seconds), lambda: together(8, web, 1, seconds))
        alone, crowd = "pgbench tpcb-like, 1 client", "pgbench tpcb-like, 8 clients"
        return [
            Line("single postings, 1 client", "/s", ours_one, one, alone, 0.6),
            Line("single postings, 8 clients", "/s", ours_eight, eight, crowd, 0.75),
            Line("transfers in batches of 1000, 1 client", "/s", batches, one, alone, 4),
            Line("transfers in batches of 1000, 4 clients", "/s", four, batches, "the same with 1 client", 1),
            Line("a transfer with its indexes", "bytes", size(owner), target=320, most=True),
        ]


def fund(owner: str, web: str) -> None:
    with psycopg.connect(owner, autocommit=True) as books:
        books.execute("insert into ledger_kind (code, finishes) values ('bench', false)")
    with psycopg.connect(web, autocommit=True) as books:
        door.turn_period(books, DAY, "open", "house")
        funds = tuple(Transfer(f"player:{n}", "outside:chips", "chips:GBP", 10**12) for n in range(PLAYERS))
        door.post(books, Posting("bench", "house", "fund", "all", DAY, AT, funds))


def in_turns(*rates: Rate) -> list[float]:
    """The median of each rate over TURNS turns."""
    measured: list[list[float]] = [[] for _ in rates]
    for _ in range(TURNS):
        for rate, seen in zip(rates, measured, strict=True):
            seen.append(rate())
    return [statistics.median(seen) for seen in measured]


def batch(client: str, turn: int, lines: int, postings: int) -> list[Posting]:
    """So many postings with so many transfers together."""
    each = lines // postings
    return [
        Posting("bench", "staff:1", client, str(first), DAY, AT, tuple(map(_stake, range(first, first + each))))
        for first in range(turn * lines, (turn + 1) * lines, each)
    ]


def _stake(n: int) -> Transfer:
    return Transfer(f"table:{n * 7 % TABLES}:layout", f"player:{n * 31 % PLAYERS}", "chips:GBP", 1 + n % 9)


def client(number: int, url: str, lines: int, seconds: float, postings: int) -> float:
    """Calls of the door a second of one process, once all have connected and their plans are made."""
    with psycopg.connect(url, autocommit=True) as books:
        name, lane = f"client {os.getpid()} {time.time_ns()}", 1 if lines > 100 else None
        turns = count(number * 1_000_000)
        for turn in islice(turns, WARM_UP):
            door.post(books, *batch(name, turn, lines, postings), lane=lane)
        _gate.wait()
        begun, done = time.perf_counter(), 0
        while time.perf_counter() - begun < seconds:
            door.post(books, *batch(name, next(turns), lines, postings), lane=lane)
            done += 1
        return done / (time.perf_counter() - begun)


def together(clients: int, url: str, lines: int, seconds: float, postings: int = 1) -> float:
    """Calls of the door a second of so many processes at once."""
    context = multiprocessing.get_context("spawn")
    with context.Pool(clients, _meet_at, (context.Barrier(clients),)) as pool:
        work = [(number, url, lines, seconds, postings) for number in range(clients)]
        return sum(pool.starmap(client, work, chunksize=1))


def _meet_at(gate: Barrier) -> None:
    """Processes begin together: one that is still starting takes the processor from those that are measured."""
    global _gate
    _gate = gate


def prepare_yardstick(owner: str) -> str:
    """The address of a database with pgbench's tables, ten branches, so that eight clients don't queue for one row."""
    with psycopg.connect(owner, autocommit=True) as server:
        server.execute("drop database if exists yardstick")
        server.execute("create database yardstick")
    url = urlunsplit(urlsplit(owner)._replace(path="/yardstick"))
    subprocess.run([_pgbench(), "-i", "-q", "-s", "10", url], check=True, capture_output=True)
    return url


def pgbench(url: str, clients: int, seconds: float) -> float:
    """Transactions a second."""
    load = ["-b", "tpcb-like", "-M", "prepared", "-c", str(clients), "-j", str(min(clients, 2))]
    told = subprocess.run(
        [_pgbench(), *load, "-T", str(max(1, round(seconds))), url], check=True, capture_output=True, text=True
    ).stdout
    return float(next(line.split()[2] for line in told.splitlines() if line.startswith("tps")))


def size(owner: str) -> float:
    """Bytes of the transfers' table and its indexes, for each transfer."""
    query = "select pg_total_relation_size('ledger_transfer')::float8 / count(*) from ledger_transfer"
    with psycopg.connect(owner, autocommit=True) as books:
        row = books.execute(query).fetchone()
    assert row is not None
    return float(row[0])


def _pgbench() -> str:
    return str(find_postgres().folder / "pgbench")


if __name__ == "__main__":
    sys.exit(show(main(float(sys.argv[1]) if len(sys.argv) > 1 else 2)))
