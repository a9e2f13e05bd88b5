"""The two servers without the house: for tests, and for work on the house."""

import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from casino.fairness.entropy import draw
from deploy.local import log_keys, logins, logs, postgres, valkey
from deploy.local.locks import AlreadyRunning, holder, using
from deploy.local.program import Entry, Step
from deploy.local.refusal import Refusal
from deploy.local.state import CHECKOUT, State, open_state

_START_WITHIN: Final = 120.0


def database(state: State, *, owner_makes_databases: bool) -> list[Entry]:
    """PostgreSQL with the house's logins; `owner_makes_databases` is for tests."""
    return [
        postgres.program(state),
        Step("logins", lambda: logins.ensure(state, owner_makes_databases=owner_makes_databases)),
    ]


def plan(state: State) -> list[Entry]:
    """Both servers, as tests want them."""
    return [*database(state, owner_makes_databases=True), valkey.program(state)]


def connections(state: State) -> dict[str, str]:
    """The environment by which a process of the house finds this state's servers, keeper and secrets."""
    state.secret("web/django.key")
    state.secret_bytes("fairness/django.key", lambda: state.secret("web/django.key").encode())
    state.secret_bytes("fairness/fairness.key", draw)
    return {
        **logins.addresses(state),
        "BROKER_URL": valkey.broker_url(state),
        "KEEPER_SOCKET": str(state.sockets / "keeper.sock"),
        "HOUSE_SECRETS": str(state.secrets / "fairness"),
        "HOUSE_EXPORTS": os.environ.get("HOUSE_EXPORTS") or str(state.root / "exports"),
        **log_keys.ensure(state),
    }


@contextmanager
def running(state_dir: Path) -> Iterator[dict[str, str]]:
    """PostgreSQL and Valkey in `state_dir`, started or shared with who started them; yields `connections`.

    Any number of processes may share one: it ends when its last user does, kill -9 included. The owner's
    login may create databases. Refusal if the servers can't be started.
    """
    state = open_state(state_dir)
    with using(state.root / "users.lock"):
        _reach(state)
        yield connections(state)


def is_ready(state: State) -> bool:
    """Whether a supervisor holds this state and has its servers and logins ready."""
    pid = holder(state.root / "lock")
    try:
        report = json.loads((state.root / "status.json").read_text())
    except (FileNotFoundError, ValueError):
        return False
    return bool(pid) and report["supervisor"] == pid and report["ready"]


def _reach(state: State) -> None:
    deadline = time.monotonic() + _START_WITHIN
    keeper: int | None = None
    while not is_ready(state):
        if keeper is not None and (code := _exit_code(keeper)) is not None:
            keeper = None
            if code == AlreadyRunning.exit_code:
                continue  # somebody else's was first
            raise Refusal(f"the servers in {state.root} can't be started. {logs.ending(state.log, 'cluster')}")
        if keeper is None and holder(state.root / "lock") is None:
            keeper = _start(state)
        if time.monotonic() > deadline:
            raise Refusal(f"the servers in {state.root} aren't ready after {_START_WITHIN:.0f} s; see {state.log}")
        time.sleep(0.02)


def _start(state: State) -> int:
    """A supervisor of its own session, which ends by itself when nobody uses the servers any more."""
    command = [sys.executable, "-m", "deploy.local", "cluster", "--state", str(state.root), "--while-used"]
    with logs.writing(state.log, "cluster") as log, open(os.devnull) as nothing:
        return os.posix_spawn(
            sys.executable,
            command,
            {**os.environ, "PYTHONPATH": str(CHECKOUT)},
            file_actions=[
                (os.POSIX_SPAWN_DUP2, nothing.fileno(), 0),
                (os.POSIX_SPAWN_DUP2, log.fileno(), 1),
                (os.POSIX_SPAWN_DUP2, log.fileno(), 2),
            ],
            setsid=True,
        )


def _exit_code(keeper: int) -> int | None:
    """How the supervisor we started has ended, None while it runs. To be asked until it has an answer once."""
    ended, status = os.waitpid(keeper, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if ended == keeper else None
