"""The plan of the house: its processes as programs of the supervisor, in the order in which they start."""

import os
import socket
import subprocess
import sys
from collections.abc import Mapping
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from deploy.local import addresses, cluster, edition, logs, valkey
from deploy.local.doors import HOST, Door
from deploy.local.members import KEEPER, LIVE, SEALER, WEB, WITNESS, WORKERS, Member
from deploy.local.program import Entry, Program, Step, leashed
from deploy.local.refusal import Refusal
from deploy.local.state import CHECKOUT, State


def servers(state: State, given: Mapping[str, str]) -> list[Entry]:
    """The embedded servers that the addresses call for."""
    embedded = cluster.connections(state)
    plan: list[Entry] = []
    if given["DATABASE_URL"] == embedded["DATABASE_URL"]:
        plan += cluster.database(state, owner_makes_databases=False)
    if given["BROKER_URL"] == embedded["BROKER_URL"]:
        plan.append(valkey.program(state))
    return plan


def backstage(state: State, given: Mapping[str, str]) -> list[Entry]:
    """Everything but the doors: the servers, the schema, keeper, witness and sealer, workers and beat."""
    migrate = Step("migrate", lambda: _migrate(state, given))
    keeper, witness, sealer = (_program(state, given, member) for member in (KEEPER, WITNESS, SEALER))
    workers = tuple(_program(state, given, member) for member in WORKERS)
    return [*servers(state, given), migrate, keeper, (witness, sealer), workers]


def doors(state: State, given: Mapping[str, str], web: Door, live: Door) -> tuple[Program, ...]:
    """The two processes that listen on the network, each on its door."""
    more = {"HOUSE_URL": web.url, "HOUSE_WEB_BIND": f"fd://{web.number}"}
    return tuple(_program(state, {**given, **more}, member, door) for member, door in ((WEB, web), (LIVE, live)))


def _program(state: State, given: Mapping[str, str], member: Member, door: Door | None = None) -> Program:
    pid_file = state.root / f"{member.name}.pid"
    words = tuple(word.format(door=door.number if door else "") for word in member.module)
    command = (sys.executable, "-m", *words, *((f"--pidfile={pid_file}",) if member.has_pid_file else ()))
    return Program(
        name=member.name,
        command=command,
        prepare=lambda: pid_file.unlink(missing_ok=True),
        ready=lambda: _is_up(member, pid_file, given, door),
        environment=addresses.seen_by_member(given, member),
        folder=CHECKOUT,
        sockets=(door.number,) if door else (),
        stop_within=member.stop_within,
    )


def _is_up(member: Member, pid_file: Path, given: Mapping[str, str], door: Door | None) -> bool:
    if member is KEEPER:
        return _listens(given["KEEPER_SOCKET"])
    if member is WITNESS:
        return _listens(given["WITNESS_LISTEN"].removeprefix("unix:"))
    if member is SEALER:
        return True
    if door is not None:
        return _answers(door)
    return pid_file.exists()


def _listens(path: str) -> bool:
    try:
        with socket.socket(socket.AF_UNIX) as talk:
            talk.connect(path)
    except OSError:
        return False
    return True


def _answers(door: Door) -> bool:
    """Whether HTTP comes back; the supervisor's own socket takes connections even before."""
    connection = HTTPConnection(HOST, door.port, timeout=2)
    try:
        connection.request("GET", "/")
        return connection.getresponse().status < 500
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def _migrate(state: State, given: Mapping[str, str]) -> None:
    _manage(state, given, "migrate", "--noinput")
    if given["DATABASE_URL"] == cluster.connections(state)["DATABASE_URL"]:
        edition.guard(state, changed="No migrations to apply" not in logs.ending(state.log, "migrate"))


def _manage(state: State, given: Mapping[str, str], *arguments: str) -> None:
    """Run a management command as the owner; its output goes to the log of its name. Refusal if it fails."""
    logs.turn_over(state.log, arguments[0])
    with logs.writing(state.log, arguments[0]) as log:
        run = subprocess.run(
            leashed((sys.executable, "manage.py", *arguments), os.getpid()),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            env=addresses.seen_by(given, "owner"),
            cwd=CHECKOUT,
            check=False,
        )
    if run.returncode != 0:
        raise Refusal(f"`manage.py {' '.join(arguments)}` failed. {logs.ending(state.log, arguments[0])}")
