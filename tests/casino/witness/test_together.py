"""Sealer and witness as the processes they are: killed at any moment, apart for a while; and a rewritten log."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from casino.witness import notes
from ledger.log import keys, note, store
from ledger.log.audit import audit
from ledger.log.cosigning import Witness, WitnessRefuses, WitnessSilent, cosign
from ledger.log.receipts import receipt
from ledger.verify.receipts import proven
from tests.databases import Database
from tests.ledger.conftest import Books, prepare

LOG_LINE = keys.private_text("log.example/house", bytes(range(32)))
LOG = keys.parse_private(LOG_LINE)
WITNESS_LINE = notes.private_line("witness.example/w1", bytes(range(1, 33)))
WITNESS = note.parse_key(notes.WitnessKey("witness.example/w1", bytes(range(1, 33))).public)
ROOT = Path(__file__).resolve().parents[3]


class Two:
    """A sealer and a witness, each a process that can be started and killed."""

    def __init__(self, database: Database, folder: Path, stack: ExitStack) -> None:
        self.folder = folder
        self.books = Books(database)
        self.database = database
        self.auditor = database.connect("auditor")
        self.asking = database.connect("sealer")
        self._stack = stack
        self.witness_at = Witness(f"unix:{folder / 'w.sock'}", WITNESS)
        for name, text in {
            "log.key": LOG_LINE,
            "witness.key": WITNESS_LINE,
            "logs": str(LOG.public),
            "witnesses": f"{self.witness_at.url} {WITNESS}\n",
        }.items():
            path = folder / name
            path.touch(0o600)
            path.write_text(text)
        self._environments = {
            "ledger.log.sealer": {
                "SEALER_DATABASE_URL": database.url("sealer"),
                "LOG_KEY": str(folder / "log.key"),
                "LOG_WITNESSES": str(folder / "witnesses"),
            },
            "casino.witness": {
                "WITNESS_LISTEN": self.witness_at.url,
                "WITNESS_KEY": str(folder / "witness.key"),
                "WITNESS_LOGS": str(folder / "logs"),
                "WITNESS_MEMORY": str(folder / "memory.sqlite"),
            },
        }

    def start(self, module: str) -> subprocess.Popen[bytes]:
        with (self.folder / f"{module}.err").open("ab") as complaints:
            process = subprocess.Popen(
                [sys.executable, "-m", module],
                env={"PATH": os.environ["PATH"], **self._environments[module]},
                cwd=ROOT,
                stdout=subprocess.DEVNULL,
                stderr=complaints,
            )
        self._stack.callback(process.wait)
        self._stack.callback(process.kill)
        return process

    def last_cosigned(self) -> int:
        """How many leaves the last cosigned checkpoint has."""
        rows = self.auditor.execute("select coalesce(max(size), 0) from ledger_cosignature").fetchall()
        return int(rows[0][0])

    def all_is_cosigned(self) -> bool:
        rows = self.auditor.execute(
            "select (select count(*) from ledger_posting), (select max(size) from ledger_seal),"
            " (select max(size) from ledger_cosignature)"
        ).fetchall()
        return len(set(rows[0])) == 1


@pytest.fixture
def two(clone: Callable[[], Database], tmp_path: Path) -> Iterator[Two]:
    database = clone()
    prepare(database.connect("owner"))
    with ExitStack() as stack:
        yield Two(database, tmp_path, stack)


def eventually(true: Callable[[], bool], within: float = 60) -> None:
    deadline = time.monotonic() + within
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_killed_again_and_again_under_load_they_lose_and_repeat_nothing(two: Two) -> None:
    stopping = threading.Event()

    def post() -> None:
        while not stopping.wait(0.003):
            two.books.fund("player:1", 1)

    writer = threading.Thread(target=post)
    writer.start()
    try:
        processes = {module: two.start(module) for module in ("casino.witness", "ledger.log.sealer")}
        eventually(lambda: two.last_cosigned() > 0)
        for kill in range(6):
            module = ("ledger.log.sealer", "casino.witness")[kill % 2]
            processes[module].send_signal(signal.SIGKILL)
            processes[module].wait()
            before = two.last_cosigned()
            processes[module] = two.start(module)
            eventually(lambda before=before: two.last_cosigned() > before)  # type: ignore[misc]
    finally:
        stopping.set()
        writer.join()
    eventually(two.all_is_cosigned)
    assert audit(two.auditor, LOG.public, [WITNESS]) == []
    (posting,) = two.auditor.execute("select max(id) from ledger_posting").fetchall()[0]
    assert proven(receipt(two.auditor, posting), LOG.public, [WITNESS]).posting["posting"] == str(posting)
    for module, process in processes.items():
        process.terminate()
        assert process.wait(20) == 0, module


def test_a_witness_that_comes_late_or_forgot_the_answer_catches_up(two: Two) -> None:
    sealer = two.start("ledger.log.sealer")
    two.books.fund("player:1", 1)
    eventually(lambda: store.newest(two.auditor) is not None)
    with pytest.raises(WitnessSilent):
        cosign(two.asking, two.witness_at)
    two.start("casino.witness")
    eventually(two.all_is_cosigned)
    sealer.kill()
    sealer.wait()
    assert cosign(two.asking, two.witness_at) is None


def test_a_rewritten_log_is_not_cosigned_and_the_sealer_says_so(two: Two) -> None:
    """The database's owner has another history sealed: its signature is good, but the witness remembers."""
    processes = [two.start("casino.witness"), two.start("ledger.log.sealer")]
    for _ in range(3):
        two.books.fund("player:1", 1)
    eventually(two.all_is_cosigned)
    processes[1].kill()
    processes[1].wait()
    owner = two.database.connect("owner")
    for table in ("ledger_posting", "ledger_transfer", "ledger_leaf", "ledger_seal", "ledger_cosignature"):
        owner.execute(f"alter table {table} disable trigger user")
    owner.execute("delete from ledger_cosignature; delete from ledger_seal; delete from ledger_leaf")
    owner.execute("update ledger_transfer set amount = 2 where posting_id = 1")
    for table in ("ledger_posting", "ledger_transfer", "ledger_leaf", "ledger_seal", "ledger_cosignature"):
        owner.execute(f"alter table {table} enable trigger user")
    two.books.fund("player:1", 1)
    two.start("ledger.log.sealer")
    eventually(lambda: (seal := store.newest(two.auditor)) is not None and seal.size == 4)
    with pytest.raises(WitnessRefuses, match="another log"):
        cosign(two.asking, two.witness_at)
    eventually(lambda: "ALARM" in (two.folder / "ledger.log.sealer.err").read_text())
    assert two.auditor.execute("select from ledger_cosignature").fetchall() == []
