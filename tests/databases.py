"""Real PostgreSQL for tests: one template database a run, migrated by the owner; a clone of it for each test.

A test that takes `house` has a database of its own that Django reaches as the application's login, so that it meets the
grants; whatever it commits is gone with the clone. Nothing is flushed and no trigger is switched off. The servers are
those of DATABASE_URL and its sisters, or else the embedded ones, started once a run and shared by all its workers.
"""

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, Final, LiteralString
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from django.core.management import call_command
from django.db import connection
from psycopg import sql
from pytest_django import DjangoDbBlocker

from casino.settings.environment import LOGINS, database_variable, parse_database_url
from deploy.local.cluster import running
from deploy.local.locks import holder
from deploy.local.postgres import superuser_dsn
from deploy.local.state import open_state

_STATE: Final = "HOUSE_TEST_STATE"
_RUN: Final = "HOUSE_TEST_RUN"
_STOPS_WITHIN: Final = 30.0
_MEMORY: Final = Path("/dev", "shm")
_PLENTY: Final = 4 << 30  # bytes


def pytest_configure(config: pytest.Config) -> None:
    """The first process of a run names the folder and the template that all its workers share."""
    if not hasattr(config, "workerinput"):
        os.environ[_RUN] = f"house_test_{os.getpid()}_{time.time_ns() // 1_000_000_000}"
        if "DATABASE_URL" not in os.environ:
            os.environ[_STATE] = tempfile.mkdtemp(prefix="house-test-", dir=_roomy())


def pytest_unconfigure(config: pytest.Config) -> None:
    """The template goes with the run; the embedded servers end with their last user, and then their folder goes."""
    if hasattr(config, "workerinput"):
        return
    state = os.environ.pop(_STATE, None)
    if state is None:
        with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as owner:
            _run(owner, "drop database if exists {} with (force)", os.environ[_RUN])
        return
    deadline = time.monotonic() + _STOPS_WITHIN
    while holder(Path(state) / "lock") is not None and time.monotonic() < deadline:
        time.sleep(0.05)
    shutil.rmtree(state, ignore_errors=True)


def _roomy() -> str | None:
    """The machine's memory where it has plenty, since a clone is hundreds of files; None: where temporary files go."""
    free = [shutil.disk_usage(_MEMORY).free] if os.access(_MEMORY, os.W_OK) else [0]
    with open("/proc/meminfo") as known:
        free += [int(line.split()[1]) << 10 for line in known if line.startswith("MemAvailable:")]
    return str(_MEMORY) if min(free) > _PLENTY else None


class Database:
    """One database by name, reachable as each of the house's logins."""

    def __init__(self, servers: dict[str, str], name: str, stack: ExitStack) -> None:
        self._servers = servers
        self._stack = stack
        self.name = name

    def url(self, login: str) -> str:
        """The address for `owner`, `web`, `worker`, `fairness`, `keeper`, `sealer` or `auditor`."""
        return urlunsplit(urlsplit(self._servers[database_variable(login)])._replace(path=f"/{self.name}"))

    def connect(self, login: str = "web") -> psycopg.Connection[Any]:
        """A connection in autocommit, closed with the test. Take two for a race."""
        return self._stack.enter_context(psycopg.connect(self.url(login), autocommit=True))

    def environment(self) -> dict[str, str]:
        """What a process of the house needs in its environment to work on this database."""
        return {**self._servers, **{database_variable(login): self.url(login) for login in LOGINS}}

    def lead_django(self, login: str) -> None:
        """From now on Django's connection goes to this database as `login`."""
        connection.close()
        connection.settings_dict.update(parse_database_url(database_variable(login), self.url(login)))


@pytest.fixture(scope="session")
def servers() -> Iterator[dict[str, str]]:
    """The addresses of PostgreSQL for each login, of the broker, and the rest of a process's environment."""
    if _STATE in os.environ:
        state = Path(os.environ[_STATE])
        with running(state) as environment:
            _spare_the_disk(state)
            yield environment
    else:
        yield dict(os.environ)


@pytest.fixture(scope="session")
def template(servers: dict[str, str], django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """The migrated database that clones are made of; the run's first worker makes it, the others wait."""
    name = os.environ[_RUN]
    with ExitStack() as stack:
        owner = stack.enter_context(psycopg.connect(servers["DATABASE_URL"], autocommit=True))
        owner.execute("select pg_advisory_lock(hashtextextended(%s, 0))", [name])
        if owner.execute("select from pg_database where datname = %s", [name]).fetchone() is None:
            draft = Database(servers, f"{name}_draft", stack)
            _make(owner, draft.name)
            with django_db_blocker.unblock():
                draft.lead_django("owner")
                call_command("migrate", verbosity=0)
                connection.close()
            _run(owner, "alter database {} rename to {}", draft.name, name)
        owner.execute("select pg_advisory_unlock(hashtextextended(%s, 0))", [name])
        yield name


@pytest.fixture(scope="session")
def _stale(servers: dict[str, str]) -> list[str]:
    """Clones whose tests are over. Dropped one test later, when most of the servers' processes for them have ended."""
    return []


@pytest.fixture
def clone(servers: dict[str, str], template: str, _stale: list[str]) -> Iterator[Callable[[], Database]]:
    """Makes as many databases as the test asks for; they go after it."""
    with ExitStack() as stack:
        owner = stack.enter_context(psycopg.connect(servers["DATABASE_URL"], autocommit=True))
        while _stale:
            # A process that was killed there may not be gone yet: then the clone goes with the servers.
            with suppress(psycopg.errors.ObjectInUse):
                _run(owner, "drop database {}", _stale.pop())

        def make() -> Database:
            name = f"{template}_{os.getpid()}_{time.monotonic_ns()}"
            _run(owner, "create database {} template {} strategy file_copy", name, template)
            stack.callback(_stale.append, name)
            return Database(servers, name, stack)

        yield make


@pytest.fixture
def house(clone: Callable[[], Database], django_db_blocker: DjangoDbBlocker) -> Iterator[Database]:
    """A database of the test's own, where Django is the web's login; `house.lead_django` changes whose."""
    database = clone()
    with django_db_blocker.unblock():
        database.lead_django("web")
        yield database
        connection.close()


def _spare_the_disk(state: Path) -> None:
    """A clone is hundreds of files, each synced, between checkpoints, after which each page is logged whole: a second
    and more. A killed server loses nothing without it; only a machine that loses its power would, and then the tests
    are over."""
    with psycopg.connect(superuser_dsn(open_state(state)), autocommit=True) as server:
        for setting in ("fsync", "full_page_writes"):
            server.execute(sql.SQL("alter system set {} = off").format(sql.Identifier(setting)))
        server.execute("select pg_reload_conf()")


def _make(owner: psycopg.Connection[Any], name: str) -> None:
    _run(owner, "drop database if exists {} with (force)", name)
    _run(owner, "create database {} template template0", name)


def _run(owner: psycopg.Connection[Any], statement: LiteralString, *names: str) -> None:
    owner.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))
