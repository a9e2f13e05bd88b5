"""A house of its own for each test: a clone of the run's template, used as the web login, grants and all."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from django.db import connections
from pytest_django.plugin import DjangoDbBlocker

from casino.settings.environment import parse_database_url
from deploy.local.postgres import superuser_dsn
from deploy.local.state import open_state
from tests.casino.night.played import evening, night_played, played
from tests.casino.world import House
from tests.databases import Database

__all__ = ["evening", "night_played", "played"]


@pytest.fixture(scope="session")
def servers(servers: dict[str, str]) -> dict[str, str]:
    """The run's servers, spared the disk: clones come and go by the hundred and none outlives a power cut."""
    if "HOUSE_TEST_STATE" in os.environ:
        state = open_state(Path(os.environ["HOUSE_TEST_STATE"]))
        with psycopg.connect(superuser_dsn(state), autocommit=True) as superuser:
            superuser.execute("alter system set fsync = off")
            superuser.execute("select pg_reload_conf()")
    return servers


def use(url: str) -> None:
    """Points Django's connection, in every thread, to another database or login."""
    connections.close_all()
    connections.settings["default"].update(parse_database_url("DATABASE_URL", url))


@pytest.fixture
def house(clone: Callable[[], Database], django_db_blocker: DjangoDbBlocker) -> Iterator[House]:
    """A fresh house; Django speaks to it as `web`."""
    database = clone()
    with django_db_blocker.unblock():
        use(database.url("web"))
        try:
            yield House(database.environment())
        finally:
            connections.close_all()


@pytest.fixture
def unmade(clone: Callable[[], Database], django_db_blocker: DjangoDbBlocker) -> Iterator[Database]:
    """The books before anybody was hired; the test points Django to them by `use`."""
    database = clone()
    with django_db_blocker.unblock():
        try:
            yield database
        finally:
            connections.close_all()
