"""Nights for tests: one to play, and one that was played once a run, of which each test gets a copy."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psycopg
import pytest
from django.db import connections
from psycopg import sql
from pytest_django.plugin import DjangoDbBlocker

from casino.night import roots
from tests.casino.night.evening import LATE, Evening, keeping, use
from tests.casino.world import House
from tests.databases import Database
from tests.ledger.sealed import seal


@pytest.fixture
def evening(house: House, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    """A house with a keeper and nobody at a table yet."""
    with socket_folder() as folder, keeping(house, folder / "socket", monkeypatch):
        yield Evening(house)


@pytest.fixture(scope="session")
def night_played(servers: dict[str, str], template: str, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """A database with a night at two tables, 60 throws each, closed, counted, the roots revealed; not to be touched."""
    name = f"{template}_played_{os.getpid()}"
    with database(servers, name, template) as house, pytest.MonkeyPatch.context() as patch:
        with django_db_blocker.unblock(), socket_folder() as folder, keeping(house, folder / "socket", patch):
            use(house, "web")
            evening = Evening(house)
            for table in ("H1", "H2"):
                evening.open(table)
                evening.play(table, 60)
                evening.close(table)
            roots.reveal(LATE)
            seal(house.addresses["SEALER_DATABASE_URL"])
            connections.close_all()
        yield name


@pytest.fixture
def played(servers: dict[str, str], night_played: str, django_db_blocker: DjangoDbBlocker) -> Iterator[House]:
    """A house of the test's own in which that night was played; Django is the web's login."""
    with database(servers, f"{night_played}_{next(_NUMBERS)}", night_played) as house, django_db_blocker.unblock():
        use(house, "web")
        yield house
        connections.close_all()


@contextmanager
def database(servers: dict[str, str], name: str, template: str) -> Iterator[House]:
    """A house on a copy of `template`; the copy goes with the block."""
    with psycopg.connect(servers["DATABASE_URL"], autocommit=True) as owner, ExitStack() as stack:
        owner.execute(sql.SQL("create database {} template {}").format(sql.Identifier(name), sql.Identifier(template)))
        try:
            yield House(Database(servers, name, stack).environment())
        finally:
            owner.execute(sql.SQL("drop database {}").format(sql.Identifier(name)))


@contextmanager
def socket_folder() -> Iterator[Path]:
    """A short path, as sockets need it."""
    folder = Path(tempfile.mkdtemp(prefix="keeper-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


_NUMBERS = iter(range(1, 1_000_000))
