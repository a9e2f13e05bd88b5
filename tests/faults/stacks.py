"""Start a stack in a process of its own, look at it, and see it gone."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from deploy.local.leash import die_with_parent
from deploy.local.state import CHECKOUT


class Stack:
    """A supervisor that runs as a child of the test, and what it has written down."""

    def __init__(self, process: subprocess.Popen[str], folder: Path) -> None:
        self.process = process
        self.folder = folder

    def report(self) -> dict[str, object]:
        """The supervisor's status; empty before it has written one."""
        try:
            report: dict[str, object] = json.loads((self.folder / "status.json").read_text())
        except FileNotFoundError:
            return {}
        return report

    def pid(self, name: str) -> int | None:
        """The present process of a program, None while it waits for its restart."""
        programs = self.report().get("programs")
        assert isinstance(programs, dict)
        pid = programs[name]["pid"]
        assert pid is None or isinstance(pid, int)
        return pid

    def is_ready(self) -> bool:
        assert self.process.poll() is None, self.process.communicate()
        report = self.report()
        return report.get("supervisor") == self.process.pid and report.get("ready") is True

    def stop(self) -> tuple[int, str]:
        """Ask it to end; its exit code and what it said."""
        self.process.send_signal(signal.SIGTERM)
        said, _ = self.process.communicate(timeout=90)
        return self.process.returncode, said


@contextmanager
def stack(what: str, folder: Path, *, wait: bool = True, ready_within: float = 60) -> Iterator[Stack]:
    """The stack `what` in `folder`, once ready; whatever the test does, nothing of it is left."""
    process = start(what, folder)
    try:
        running = Stack(process, folder)
        if wait:
            eventually(running.is_ready, ready_within)
        yield running
    finally:
        process.terminate()
        try:
            process.communicate(timeout=90)
        finally:
            process.kill()


def start(what: str, folder: Path, module: str = "tests.faults.stand_in") -> subprocess.Popen[str]:
    """The bare process; it can't outlive the test run."""
    parent = os.getpid()
    # Never a developer's own servers: the stacks here are killed and migrated at will.
    kept = {name: value for name, value in os.environ.items() if not name.endswith(("DATABASE_URL", "BROKER_URL"))}
    return subprocess.Popen(
        [sys.executable, "-m", module, what, str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=kept,
        cwd=CHECKOUT,
        preexec_fn=lambda: die_with_parent(parent),
    )


def eventually(condition: Callable[[], object], seconds: float = 20.0) -> None:
    """Wait until the condition holds; fail if it doesn't in time."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"not true within {seconds} s"
        time.sleep(0.05)


def is_alive(pid: int) -> bool:
    """Whether the process runs; a dead one that nobody has buried yet doesn't count."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
