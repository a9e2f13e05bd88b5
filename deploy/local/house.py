"""The house's own processes: which there are, in which order they start, what each may see."""

import os
import socket
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Final

from deploy.local import cluster, logins, logs, valkey
from deploy.local.doors import HOST, Door
from deploy.local.program import Program, Step
from deploy.local.refusal import Refusal
from deploy.local.state import CHECKOUT, State

_CELERY: Final = ("celery", "-A", "casino.celery")
_QUIET: Final = ("--without-gossip", "--without-mingle", "--without-heartbeat", "-l", "INFO")


_PRODUCTION: Final = (
    "HOUSE_ENV is production: the embedded servers are not for that. Set DATABASE_URL and BROKER_URL to your own "
    "PostgreSQL and Valkey (see deploy/README.md)"
)


@dataclass(frozen=True)
class Member:
    """One process of the house: the Python module it runs and the database login that is all it gets.

    `holds_key` members see the key that opens the fairness chains. Celery's say they are up by their pid
    file.
    """

    name: str
    login: str
    module: tuple[str, ...]
    holds_key: bool = False
    has_pid_file: bool = False
    stop_within: float = 10.0


KEEPER: Final = Member("keeper", "keeper", ("casino.fairness.keeper",), holds_key=True)
# Celery ends softly in 30 s (worker_soft_shutdown_timeout); only then is it killed.
WORKERS: Final = (
    Member(
        "worker-fairness",
        "fairness",
        (*_CELERY, "worker", "-Q", "fairness", "-n", "fairness@%h", "-c", "1", *_QUIET),
        holds_key=True,
        has_pid_file=True,
        stop_within=45.0,
    ),
    Member(
        "worker",
        "worker",
        (*_CELERY, "worker", "-Q", "night,export,relay,celery", "-n", "house@%h", "-c", "2", *_QUIET),
        has_pid_file=True,
        stop_within=45.0,
    ),
    # The plain scheduler keeps no file that a kill could break; every entry may run twice.
    Member(
        "beat", "worker", (*_CELERY, "beat", "-S", "celery.beat.Scheduler", "-l", "INFO"), has_pid_file=True
    ),
)
WEB: Final = Member(
    "web", "web", ("gunicorn", "-c", "deploy/local/gunicorn.py", "casino.wsgi"), stop_within=25.0
)
LIVE: Final = Member("live", "web", ("uvicorn", "casino.asgi:live", "--fd", "{door}"))


def refuse_production() -> None:
    """Refusal, before anything is made, if this is production and no servers of its own are named."""
    if os.environ.get("HOUSE_ENV") == "production" and not (
        os.environ.get("DATABASE_URL") and os.environ.get("BROKER_URL")
    ):
        raise Refusal(_PRODUCTION)


def addresses(state: State) -> dict[str, str]:
    """`cluster.connections`, or what the environment gives instead of the embedded servers.

    Refusal in production if it gives the embedded ones, or if only some of the logins' addresses are given.
    """
    embedded = cluster.connections(state)
    names = [login.variable for login in logins.LOGINS]
    found = {name: os.environ[name] for name in (*names, "BROKER_URL") if os.environ.get(name)}
    outside = {name: value for name, value in found.items() if value != embedded[name]}
    if os.environ.get("HOUSE_ENV") == "production" and not {"DATABASE_URL", "BROKER_URL"} <= outside.keys():
        raise Refusal(_PRODUCTION)
    missing = [name for name in names if name not in outside]
    if "DATABASE_URL" in outside and missing:
        raise Refusal(
            f"DATABASE_URL is set, but {', '.join(missing)} {'is' if len(missing) == 1 else 'are'} not: each "
            "process has a login of its own (deploy/postgres/logins.sql makes them)"
        )
    return {**embedded, **outside}


def servers(state: State, given: Mapping[str, str]) -> list[Program | Step]:
    """The embedded servers that the addresses call for."""
    embedded = cluster.connections(state)
    plan: list[Program | Step] = []
    if given["DATABASE_URL"] == embedded["DATABASE_URL"]:
        plan += cluster.database(state, owner_makes_databases=False)
    if given["BROKER_URL"] == embedded["BROKER_URL"]:
        plan.append(valkey.program(state))
    return plan


def backstage(state: State, given: Mapping[str, str]) -> list[Program | Step]:
    """Everything but the doors: the servers, the schema, keeper, workers and beat."""
    migrate = Step("migrate", lambda: _manage(state, given, "migrate", "--noinput"))
    return [
        *servers(state, given),
        migrate,
        *(_program(state, given, member) for member in (KEEPER, *WORKERS)),
    ]


def doors(state: State, given: Mapping[str, str], web: Door, live: Door) -> list[Program | Step]:
    """The two processes that listen on the network, each on its door."""
    more = {"HOUSE_URL": web.url, "HOUSE_LIVE_URL": live.url, "HOUSE_WEB_BIND": f"fd://{web.number}"}
    return [_program(state, {**given, **more}, member, door) for member, door in ((WEB, web), (LIVE, live))]


def environment(given: Mapping[str, str], login: str, *, holds_key: bool = False) -> dict[str, str]:
    """What a process sees: this process's environment, its own database address, and what all share."""
    variables = {entry.variable for entry in logins.LOGINS}
    own = "DATABASE_URL" if login == "owner" else f"{login.upper()}_DATABASE_URL"
    shared = {name: value for name, value in {**os.environ, **given}.items() if name not in variables}
    return {
        **shared,
        own: given[own],
        "HOUSE_LOGIN": login,
        "HOUSE_SECRETS": _secrets(given, holds_key=holds_key),
        "PYTHONUNBUFFERED": "1",
    }


def night_environment(given: Mapping[str, str]) -> dict[str, str]:
    """What a command sees that plays a night: every address, the web's login, not the key."""
    return {**environment(given, "web"), **given, "HOUSE_SECRETS": _secrets(given, holds_key=False)}


def _secrets(given: Mapping[str, str], *, holds_key: bool) -> str:
    return given["HOUSE_SECRETS"] if holds_key else str(Path(given["HOUSE_SECRETS"]).with_name("web"))


def _program(state: State, given: Mapping[str, str], member: Member, door: Door | None = None) -> Program:
    pid_file = state.root / f"{member.name}.pid"
    words = tuple(word.format(door=door.number if door else "") for word in member.module)
    command = (sys.executable, "-m", *words, *((f"--pidfile={pid_file}",) if member.has_pid_file else ()))
    return Program(
        name=member.name,
        command=command,
        prepare=lambda: pid_file.unlink(missing_ok=True),
        ready=lambda: _is_up(member, pid_file, given, door),
        environment=environment(given, member.login, holds_key=member.holds_key),
        folder=CHECKOUT,
        sockets=(door.number,) if door else (),
        stop_within=member.stop_within,
    )


def _is_up(member: Member, pid_file: Path, given: Mapping[str, str], door: Door | None) -> bool:
    if member is KEEPER:
        return _listens(given["KEEPER_SOCKET"])
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


def _manage(state: State, given: Mapping[str, str], *arguments: str) -> None:
    """Run a management command as the owner; its output goes to the log of its name. Refusal if it fails."""
    logs.turn_over(state.log, arguments[0])
    with logs.writing(state.log, arguments[0]) as log:
        run = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            env=environment(given, "owner"),
            cwd=CHECKOUT,
            check=False,
        )
    if run.returncode != 0:
        raise Refusal(f"`manage.py {' '.join(arguments)}` failed. {logs.ending(state.log, arguments[0])}")
