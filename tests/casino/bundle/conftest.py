"""A night's bundle, written once a run by the auditor; each test attacks a copy of its own."""

import shutil
from pathlib import Path

import psycopg
import pytest
from pytest_django.plugin import DjangoDbBlocker

from casino.bundle.write import bundle
from ledger.exports import Scope
from tests.casino.night.evening import DAY
from tests.casino.night.played import database


@pytest.fixture(scope="session")
def night_bundle(
    servers: dict[str, str], night_played: str, tmp_path_factory: pytest.TempPathFactory,
    django_db_blocker: DjangoDbBlocker,
) -> Path:  # fmt: skip
    """The bundle of the night's day; not to be touched."""
    folder = tmp_path_factory.mktemp("bundles") / DAY.isoformat()
    with (
        django_db_blocker.unblock(),
        database(servers, f"{night_played}_bundle", night_played) as house,
        psycopg.connect(house.addresses["AUDITOR_DATABASE_URL"]) as auditor,
    ):
        bundle(auditor, Scope.of_day(DAY), folder)
    return folder


@pytest.fixture
def copy(night_bundle: Path, tmp_path: Path) -> Path:
    """A copy of the bundle that may be written to."""
    target = shutil.copytree(night_bundle, tmp_path / "bundle")
    for path in target.iterdir():
        path.chmod(0o644)
    return target
