"""Start the stack in order, keep it running, stop it in reverse.

One process, one thread: the kernel ties each child's life to the thread that started it (see leash.py).
"""

import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType
from typing import Final

from deploy.local import logs
from deploy.local.locks import Hold
from deploy.local.program import Entry, Program, Step, leashed
from deploy.local.refusal import Refusal
from deploy.local.state import CHECKOUT, State

_PULSE: Final = 0.05
_FIRST_PAUSE: Final = 0.2
_LONGEST_PAUSE: Final = 10.0
_HEALTHY_AFTER: Final = 10.0
_TRIES_AT_START: Final = 5
_LOOK_AT_LOGS_EVERY: Final = 10.0
_ONE_WISH: Final = 1.0


@dataclass
class _Child:
    """A program and its process; `pause` is the wait before the next start, which is `due` (monotonic)."""

    program: Program
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    restarts: int = 0
    pause: float = _FIRST_PAUSE
    due: float = 0.0


@dataclass
class Supervisor:
    """Runs a plan on one state, which it locks for as long as it lives."""

    state: State
    plan: Sequence[Entry]
    say: Callable[[str], None] = print
    _children: list[_Child] = field(default_factory=list)
    _signals: int = 0
    _last_signal: float = float("-inf")
    _ready: bool = False
    _next_look_at_logs: float = 0.0

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
        """Keep the programs running until a signal to stop or until `until`; 0, since both are wished for."""
        while not self._signals and not until():
            self.tend()
            time.sleep(_PULSE)
        return 0

    def attend(self, command: tuple[str, ...], environment: Mapping[str, str]) -> int:
        """Run a command of the house to its end while the programs are kept running; return its exit code.

        It has our terminal. On a signal to stop it gets 15 s to end by itself; a command ended so, or by
        any signal, counts 128 and the signal's number, as in a shell.
        """
        process = subprocess.Popen(leashed(command, os.getpid()), env={**environment}, cwd=CHECKOUT)
        while process.poll() is None and not self._signals:
            self.tend()
            time.sleep(_PULSE)
        if process.poll() is None:
            process.terminate()
            _wait(process, 15.0)
            process.kill()
        code = process.wait()
        return code if code >= 0 else 128 - code

    def tend(self) -> None:
        """Start again what has ended and whose pause is over."""
        now = time.monotonic()
        for child in self._children:
            if child.process is not None and child.process.poll() is not None:
                self._note_end(child, child.process.returncode, now)
            if child.process is None and now >= child.due:
                self._start(child)
        if now >= self._next_look_at_logs:
            logs.keep_small(self.state.log)
            self._next_look_at_logs = now + _LOOK_AT_LOGS_EVERY

    def _begin(self, entry: Entry) -> None:
        started = time.monotonic()
        if isinstance(entry, Step):
            entry.run()
            self.say(f"{entry.name} ready ({time.monotonic() - started:.1f} s)")
            return
        together = [_Child(program) for program in (entry if isinstance(entry, tuple) else (entry,))]
        for child in together:
            logs.turn_over(self.state.log, child.program.name)
            self._children.append(child)
            self._start(child)
        for child in together:
            self._await(child)
            self.say(f"{child.program.name} ready ({time.monotonic() - started:.1f} s)")

    def _await(self, child: _Child) -> None:
        program = child.program
        deadline = time.monotonic() + program.ready_within
        while not self._signals and not (child.process is not None and program.ready()):
            self.tend()
            if child.restarts >= _TRIES_AT_START or time.monotonic() > deadline:
                raise Refusal(f"{program.name} doesn't get ready. {logs.ending(self.state.log, program.name)}")
            time.sleep(_PULSE)

    def _start(self, child: _Child) -> None:
        program = child.program
        program.prepare()
        with logs.writing(self.state.log, program.name) as log:
            child.process = subprocess.Popen(
                leashed(program.command, os.getpid(), leash=program.leash, death_signal=program.death_signal),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={**program.environment},
                cwd=program.folder,
                pass_fds=program.sockets,
                start_new_session=True,
            )
        child.started = time.monotonic()
        self._write_status()

    def _note_end(self, child: _Child, code: int, now: float) -> None:
        if now - child.started > _HEALTHY_AFTER:
            child.pause = _FIRST_PAUSE
        child.restarts += 1
        child.due = now + child.pause
        self.say(f"{child.program.name} ended ({_reason(code)}); again in {child.pause:.1f} s")
        child.process, child.pause = None, min(child.pause * 2, _LONGEST_PAUSE)

    def _stop(self) -> None:
        """End the programs one by one, the last started first; a second signal ends them at once."""
        for child in reversed(self._children):
            process, program = child.process, child.program
            if process is None or process.poll() is not None:
                continue
            process.send_signal(program.stop_signal)
            if not _wait(process, program.stop_within, unless=lambda: self._signals > 1):
                self.say(f"{program.name} hasn't ended and is killed")
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        (self.state.root / "status.json").unlink(missing_ok=True)
        # Whatever still lies there is the socket of a program that has ended.
        shutil.rmtree(self.state.sockets, ignore_errors=True)

    @contextmanager
    def _noting_signals(self) -> Iterator[None]:
        def note(signum: int, frame: FrameType | None) -> None:
            # One wish may come twice at once: to the process group, and passed on by make.
            if time.monotonic() > self._last_signal + _ONE_WISH:
                self._signals += 1
            self._last_signal = time.monotonic()

        former = {signum: signal.signal(signum, note) for signum in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
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
        try:
            draft.write_text(json.dumps(report, indent=1))
            draft.replace(path)
        except OSError as error:
            # A full disk must not end what still runs; `make status` shows the state before.
            self.say(f"{path} can't be written: {error.strerror}; make room there")


def _wait(process: subprocess.Popen[bytes], seconds: float, unless: Callable[[], bool] = lambda: False) -> bool:
    """Whether the process ended within the time; gives up early when `unless` comes true."""
    deadline = time.monotonic() + seconds
    while process.poll() is None:
        if time.monotonic() > deadline or unless():
            return False
        time.sleep(_PULSE)
    return True


def _reason(code: int) -> str:
    return f"exit code {code}" if code >= 0 else signal.Signals(-code).name
