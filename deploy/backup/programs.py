"""PostgreSQL's own programs for backups, run against one server."""

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import psycopg
from psycopg.conninfo import conninfo_to_dict

from deploy.local import logins, postgres
from deploy.local.binaries import find_postgres
from deploy.local.refusal import Refusal
from deploy.local.state import open_state

_VARIABLES: Final = {
    "host": "PGHOST", "port": "PGPORT", "user": "PGUSER", "password": "PGPASSWORD", "dbname": "PGDATABASE",
    "sslmode": "PGSSLMODE", "sslrootcert": "PGSSLROOTCERT",
}  # fmt: skip


@dataclass(frozen=True)
class Server:
    """The server that is backed up. `dsn` is of a login with the attribute REPLICATION that may read the database."""

    dsn: str
    folder: Path
    """Where its version's programs lie."""

    def environment(self) -> dict[str, str]:
        """How libpq's programs find it. The password is not on the command line, which others may read."""
        parts = {name: str(value) for name, value in conninfo_to_dict(self.dsn).items() if value is not None}
        found = {variable: parts[name] for name, variable in _VARIABLES.items() if name in parts}
        return {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C", "TZ": "UTC", **found}

    def connect(self) -> psycopg.Connection[Any]:
        """A session of its login; Refusal if the server doesn't answer."""
        try:
            return psycopg.connect(self.dsn, autocommit=True, connect_timeout=5)
        except psycopg.OperationalError as silent:
            raise Refusal(
                "the server that is to be backed up doesn't answer: open the house (`make up`), or give the address of "
                f"your own in BACKUP_DATABASE_URL ({str(silent).splitlines()[0]})"
            ) from silent

    def run(self, program: str, *arguments: str) -> None:
        """Run one of PostgreSQL's programs to its end; Refusal with what it said if it fails."""
        run(self.folder / program, *arguments, environment=self.environment())


def server(root: Path) -> Server:
    """$BACKUP_DATABASE_URL's, else the embedded one of the state in `root`, which must be running."""
    dsn = os.environ.get("BACKUP_DATABASE_URL") or postgres.superuser_dsn(open_state(root), logins.DATABASE)
    with Server(dsn, Path()).connect() as connection:
        major = connection.info.server_version // 10_000
    return Server(dsn, find_postgres(major).folder)


def run(program: Path, *arguments: str, environment: dict[str, str] | None = None) -> None:
    """Run a program to its end; Refusal with what it said if it fails."""
    done = subprocess.run(
        [program, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, env=environment
    )
    if done.returncode != 0:
        raise Refusal(f"{program.name} failed: {(done.stderr or done.stdout).strip()}")
