"""Start the stack in order, keep it running, stop it in reverse.

One process, one thread: the kernel ties each child's life to the thread that started it (see leash.py).
"""

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType
from typing import Final

from deploy.local import logs
from deploy.local.locks import Hold
from deploy.local.program import Program, Step, leashed
from deploy.local.refusal import Refusal
from deploy.local.state import State

_PULSE: Final = 0.05
_FIRST_PAUSE: Final = 0.2
_LONGEST_PAUSE: Final = 10.0
_HEALTHY_AFTER: Final = 10.0
_TRIES_AT_START: Final = 5


@dataclass
class _Child:
    """A program and its present process; `pause` is the wait before the next start, `due` when that is (monotonic)."""

    program: Program
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    restarts: int = 0
    pause: float = _FIRST_PAUSE
    due: float = 0.0


@dataclass
class Supervisor:
    """Runs a plan of programs and steps on one state, which it locks for as long as it lives."""

    state: State
    plan: Sequence[Program | Step]
    say: Callable[[str], None] = print
    _children: list[_Child] = field(default_factory=list)
    _signals: int = 0
    _ready: bool = False

    def run(self, serve: Callable[["Supervisor"], int]) -> int:
        """Start the plan, then call `serve`, which returns the exit code; stop everything whatever happens.

        Raises AlreadyRunning if another supervisor has this state, Refusal if a program can't be started.
        """
        with Hold(self.state.root / "lock"), self._noting_signals():
            self._write_status(ready=False)
            try:
                for entry in self.plan:
                    if self._signals:
                        return 1
                    self._begin(entry)
                self._write_status(ready=True)
                return serve(self)
            finally:
                self._stop()

    def wait(self, until: Callable[[], bool] = lambda: False) -> int:
        """Keep the programs running until a signal to stop comes or `until` is true."""
        while not self._signals and not until():
            self.tend()
            time.sleep(_PULSE)
        return 0

    def tend(self) -> None:
        """Start again what has ended and whose pause is over."""
        now = time.monotonic()
        for child in self._children:
            if child.process is not None and child.process.poll() is not None:
                self._note_end(child, now)
            if child.process is None and now >= child.due:
                self._start(child)
        logs.keep_small(self.state.log)

    def _begin(self, entry: Program | Step) -> None:
        self.say(f"{entry.name} …")
        if isinstance(entry, Step):
            entry.run()
            return
        logs.turn_over(self.state.log, entry.name)
        child = _Child(entry)
        self._children.append(child)
        self._start(child)
        deadline = time.monotonic() + entry.ready_within
        while not self._signals and not (child.process is not None and entry.ready()):
            self.tend()
            if child.restarts >= _TRIES_AT_START or time.monotonic() > deadline:
                raise Refusal(f"{entry.name} doesn't get ready. {logs.ending(self.state.log, entry.name)}")
            time.sleep(_PULSE)

    def _start(self, child: _Child) -> None:
        program = child.program
        program.prepare()
        with logs.writing(self.state.log, program.name) as log:
            child.process = subprocess.Popen(
                leashed(program.command, os.getpid(), program.leash, program.death_signal),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={**program.environment},
                start_new_session=True,
            )
        child.started = time.monotonic()
        self._write_status()

    def _note_end(self, child: _Child, now: float) -> None:
        assert child.process is not None
        if now - child.started > _HEALTHY_AFTER:
            child.pause = _FIRST_PAUSE
        child.restarts += 1
        child.due = now + child.pause
        self.say(
            f"{child.program.name} ended ({_reason(child.process.returncode)}); again in {child.pause:.1f} s"
        )
        child.process, child.pause = None, min(child.pause * 2, _LONGEST_PAUSE)

    def _stop(self) -> None:
        """End the programs one by one, the last started first; a second signal ends them at once."""
        for child in reversed(self._children):
            if child.process is None or child.process.poll() is not None:
                continue
            child.process.send_signal(child.program.stop_signal)
            deadline = time.monotonic() + child.program.stop_within
            while child.process.poll() is None and time.monotonic() < deadline and self._signals < 2:
                time.sleep(_PULSE)
            if child.process.poll() is None:
                self.say(
                    f"{child.program.name} didn't end in {child.program.stop_within:.0f} s and is killed"
                )
                os.killpg(child.process.pid, signal.SIGKILL)
                child.process.wait()
        (self.state.root / "status.json").unlink(missing_ok=True)

    @contextmanager
    def _noting_signals(self) -> Iterator[None]:
        def note(signum: int, frame: FrameType | None) -> None:
            self._signals += 1

        former = {
            signum: signal.signal(signum, note) for signum in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        }
        try:
            yield
        finally:
            for signum, handler in former.items():
                signal.signal(signum, handler)

    def _write_status(self, ready: bool | None = None) -> None:
        path = self.state.root / "status.json"
        self._ready = self._ready if ready is None else ready
        report = {
            "supervisor": os.getpid(),
            "ready": self._ready,
            "programs": {
                child.program.name: {
                    "pid": child.process.pid if child.process else None,
                    "restarts": child.restarts,
                }
                for child in self._children
            },
        }
        draft = path.with_name(f".status.{os.getpid()}")
        draft.write_text(json.dumps(report, indent=1))
        draft.replace(path)


def _reason(code: int) -> str:
    return f"exit code {code}" if code >= 0 else signal.Signals(-code).name
