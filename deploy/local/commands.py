"""What `python -m deploy.local` can do; each function returns the exit code."""

import json
import os
import shlex
import signal
import sys
import time
from pathlib import Path

from deploy.local import addresses, cluster, house, memory
from deploy.local.doors import open_door
from deploy.local.locks import Unused, holder
from deploy.local.refusal import Refusal
from deploy.local.state import State, open_state
from deploy.local.supervisor import Supervisor

_NOT_RUNNING = 3


def run_cluster(root: Path, *, while_used: bool = False) -> int:
    """The two servers alone, in the foreground; prints their addresses once they are ready."""
    state = open_state(root)
    unused = Unused(state.root / "users.lock")

    def serve(supervisor: Supervisor) -> int:
        print_addresses(root)
        return supervisor.wait(until=unused if while_used else lambda: False)

    return Supervisor(state, cluster.plan(state), say).run(serve)


def print_addresses(root: Path) -> int:
    """The environment of a process of the house, as lines for a shell's `eval`."""
    for name, value in addresses.found(open_state(root)).items():
        print(f"export {name}={shlex.quote(value)}", flush=True)
    return 0


def demo(root: Path) -> int:
    """One night through the real services; the exit code is the night's own."""
    addresses.refuse_production()
    state = open_state(root)
    given = addresses.found(state)
    night = (sys.executable, "manage.py", "play_night")
    supervisor = Supervisor(state, house.backstage(state, given), say)
    return supervisor.run(lambda running: running.attend(night, addresses.seen_by_night(given)))


def up(root: Path) -> int:
    """The whole service with demo data, which production never gets, until Ctrl-C."""
    addresses.refuse_production()
    state = open_state(root)
    given = addresses.found(state)
    web, live = open_door("HOUSE_PORT", 8000), open_door("HOUSE_LIVE_PORT", 8001)
    seed = (sys.executable, "manage.py", "seed_demo")

    def serve(supervisor: Supervisor) -> int:
        if os.environ.get("HOUSE_ENV") != "production":
            code = supervisor.attend(seed, {**addresses.seen_by_night(given), "HOUSE_URL": web.url})
            if code != 0:
                return code
        print(f"\nHazard House is open at {web.url} (its events at {live.url}/events); Ctrl-C closes it.", flush=True)
        return supervisor.wait()

    return Supervisor(state, [*house.backstage(state, given), house.doors(state, given, web, live)], say).run(serve)


def status(root: Path) -> int:
    """A line for each program of the stack: process, restarts, memory. 3 if none runs."""
    state, pid = _supervised(root)
    if pid is None:
        print(f"nothing runs on {root}")
        return _NOT_RUNNING
    report = json.loads((state.root / "status.json").read_text())
    print(f"supervisor {pid}, {'ready' if report['ready'] else 'starting'}, {memory.of(pid, alone=True)} MiB")
    for name, program in report["programs"].items():
        process = program["pid"]
        size = f"{memory.of(process)} MiB" if process else "waits for its restart"
        print(f"{name:16} {process or '-':>8} restarts {program['restarts']:<4} {size}")
    return 0


def stop(root: Path, patience: float = 120.0) -> int:
    """Ask the supervisor of this state to end, and wait until it has."""
    state, pid = _supervised(root)
    if pid is None:
        print(f"nothing runs on {root}")
        return 0
    os.kill(pid, signal.SIGTERM)
    deadline = time.monotonic() + patience
    while holder(state.root / "lock") == pid:
        if time.monotonic() > deadline:
            raise Refusal(f"the supervisor (process {pid}) hasn't ended after {patience:.0f} s; see {state.log}")
        time.sleep(0.1)
    return 0


def say(line: str) -> None:
    """Tell the person what goes on, beside what the programs print."""
    print(line, file=sys.stderr, flush=True)


def _supervised(root: Path) -> tuple[State, int | None]:
    state = open_state(root)
    return state, holder(state.root / "lock")
