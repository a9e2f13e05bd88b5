"""A house of its own for each test: a clone of one migrated template, used as the web login, grants and all."""

import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.core.management import call_command
from django.db import connections
from psycopg import sql
from pytest_django.plugin import DjangoDbBlocker

from casino.settings.environment import parse_database_url
from deploy.local.cluster import running
from deploy.local.postgres import superuser_dsn
from deploy.local.state import open_state
from tests.casino.world import House

TEMPLATE = "house_template"


@pytest.fixture(scope="session")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """The embedded servers, shared by all workers of a run; yields each login's address, and SUPERUSER's."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    folder = tmp_path_factory.getbasetemp().parent / f"house-{run}"
    with running(folder) as env:
        yield env | {"SUPERUSER": superuser_dsn(open_state(folder))}


def use(url: str) -> None:
    """Points Django's connection, in every thread, to another database or login."""
    connections.close_all()
    connections.settings["default"].update(parse_database_url("DATABASE_URL", url))


def named(url: str, database: str) -> str:
    """The same address with another database."""
    return url.replace("/house?", f"/{database}?")


@pytest.fixture(scope="session")
def template(
    servers: dict[str, str], tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker
) -> str:
    """A migrated database that nobody connects to; made once a run, by the worker who comes first."""
    folder = tmp_path_factory.getbasetemp().parent
    with Path(folder / "template.lock").open("w") as lock, django_db_blocker.unblock():
        fcntl.flock(lock, fcntl.LOCK_EX)
        with psycopg.connect(servers["DATABASE_URL"], autocommit=True) as owner:
            made = owner.execute("select from pg_database where datname = %s", [TEMPLATE]).fetchone()
            if made is None:
                owner.execute(sql.SQL("create database {}").format(sql.Identifier(TEMPLATE)))
                use(named(servers["DATABASE_URL"], TEMPLATE))
                call_command("migrate", verbosity=0)
                connections.close_all()
    return TEMPLATE


@pytest.fixture
def house(servers: dict[str, str], template: str, django_db_blocker: DjangoDbBlocker) -> Iterator[House]:
    """A fresh house; Django speaks to it as `web`."""
    name = f"house_{os.getpid()}_{next(_NUMBERS)}"
    with psycopg.connect(servers["DATABASE_URL"], autocommit=True) as owner:
        owner.execute(sql.SQL("create database {} template {}").format(sql.Identifier(name), sql.Identifier(template)))
        owner.execute(sql.SQL("alter database {} set synchronous_commit = off").format(sql.Identifier(name)))
        with django_db_blocker.unblock():
            use(named(servers["WEB_DATABASE_URL"], name))
            try:
                yield House({variable: named(url, name) for variable, url in servers.items()})
            finally:
                connections.close_all()
    with psycopg.connect(servers["SUPERUSER"], autocommit=True) as superuser:
        superuser.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(name)))


_NUMBERS = iter(range(1, 1_000_000))
