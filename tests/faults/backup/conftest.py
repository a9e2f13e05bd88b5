"""One house, backed up in every way while it goes on; every test restores it to a server of its own."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import psycopg
import pytest

from deploy.local.cluster import running
from deploy.local.postgres import dsn, superuser_dsn
from deploy.local.state import open_state
from tests.faults.backup.house import House, backup, done, following
from tests.faults.stacks import eventually


@dataclass(frozen=True)
class Taken:
    """What was backed up, and what the house held: `early` postings at `instant`, all of them at the end."""

    shelf: Path
    keys: Path
    dump: Path
    instant: datetime
    early: int
    all: int
    rows: dict[str, str]
    rules: dict[str, str]

    @contextmanager
    def restored(self, folder: Path, *words: object, source: Path | None = None) -> Iterator[tuple[House, str]]:
        """The house restored by the command, running without its processes, and what the command said."""
        verb = "load" if source == self.dump else "restore"
        ended = backup(verb, source or self.shelf, "--keys", self.keys, "--to", folder, *words)
        said = ended.stdout + ended.stderr
        assert ended.returncode == 0, said
        with running(folder) as env:
            yield House(env), said


@pytest.fixture(scope="session")
def taken() -> Iterator[Taken]:
    """Base backup between postings; after `instant` more of them, sealed, cosigned, and at last two not sealed."""
    with tempfile.TemporaryDirectory(prefix="house-backup-") as name:
        folder = Path(name)
        state, shelf, vault = folder / "state", folder / "backup", folder / "vault"
        with running(state) as env, House(env).witness(), following(state, shelf):
            login = _backup_login(state)
            house = House(env)
            house.open()
            house.post(5)
            house.seal()
            house.cosign()
            done("base", shelf, BACKUP_DATABASE_URL=login)
            house.post(5)
            house.seal()
            house.cosign()
            instant = house.post(2)
            house.post(6)
            house.seal()
            house.cosign()
            house.post(2)
            keys = Path(done("--state", state, "keys", vault))
            done("dump", folder / "house.dump", BACKUP_DATABASE_URL=login)
            _archived(state)
            yield Taken(shelf, keys, folder / "house.dump", instant, 12, 20, house.rows(), house.rules())


def _archived(state: Path) -> None:
    """Wait until the archive has what the server has written."""
    with psycopg.connect(superuser_dsn(open_state(state)), autocommit=True) as server:
        ((end,),) = server.execute("select pg_current_wal_flush_lsn()").fetchall()
        query = "select true from pg_stat_replication where application_name = 'pg_receivewal' and flush_lsn >= %s"
        eventually(lambda: server.execute(query, [end]).fetchone())


def _backup_login(state: Path) -> str:
    """The login for backups as the README has it made; the disk is spared as on all tests' servers."""
    with psycopg.connect(superuser_dsn(open_state(state)), autocommit=True) as server:
        server.execute("create role house_backup login replication password 'backup'")
        server.execute("grant pg_read_all_data to house_backup")
        server.execute("grant connect on database house to house_backup")
        server.execute("alter system set fsync = off")
        server.execute("select pg_reload_conf()")
    return dsn(open_state(state), "house_backup", "backup", "house")
