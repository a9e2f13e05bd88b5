"""Restoring to another server: a new state folder, which must have no data yet."""

import os
import shutil
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Final

import psycopg

from deploy.backup.programs import Server, run
from deploy.backup.shelf import Shelf, begins, needed
from deploy.local import logins, logs, postgres
from deploy.local.binaries import find_postgres
from deploy.local.program import Entry, Step
from deploy.local.refusal import Refusal
from deploy.local.state import State
from deploy.local.supervisor import Supervisor
from deploy.local.unprivileged import stand

_RECOVERS_WITHIN: Final = 3600.0
_SETTINGS: Final = "restore_command", "recovery_target_time", "recovery_target_action"


def guard(copy: Path, state: State) -> None:
    """Refusal if `copy` holds no keys, or if the state has some already."""
    if not (copy / "secrets").is_dir():
        raise Refusal(f"{copy} holds no keys: name one of the folders that `keys` made")
    if any(state.secrets.iterdir()):
        raise Refusal(f"{state.root} has secrets of its own: restore to a new state folder")


def keys(copy: Path, state: State) -> None:
    """Lay down the secrets and the witness's memory. Refusal as `guard`."""
    guard(copy, state)
    shutil.copytree(copy / "secrets", state.secrets, dirs_exist_ok=True)
    memory = copy / "witness.sqlite"
    if memory.exists():
        shutil.copy2(memory, state.root / memory.name)


def lay(shelf: Shelf, state: State, until: datetime | None) -> None:
    """Lay down the base backup and the archived log, ready to recover to `until` or to the archive's end."""
    place = stand(state)
    if place.data.exists():
        raise Refusal(f"{place.data} has data already: restore to a new state folder")
    chosen = shelf.base_for(until)
    first = begins(chosen)
    archived = needed([*(chosen / "pg_wal").iterdir(), *(shelf.wal.iterdir() if shelf.wal.is_dir() else ())], first)
    major = int((chosen / "PG_VERSION").read_text())
    run(find_postgres(major).folder / "pg_verifybackup", "--quiet", str(chosen))
    draft = place.data.with_name(f"{place.data.name}.restoring")
    shutil.rmtree(draft, ignore_errors=True)
    shutil.copytree(chosen, draft)
    for file in archived:
        if file.parent == shelf.wal:
            shutil.copy2(file, draft / "pg_wal" / file.name.removesuffix(".partial"))
    with (draft / "postgresql.auto.conf").open("a") as settings:
        # All there is lies in pg_wal; a command that fails says that there is nothing more.
        settings.write("restore_command = 'exit 1'\nrecovery_target_action = 'promote'\n")
        if until is not None:
            settings.write(f"recovery_target_time = '{until.isoformat()}'\n")
    (draft / "recovery.signal").touch()
    for path in (draft, *draft.rglob("*")):
        place.give(path)
    draft.replace(place.data)


def recover(state: State, check: Callable[[Supervisor], int]) -> int:
    """Start the server, wait until it has recovered, then `check`; the exit code is the check's."""
    return Supervisor(state, [*_recovered(state)]).run(check)


def load(file: Path, state: State, check: Callable[[Supervisor], int]) -> int:
    """Make a new server, load the dump into it as the owner, then `check`; the exit code is the check's.

    One transaction: the database is loaded whole or stays empty.
    """
    if stand(state).data.exists():
        raise Refusal(f"{state.root} has data already: restore to a new state folder")

    def fill() -> None:
        owner = Server(logins.addresses(state)[logins.OWNER.variable], find_postgres().folder)
        owner.run(
            "pg_restore", "--dbname=", "--no-owner", "--single-transaction", "--exit-on-error", str(file.absolute())
        )

    return Supervisor(state, [*_served(state), Step("dump loaded", fill)]).run(check)


def _served(state: State) -> list[Entry]:
    return [postgres.program(state), Step("logins", lambda: logins.ensure(state, owner_makes_databases=False))]


def _recovered(state: State) -> list[Entry]:
    server, logins_ = _served(state)
    return [server, Step("recovery", lambda: _await_recovery(state)), logins_]


def _await_recovery(state: State) -> None:
    """Wait until the server takes writes, then take back what it was told for the recovery."""
    deadline = time.monotonic() + _RECOVERS_WITHIN
    while time.monotonic() < deadline:
        try:
            with psycopg.connect(postgres.superuser_dsn(state), autocommit=True) as server:
                if server.execute("select not pg_is_in_recovery()").fetchone() == (True,):
                    for setting in _SETTINGS:
                        server.execute(f"alter system reset {setting}")
                    return
        except psycopg.OperationalError as lost:
            raise Refusal(
                f"the server gave up its recovery; remove {state.root} before you try again. If the archive ends "
                f"before the instant you gave, leave out --until. {logs.ending(state.log, 'postgres')}"
            ) from lost
        time.sleep(0.1)
    raise Refusal(f"the recovery isn't done after {_RECOVERS_WITHIN:.0f} s; see {os.fspath(state.log)}")
