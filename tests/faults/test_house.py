"""The house itself under kill -9: each process comes back to work, and none is left when the supervisor is killed."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from deploy.local import memory
from tests.faults.stacks import Stack, eventually, is_alive, stack

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("house")]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    with stack("house_stack", tmp_path_factory.mktemp("house"), ready_within=180) as running:
        yield running


def _work_done(house: Stack) -> int:
    """How many tasks the worker has ended well: beat sends one every two seconds."""
    return (house.folder / "log" / "worker.log").read_text(errors="replace").count(" succeeded in ")


def _status(house: Stack) -> int | None:
    """The status of the house's front page, None if no whole answer comes."""
    try:
        with urlopen(f"http://127.0.0.1:{(house.folder / 'port').read_text()}/", timeout=20) as answer:
            return int(answer.status)
    except HTTPError as error:
        return error.code
    except OSError:
        return None


@pytest.mark.parametrize(
    "name", ["postgres", "valkey", "keeper", "sealer", "witness", "worker", "worker-fairness", "beat", "web", "live"]
)
def test_work_goes_on_after_a_kill_of(name: str, house: Stack) -> None:
    """F05, F11: a restarted broker or database finds its clients again, without anybody's help."""
    before = house.pid(name)
    assert before is not None
    os.kill(before, signal.SIGKILL)
    eventually(lambda: house.pid(name) not in (None, before))
    eventually(lambda: (_status(house) or 500) < 500, 60)
    done = _work_done(house)
    eventually(lambda: _work_done(house) > done + 1, 60)


def test_no_worker_outlives_a_killed_supervisor(tmp_path: Path) -> None:
    with stack("house_stack", tmp_path, ready_within=180) as running:
        everyone = memory.descendants(running.process.pid)
        assert len(everyone) > 20, "servers, keeper, Celery's and gunicorn's children"
        running.process.kill()
        eventually(lambda: not [pid for pid in everyone if is_alive(pid)], 5)


def test_the_house_ends_in_order_when_asked(tmp_path: Path) -> None:
    with stack("house_stack", tmp_path, ready_within=180) as running:
        everyone = memory.descendants(running.process.pid)
        code, said = running.stop()
    assert code == 0
    assert "is killed" not in said
    assert not [pid for pid in everyone if is_alive(pid)]
