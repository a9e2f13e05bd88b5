"""What the supervisor promises: order, restart, no orphans, one per state."""

import os
import signal
import socket
from pathlib import Path
from typing import LiteralString
from urllib.request import urlopen

import psycopg
import pytest

from deploy.local import memory
from deploy.local.cluster import connections
from deploy.local.locks import AlreadyRunning
from deploy.local.state import open_state
from tests.faults.stacks import eventually, is_alive, stack, start

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", ["postgres", "valkey", "plain", "family"])
def test_a_killed_program_comes_back(name: str, tmp_path: Path) -> None:
    with stack("stack", tmp_path) as running:
        before = running.pid(name)
        assert before is not None
        os.kill(before, signal.SIGKILL)
        eventually(lambda: running.pid(name) not in (None, before))
        web = connections(open_state(tmp_path))["WEB_DATABASE_URL"]
        eventually(lambda: _asked(web, "select 1") == [(1,)])
        code, said = running.stop()
    assert code == 0
    assert f"{name} ended (SIGKILL); again in 0.2 s" in said


def test_what_was_committed_outlives_a_killed_database(tmp_path: Path) -> None:
    with stack("stack", tmp_path) as running:
        owner = connections(open_state(tmp_path))["DATABASE_URL"]
        with psycopg.connect(owner) as first:
            first.execute("create table kept (n int)")
            first.execute("insert into kept values (7)")
        before = running.pid("postgres")
        assert before is not None
        os.kill(before, signal.SIGKILL)
        eventually(lambda: running.pid("postgres") not in (None, before))
        eventually(lambda: _asked(owner, "select n from kept") == [(7,)])


def _asked(dsn: str, query: LiteralString) -> list[tuple[int]] | None:
    """The answer, None while the server isn't there."""
    try:
        with psycopg.connect(dsn) as connection:
            return connection.execute(query).fetchall()
    except psycopg.OperationalError:
        return None


def test_no_process_outlives_a_killed_supervisor(tmp_path: Path) -> None:
    with stack("stack", tmp_path) as running:
        family = running.pid("family")
        assert family is not None
        eventually(lambda: len(memory.descendants(family)) == 1)
        everyone = memory.descendants(running.process.pid)
        assert len(everyone) > 8, "the servers' own children are among them"
        running.process.kill()
        eventually(lambda: not [pid for pid in everyone if is_alive(pid)], 5)
    with stack("stack", tmp_path) as again:
        assert again.stop()[0] == 0


def test_a_second_start_says_already_running(tmp_path: Path) -> None:
    with stack("small_stack", tmp_path) as running:
        second = start("stack", tmp_path)
        said, _ = second.communicate(timeout=60)
        assert second.returncode != 0
        assert f"already running on {tmp_path} (process {running.process.pid})" in said


def test_the_command_line_says_already_running(tmp_path: Path) -> None:
    with stack("small_stack", tmp_path):
        second = start("cluster", Path(f"--state={tmp_path}"), "deploy.local")
        said, _ = second.communicate(timeout=60)
    assert second.returncode == AlreadyRunning.exit_code
    assert "already running" in said
    assert "Traceback" not in said


def test_programs_end_in_reverse_order(tmp_path: Path) -> None:
    with stack("stack", tmp_path) as running:
        assert running.stop()[0] == 0
    assert (tmp_path / "ends").read_text().split() == ["family", "plain"]
    assert not (tmp_path / "postgres" / "postmaster.pid").exists()


def test_a_program_that_does_not_end_when_asked_is_killed(tmp_path: Path) -> None:
    with stack("small_stack", tmp_path) as running:
        deaf = running.pid("deaf")
        assert deaf is not None
        code, said = running.stop()
    assert code == 0
    assert not is_alive(deaf)
    assert "deaf hasn't ended and is killed" in said
    assert (tmp_path / "ends").read_text().split() == ["plain"]


def test_a_wish_to_end_that_comes_twice_at_once_is_one(tmp_path: Path) -> None:
    with stack("stack", tmp_path) as running:
        running.process.send_signal(signal.SIGTERM)
        running.process.send_signal(signal.SIGINT)
        code, said = running.stop()
    assert code == 0
    assert "is killed" not in said
    assert (tmp_path / "ends").read_text().split() == ["family", "plain"]


def test_a_program_that_can_not_start_ends_the_stack_with_its_own_words(tmp_path: Path) -> None:
    with stack("broken_stack", tmp_path, wait=False) as running:
        said, _ = running.process.communicate(timeout=60)
    assert running.process.returncode != 0
    assert f"broken doesn't get ready. Its log {tmp_path}/log/broken.log ends:\nbroken: no such table" in said
    assert (tmp_path / "ends").read_text().split() == ["plain"]


def test_gunicorn_comes_back_and_leaves_no_worker(tmp_path: Path) -> None:
    with stack("web_stack", tmp_path) as running:
        url = f"http://127.0.0.1:{(tmp_path / 'port').read_text()}/"
        assert int(_get(url)) > 0
        master = running.pid("web")
        assert master is not None
        eventually(lambda: len(memory.descendants(master)) == 2)
        workers = memory.descendants(master)
        os.kill(master, signal.SIGKILL)
        eventually(lambda: not [pid for pid in workers if is_alive(pid)], 5)
        # No caller is refused meanwhile: the socket is the supervisor's.
        assert int(_get(url)) not in workers
        everyone = memory.descendants(running.process.pid)
        running.process.kill()
        eventually(lambda: not [pid for pid in everyone if is_alive(pid)], 5)


def _get(url: str) -> bytes:
    with urlopen(url, timeout=20) as answer:  # noqa: S310 (our own page)
        body: bytes = answer.read()
        return body


def test_taken_ports_are_in_nobodys_way(tmp_path: Path) -> None:
    taken = []
    for port in (5432, 6379, 8000):
        blocker = socket.socket()
        blocker.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            blocker.bind(("127.0.0.1", port))
            blocker.listen()
        except OSError:
            pass  # somebody has it already: as taken as can be
        taken.append(blocker)
    try:
        with stack("web_stack", tmp_path / "web"), stack("stack", tmp_path / "servers") as servers:
            port = int((tmp_path / "web" / "port").read_text())
            assert port not in (5432, 6379, 8000)
            assert int(_get(f"http://127.0.0.1:{port}/")) > 0
            assert servers.stop()[0] == 0
    finally:
        for blocker in taken:
            blocker.close()
