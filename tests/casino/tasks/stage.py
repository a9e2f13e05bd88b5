"""A broker and Celery workers of the test's own: real processes, which a test may stop, kill and start again."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from deploy.local.binaries import find_valkey
from deploy.local.leash import die_with_parent
from deploy.local.state import CHECKOUT

SETTINGS = """\
port 0
unixsocket {folder}/valkey.sock
dir {folder}
maxmemory-policy noeviction
appendonly yes
appendfsync always
save ""
"""


class Broker:
    """A Valkey that keeps its queues in `folder`, as the house's does."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.url = f"redis+socket://{folder}/valkey.sock"
        self._process: subprocess.Popen[bytes] | None = None
        (folder / "valkey.conf").write_text(SETTINGS.format(folder=folder))

    def start(self) -> None:
        self._process = spawn([str(find_valkey()), str(self.folder / "valkey.conf")], {}, self.folder / "valkey.log")
        eventually(self._answers)

    def kill(self) -> None:
        """kill -9, as the out-of-memory killer does."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
            (self.folder / "valkey.sock").unlink(missing_ok=True)

    def _answers(self) -> bool:
        try:
            with socket.socket(socket.AF_UNIX) as talk:
                talk.settimeout(2)
                talk.connect(str(self.folder / "valkey.sock"))
                talk.sendall(b"PING\r\n")
                return talk.recv(16).startswith(b"+PONG")
        except OSError:
            return False


class Celery:
    """A worker, or beat, of the house with the login `worker`."""

    def __init__(self, what: list[str], environment: Mapping[str, str], log: Path, ready: str) -> None:
        self.log = log
        self._process = spawn(
            [sys.executable, "-m", "celery", "-A", "casino.celery", *what, "-l", "INFO"], environment, log
        )
        try:
            eventually(lambda: ready in self.said() or self._process.poll() is not None, 60)
            assert ready in self.said(), self.said()
        except AssertionError:
            self.stop()
            raise

    def said(self) -> str:
        return self.log.read_text(errors="replace")

    def children(self) -> list[int]:
        """The processes of its pool."""
        pid = self._process.pid
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]

    def kill(self) -> None:
        """The whole worker, its pool too, as a machine that goes down."""
        for pid in (self._process.pid, *self.children()):
            os.kill(pid, signal.SIGKILL)
        self._process.wait()

    def stop(self) -> None:
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()


def spawn(command: list[str], environment: Mapping[str, str], log: Path) -> subprocess.Popen[bytes]:
    """A process that can't outlive the test run; what it says goes to `log`."""
    parent = os.getpid()
    with log.open("ab") as out:
        return subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, cwd=CHECKOUT,
            env={**os.environ, **environment}, preexec_fn=lambda: die_with_parent(parent),
        )  # fmt: skip


def eventually(condition: Callable[[], object], seconds: float = 30.0) -> None:
    """Waits until the condition holds; fails if it doesn't in time."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"not true within {seconds} s"
        time.sleep(0.05)
