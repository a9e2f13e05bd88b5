"""How far the log lags behind the books at 2,000 postings a second.

Run: python -m tests.bench.sealing [seconds]. The sealer's own process, its witness beside it; a writer posts batches of
twenty at an even pace. Again and again it is seen how old the youngest sealed posting is: the lag at its largest.
"""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Final

import psycopg

from ledger import door
from ledger.posting import Posting
from tests.bench.ledger_single import batch, fund
from tests.bench.report import Line, show
from tests.bench.servers import migrated

PACE: Final = 2000
BATCH: Final = 20
WARM_UP: Final = 2.0
LAG: Final = 1.0
YOUNGEST: Final = """
    select extract(epoch from clock_timestamp() - recorded_at)::float8, sequence from ledger_leaf
      join ledger_posting p on p.id = posting_id order by sequence desc limit 1"""
UNCOSIGNED: Final = """
    select (select max(size) from ledger_seal) - (select coalesce(max(size), 0) from ledger_cosignature)"""


def main(seconds: float) -> list[Line]:
    """The lines of this bench."""
    with migrated() as (_, servers):
        variables = {**os.environ, **servers}
        fund(servers["DATABASE_URL"], servers["WEB_DATABASE_URL"])
        with (
            _process("casino.witness", variables),
            _process("ledger.log.sealer", variables),
            ThreadPoolExecutor(1) as writer,
            psycopg.connect(servers["AUDITOR_DATABASE_URL"], autocommit=True) as auditor,
        ):
            written = writer.submit(_write, servers["WEB_DATABASE_URL"], seconds + WARM_UP)
            time.sleep(WARM_UP)
            lags = list(_lags(auditor, written))
            ((uncosigned,),) = auditor.execute(UNCOSIGNED).fetchall()
    return [
        Line("postings written while it was measured", "/s", written.result(), target=0.95 * PACE),
        Line("the log's lag at most", "s", max(lags), target=LAG, most=True),
        Line("the log's lag, median", "s", statistics.median(lags)),
        Line("postings sealed but not cosigned, at the end", "", uncosigned),
    ]


def _lags(auditor: psycopg.Connection[tuple[object, ...]], written: "Future[float]") -> Iterator[float]:
    while not written.done():
        for age, _ in auditor.execute(YOUNGEST):
            assert isinstance(age, float)
            yield age
        time.sleep(0.03)


def _write(url: str, seconds: float) -> float:
    """Posts at the pace, catching up where it was late; the postings a second."""
    with psycopg.connect(url, autocommit=True) as books:
        begun, turn = time.perf_counter(), 0
        while (spent := time.perf_counter() - begun) < seconds:
            if turn * BATCH > spent * PACE:
                time.sleep(turn * BATCH / PACE - spent)
            postings: list[Posting] = batch("pace", turn, BATCH, BATCH)
            door.post(books, *postings)
            turn += 1
        return turn * BATCH / spent


@contextmanager
def _process(module: str, variables: dict[str, str]) -> Iterator[None]:
    process = subprocess.Popen([sys.executable, "-m", module], env=variables, stdout=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait()


if __name__ == "__main__":
    sys.exit(1 if show(main(float(sys.argv[1]) if len(sys.argv) > 1 else 10)) else 0)
