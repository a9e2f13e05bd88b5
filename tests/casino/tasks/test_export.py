"""Exports through a real worker and a real broker: asked for, made, killed, cut off; whole in the end, and once."""

import json
import os
import signal
import time
from pathlib import Path
from typing import Any

import psycopg
import pytest

from casino.bundle import asking
from casino.bundle.verify.__main__ import main as verify_path
from casino.people.actors import staff
from tests.casino.night.evening import Evening
from tests.casino.tasks.conftest import Stage
from tests.casino.tasks.stage import Celery, eventually
from tests.casino.tasks.watching import WAITING, Send, has_another_child, locked, rows, waits_for
from tests.ledger.sealed import ARGUMENTS, seal

pytestmark = pytest.mark.slow

SWEEP = "casino.tasks.export.sweep"
STATE = "select state, attempts, error_code from ledger_export_job order by id"


class Exporting:
    """A stage with two played tables, sealed, and a folder for what is exported."""

    def __init__(self, stage: Stage, folder: Path) -> None:
        self.stage = stage
        self.folder = folder

    def worker(self) -> Celery:
        """One that takes exports too."""
        what = ["worker", "-Q", "relay,export", "-c", "1", "-n", f"x{time.monotonic_ns()}@%h"]
        quiet = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
        return self.stage._run([*what, *quiet], "worker", "ready.")

    def ask(self, kind: str = "bundle") -> int:
        house = self.stage.house
        asked = asking.ask(
            key=house.key(), kind=kind, form="csv", first=None, last=None, actor=staff(house.accounting), at=house.now()
        )
        return asked.job

    def is_done(self) -> bool:
        return {state for state, _, _ in rows(self.stage, STATE)} == {"done"}

    def published(self) -> list[Path]:
        return [path for path in self.folder.rglob("*") if path.is_file()]


@pytest.fixture
def exporting(stage: Stage, played: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Exporting:
    monkeypatch.setenv("HOUSE_EXPORTS", str(tmp_path / "exports"))
    seal(stage.house.addresses["SEALER_DATABASE_URL"])
    return Exporting(stage, tmp_path / "exports")


def silent(exporting: Exporting) -> None:
    """Two minutes without a word: the try's lease has run out."""
    with psycopg.connect(exporting.stage.house.addresses["WORKER_DATABASE_URL"], autocommit=True) as worker:
        worker.execute("update ledger_export_job set lease_until = now() - interval '1 s' where state = 'running'")


def verified(path: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert verify_path([str(path), *ARGUMENTS, "--every-signature", "--json"]) == 0
    read: dict[str, Any] = json.loads(capsys.readouterr().out)
    return read


def test_E10_what_was_asked_for_is_made_by_the_worker_and_verified(
    exporting: Exporting, send: Send, capsys: pytest.CaptureFixture[str]
) -> None:
    exporting.ask()
    assert rows(exporting.stage, STATE) == [("waiting", 0, "")]
    exporting.worker()
    send("casino.tasks.relay.follow")
    eventually(exporting.is_done, 60)
    ((name, folder, done, total),) = rows(
        exporting.stage, "select name, folder, rows_done, rows_total from ledger_export_job"
    )
    assert done == total > 0
    (packed,) = exporting.published()
    assert packed == Path(folder) / name
    read = verified(packed, capsys)
    assert read["transfers"]["sealed"]["proven"]
    assert read["transfers"]["sealed"]["signed"]


def test_F02_a_job_handed_out_500_times_and_to_two_workers_is_made_once(exporting: Exporting, send: Send) -> None:
    job = exporting.ask("transfers")
    for _ in range(500):
        send("casino.tasks.export.make", job)
    exporting.worker()
    exporting.worker()
    eventually(exporting.is_done, 60)
    assert rows(exporting.stage, STATE) == [("done", 1, "")]
    assert len(exporting.published()) == 1


def test_E10_a_worker_killed_in_the_middle_is_followed_by_another_that_starts_afresh(
    exporting: Exporting, send: Send, capsys: pytest.CaptureFixture[str]
) -> None:
    job = exporting.ask()
    worker = exporting.worker()
    with locked(exporting.stage, "pit_round"):
        send("casino.tasks.export.make", job)
        eventually(lambda: waits_for(exporting.stage, "pit_round"))
        assert rows(exporting.stage, STATE) == [("running", 1, "")]
        left = exporting.published()
        assert "transfers-everything.csv" in {path.name for path in left}, "this much was written"
        worker.kill()
    silent(exporting)
    exporting.worker()
    send(SWEEP)
    eventually(exporting.is_done, 60)
    assert rows(exporting.stage, STATE) == [("done", 2, "")]
    (packed,) = exporting.published()
    assert verified(packed, capsys)["faults"] == []


def test_a_pool_process_killed_in_the_middle_is_no_loss_either(exporting: Exporting, send: Send) -> None:
    job = exporting.ask("transfers")
    worker = exporting.worker()
    (child,) = worker.children()
    with locked(exporting.stage, "ledger_transfer"):
        send("casino.tasks.export.make", job)
        eventually(lambda: waits_for(exporting.stage, "ledger_transfer"))
        os.kill(child, signal.SIGKILL)
        eventually(lambda: has_another_child(worker, child))
    silent(exporting)
    send(SWEEP)
    eventually(exporting.is_done, 60)
    assert len(exporting.published()) == 1


def test_E11_a_connection_broken_in_the_middle_shows_in_the_job_and_the_sweep_makes_it(
    exporting: Exporting, send: Send
) -> None:
    job = exporting.ask("transfers")
    exporting.worker()
    with locked(exporting.stage, "ledger_transfer"):
        send("casino.tasks.export.make", job)
        eventually(lambda: waits_for(exporting.stage, "ledger_transfer"))
        with psycopg.connect(exporting.stage.house.addresses["WORKER_DATABASE_URL"], autocommit=True) as worker:
            waiting = WAITING.format(relation="ledger_transfer")
            worker.execute(f"select pg_terminate_backend(pid) from ({waiting}) w")
        eventually(lambda: rows(exporting.stage, STATE) == [("waiting", 1, "broken_off")])
    ((said,),) = rows(exporting.stage, "select error from ledger_export_job")
    assert "terminat" in said
    send(SWEEP)
    eventually(exporting.is_done, 60)
    assert rows(exporting.stage, STATE) == [("done", 2, "")]
