"""A stage for each test: the house, its keeper, a broker of its own, workers as many as it asks for."""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from casino.celery import app
from casino.settings.environment import LOGINS, database_variable
from tests.casino.night.evening import Evening, keeping
from tests.casino.tasks.stage import Broker, Celery
from tests.casino.world import House

WORKER = ["worker", "-Q", "night,relay", "--without-gossip", "--without-mingle", "--without-heartbeat"]
BEAT = ["beat", "-S", "celery.beat.Scheduler"]


class Stage:
    """What a test has at hand; every process ends with the test."""

    def __init__(self, house: House, folder: Path, stack: ExitStack) -> None:
        self.house = house
        self.folder = folder
        self.broker = Broker(folder)
        self._stack = stack
        self._started = 0
        self.broker.start()
        stack.callback(self.broker.kill)

    def environment(self, login: str) -> dict[str, str]:
        """As the supervisor gives it to a process of this login: one database address, no other."""
        hidden = {database_variable(other): "" for other in LOGINS if other != login}
        return {
            **hidden,
            database_variable(login): self.house.addresses[database_variable(login)],
            "HOUSE_LOGIN": login,
            "BROKER_URL": self.broker.url,
            "KEEPER_SOCKET": str(self.folder / "keeper.sock"),
            "HOUSE_SECRETS": self.house.addresses["HOUSE_SECRETS"] if login == "fairness" else "",
        }

    def worker(self, processes: int = 1) -> Celery:
        self._started += 1
        what = [*WORKER, "-c", str(processes), "-n", f"w{self._started}@%h"]
        return self._run(what, "worker", "ready.")

    def fairness_worker(self) -> Celery:
        what = ["worker", "-Q", "fairness", "--without-gossip", "--without-mingle", "-c", "1", "-n", "fairness@%h"]
        return self._run(what, "fairness", "ready.")

    def beat(self) -> Celery:
        return self._run(BEAT, "worker", "beat: Starting")

    def _run(self, what: list[str], login: str, ready: str) -> Celery:
        self._started += 1
        process = Celery(what, self.environment(login), self.folder / f"{what[0]}{self._started}.log", ready)
        self._stack.callback(process.stop)
        return process


@pytest.fixture
def stage(house: House, monkeypatch: pytest.MonkeyPatch) -> Iterator[Stage]:
    folder = Path(tempfile.mkdtemp(prefix="stage-"))
    try:
        with ExitStack() as stack:
            stack.enter_context(keeping(house, folder / "keeper.sock", monkeypatch))
            yield Stage(house, folder, stack)
    finally:
        shutil.rmtree(folder)


@pytest.fixture
def send(stage: Stage) -> Iterator[Callable[..., None]]:
    """Puts a task into its queue, as a relay or a beat does."""
    with app.connection_for_write(stage.broker.url) as connection:

        def put(name: str, *arguments: Any) -> None:
            app.send_task(name, args=arguments, connection=connection)

        yield put


@pytest.fixture
def played(stage: Stage) -> Evening:
    """Two tables, 40 throws each, closed and counted."""
    evening = Evening(stage.house)
    for table in ("H1", "H2"):
        evening.open(table)
        evening.play(table, 40)
        evening.close(table)
    return evening
