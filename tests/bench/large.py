"""Does any cost grow with the history? Books of millions of transfers, measured again and again while they fill.

Run: python -m tests.bench.large [transfers] [state folder], on PostgreSQL 18. Minutes a million; with a state folder a
broken run goes on where it was, and the folder is kept. A machine's speed drifts within such a run, so growth is judged
by the blocks of 8 kB that each act touches, which PostgreSQL counts; times are shown, and some have bounds.
"""

import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Final

import psycopg
from rich.console import Console
from rich.table import Table

from deploy.local.cluster import running
from ledger import balances, door
from ledger.exports import Scope, export
from ledger.log import keys
from ledger.log.sealing import OPTIONS, Sealer
from ledger.posting import Posting, Transfer
from ledger.verify import verify
from tests.bench import books
from tests.bench.ledger_single import pgbench, prepare_yardstick
from tests.bench.report import Line, show
from tests.bench.servers import migrate, scratch

A_DAY: Final = 100_000
SHARES: Final = 0.02, 0.2, 0.4, 0.6, 0.8, 1.0
LOOKS: Final = 400
POSTINGS: Final = 500
MILLISECOND: Final = 1.0
GROWTH: Final = 1.5
VERIFIED: Final = 30_000
BYTES: Final = 320
LOOKED_UP: Final = 4.0
BLOCKS: Final = """select coalesce(sum(coalesce(hits, 0) + coalesce(reads, 0)), 0)::bigint
                     from pg_stat_get_backend_io(pg_backend_pid()) where object = 'relation'"""
FIGURES: Final = {
    "pgbench": "pgbench tpcb-like beside, tps", "single": "single postings/s", "single blocks": "   blocks a posting",
    "batch": "in batches of 1000, transfers/s", "batch blocks": "   blocks a transfer",
    "seal": "sealed, postings/s", "seal blocks": "   blocks a posting", "balance": "balance, ms",
    "balance blocks": "   blocks", "as of": "as of a recorded time, ms", "as of blocks": "   blocks",
    "busiest": "as of, the busiest account, ms", "busiest blocks": "   blocks",
    "statement": "statement, a page of 100, ms", "statement blocks": "   blocks",
    "export": "export csv of a day, µs a row", "export blocks": "   blocks a row",
    "verify": "verify it, rows/s of one core", "bytes": "bytes a transfer", "kept": "bytes a posting with its leaf",
}  # fmt: skip
Figures = dict[str, float]


def main(transfers: int, root: Path) -> list[Line]:
    """The lines of this bench; its table is printed before."""
    with running(root) as env:
        os.environ |= env
        migrate(env)
        note = root / "large.json"
        yardstick = prepare_yardstick(env["DATABASE_URL"])
        taken: dict[str, Figures] = json.loads(note.read_text()) if note.exists() else {}
        with _session("DATABASE_URL") as owner, _session("WEB_DATABASE_URL") as web, _sealer() as log:
            books.prepare(owner, transfers // A_DAY + 2)
            sealer = Sealer(log, keys.read(Path(env["LOG_KEY"])))
            for mark in sorted({int(transfers * share) // A_DAY * A_DAY or A_DAY for share in SHARES}):
                if str(mark) not in taken:
                    filled = _fill(owner, web, sealer, log, mark)
                    taken[str(mark)] = {**filled, **_measured(owner, web, yardstick, mark)}
                    sealer.seal()
                    note.write_text(json.dumps(taken))
    _print(taken)
    return _lines(taken)


def _session(variable: str) -> books.Connection:
    return psycopg.connect(os.environ[variable], autocommit=True)


def _sealer() -> books.Connection:
    return psycopg.connect(os.environ["SEALER_DATABASE_URL"], autocommit=True, options=OPTIONS)


def day_of(transfer: int) -> date:
    return books.FIRST + timedelta(transfer // A_DAY)


def _fill(owner: books.Connection, web: books.Connection, sealer: Sealer, log: books.Connection, mark: int) -> Figures:
    """On to `mark` transfers, sealed as they come; the last day's rates."""
    ((postings,),) = owner.execute("select count(*) from ledger_posting where scope = 'bench'").fetchall()
    found: Figures = {}
    for start in range(2 * postings, mark, A_DAY):
        end = min(start - start % A_DAY + A_DAY, mark)
        seconds, blocks = _cost(web, lambda start=start, end=end: books.fill(web, start, end, day_of))  # type: ignore[misc]
        found |= {"batch": (end - start) / seconds, "batch blocks": blocks / (end - start)}
        seconds, blocks = _cost(log, sealer.seal)
        found |= {"seal": (end - start) / 2 / seconds, "seal blocks": blocks / ((end - start) / 2)}
        print(f"{end:,} of {mark:,}: {found['batch']:,.0f} transfers/s, sealed {found['seal']:,.0f}/s", flush=True)
    books.tidy(owner)
    return found


def _measured(owner: books.Connection, web: books.Connection, yardstick: str, mark: int) -> Figures:
    players = [f"player:{n * 37 % books.PLAYERS}" for n in range(LOOKS)]
    ((first, last),) = owner.execute("select min(recorded_at), max(recorded_at) from ledger_posting").fetchall()
    looks = [(player, first + (last - first) * n / LOOKS) for n, player in enumerate(players)]

    def as_of(path: str, at: datetime) -> object:
        return balances.as_of(web, path, "chips:GBP", recorded_at=at)

    found = {"pgbench": pgbench(yardstick, 1, 3), **_single(web, day_of(mark)), **_exported(day_of(mark - A_DAY))}
    for name, look in (
        ("balance", lambda path, _: balances.balance(web, path, "chips:GBP")),
        ("as of", as_of),
        ("busiest", lambda _, at: as_of("outside:chips", at)),
        ("statement", lambda path, _: balances.statement(web, path, "chips:GBP")),
    ):
        found |= _looked(name, web, look, looks)
    found["bytes"] = _size(owner, "ledger_transfer") / _rows(owner, "ledger_transfer")
    found["kept"] = (_size(owner, "ledger_posting") + _size(owner, "ledger_leaf")) / _rows(owner, "ledger_posting")
    return found


def _cost(connection: books.Connection, act: Callable[[], object]) -> tuple[float, int]:
    """Seconds, and blocks that the session's server process touched."""
    before, begun = _blocks(connection), time.perf_counter()
    act()
    spent = time.perf_counter() - begun
    return spent, _blocks(connection) - before


def _blocks(connection: books.Connection) -> int:
    connection.execute("select pg_stat_force_next_flush()")
    ((blocks,),) = connection.execute(BLOCKS).fetchall()
    return int(blocks)


def _looked(
    name: str, web: books.Connection, look: Callable[[str, datetime], object], looks: list[tuple[str, datetime]]
) -> Figures:
    """The median look's milliseconds, the mean one's blocks; each is at another account and time."""
    spent = []

    def all_of_them() -> None:
        for path, at in looks:
            begun = time.perf_counter()
            look(path, at)
            spent.append((time.perf_counter() - begun) * 1000)

    _, blocks = _cost(web, all_of_them)
    return {name: statistics.median(spent), f"{name} blocks": blocks / len(looks)}


def _single(web: books.Connection, day: date) -> Figures:
    """Postings of one transfer, committed one by one."""
    name = f"single {time.time_ns()}"

    def post() -> None:
        for turn in range(POSTINGS):
            stake = Transfer(f"player:{turn * 31 % books.PLAYERS}", "outside:chips", "chips:GBP", 1 + turn % 9)
            door.post(web, Posting("bench", "staff:1", name, str(turn), day, books.AT, (stake,)))

    seconds, blocks = _cost(web, post)
    return {"single": POSTINGS / seconds, "single blocks": blocks / POSTINGS}


def _exported(day: date) -> Figures:
    """Export and verification of one day's rows, which are as many at every size."""
    with _session("AUDITOR_DATABASE_URL") as auditor, tempfile.TemporaryDirectory(prefix="hh-large-") as out:
        seconds, blocks = _cost(auditor, lambda: export(auditor, Scope.of_day(day), Path(out), "csv"))
        (path,) = Path(out).iterdir()
        worked = time.process_time()
        report = verify(path)
        worked = time.process_time() - worked
    if not report.good:
        raise RuntimeError(str(report.first))
    rows = report.rows
    return {"export": seconds / rows * 1e6, "export blocks": blocks / rows, "verify": rows / worked}


def _size(owner: books.Connection, table: str) -> int:
    ((size,),) = owner.execute("select pg_total_relation_size(%s)", [table]).fetchall()
    return int(size)


def _rows(owner: books.Connection, table: str) -> int:
    ((rows,),) = owner.execute(f"select count(*) from {table}").fetchall()
    return int(rows)


def _print(taken: dict[str, Figures]) -> None:
    table = Table("transfers", *(f"{int(mark):,}" for mark in taken))
    for name, title in FIGURES.items():
        row = (figures[name] for figures in taken.values())
        table.add_row(title, *(f"{value:,.2f}" if value < 100 else f"{value:,.0f}" for value in row))
    Console(width=140).print(table)


def _lines(taken: dict[str, Figures]) -> list[Line]:
    marks = list(taken)
    early, late = taken[marks[min(1, len(marks) - 1)]], taken[marks[-1]]
    size, before = f"at {int(marks[-1]):,} transfers", f"at {int(marks[min(1, len(marks) - 1)]):,}"
    lines = [
        Line(f"{FIGURES[name].removesuffix(', ms')}, {size}", "ms", late[name], target=MILLISECOND, most=True)
        for name in ("balance", "as of", "busiest")
    ]
    lines += [
        Line(f"{name}, {size}", "", late[name], early[name], before, GROWTH, most=True)
        for name in FIGURES
        if name.endswith("blocks") and name != "export blocks"
    ]
    # Small tables are read whole, a block for many rows; in large ones the planner looks rows up, by indexes that have
    # a level more for every hundredfold of rows.
    lines.append(Line(f"export blocks a row, {size}", "", late["export blocks"], target=LOOKED_UP, most=True))
    lines.append(Line(f"verify, {size}", "rows/s", late["verify"], target=VERIFIED))
    return [*lines, Line(f"a transfer with its indexes, {size}", "bytes", late["bytes"], target=BYTES, most=True)]


if __name__ == "__main__":
    asked = int(sys.argv[1]) if len(sys.argv) > 1 else 5_000_000
    if len(sys.argv) > 2:
        sys.exit(1 if show(main(asked, Path(sys.argv[2]))) else 0)
    with scratch() as folder:
        sys.exit(1 if show(main(asked, folder / "state")) else 0)
