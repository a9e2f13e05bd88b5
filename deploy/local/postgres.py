"""The embedded PostgreSQL: its data folder, its settings, and how to start it again after a crash."""

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path
from typing import Final

import psycopg

from deploy.local.binaries import Postgres
from deploy.local.program import Program, leashed
from deploy.local.refusal import Refusal
from deploy.local.state import State
from deploy.local.unprivileged import Stand, programs, stand

SUPERUSER: Final = "postgres"
_PASSWORD: Final = "postgres.password"  # noqa: S105 (a file's name)
PORT: Final = 5432  # names the socket file in our own folder; no network port is opened

# For a small house's server: nothing here trades durability for speed.
_SETTINGS: Final = """\
listen_addresses = ''
unix_socket_directories = '{sockets}'
unix_socket_permissions = 0700
port = {port}
max_connections = 100
password_encryption = 'scram-sha-256'
shared_buffers = '256MB'
effective_cache_size = '1GB'
work_mem = '8MB'
maintenance_work_mem = '64MB'
fsync = on
synchronous_commit = on
full_page_writes = on
wal_level = replica
wal_compression = on
min_wal_size = '64MB'
max_wal_size = '1GB'
max_slot_wal_keep_size = '4GB'
checkpoint_completion_target = 0.9
random_page_cost = 1.1
timezone = 'UTC'
log_timezone = 'UTC'
datestyle = 'iso, mdy'
lc_messages = 'C'
default_text_search_config = 'pg_catalog.simple'
log_line_prefix = '%m [%p] %u@%d %a: '
log_lock_waits = on
log_min_duration_statement = '1s'
log_parameter_max_length = 0
log_parameter_max_length_on_error = 0
idle_in_transaction_session_timeout = '60s'
"""
_HBA: Final = "local all all scram-sha-256\nlocal replication all scram-sha-256\n"


def program(state: State) -> Program:
    """The server of this state; its data folder is made at its first start."""
    place = stand(state)
    version = place.data / "PG_VERSION"
    binaries = programs(state, place, int(version.read_text()) if version.exists() else None)
    return Program(
        name="postgres",
        command=(str(binaries.folder / "postgres"), "-D", str(place.data)),
        prepare=lambda: _prepare(state, place, binaries),
        ready=lambda: _answers(state, place),
        leash=place.leash,
        # Immediate shutdown: certain and quick; the write-ahead log brings everything committed back.
        death_signal=signal.SIGQUIT,
        stop_signal=signal.SIGINT,
        ready_within=120.0,
        stop_within=60.0,
    )


def superuser_dsn(state: State, database: str = "postgres") -> str:
    """The connection string of the cluster's superuser. For making logins and databases, for nothing else."""
    return dsn(state, SUPERUSER, state.secret(_PASSWORD), database)


def dsn(state: State, login: str, password: str, database: str) -> str:
    """The libpq URL of `login` over this state's socket."""
    host = str(stand(state).sockets).replace("%", "%25").replace("/", "%2F").replace(" ", "%20")
    return f"postgresql://{login}:{password}@/{database}?host={host}&port={PORT}"


def _make_data(state: State, place: Stand, binaries: Postgres) -> None:
    """Make the data folder whole or not at all: it gets its name only once initdb has ended well."""
    draft = place.data.with_name(f"{place.data.name}.new")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(mode=0o700)
    place.give(draft)
    password, writing = os.pipe()
    if place.owner is not None:
        os.fchown(password, *place.owner)
    os.write(writing, f"{state.secret(_PASSWORD)}\n".encode())
    os.close(writing)
    command = (
        str(binaries.folder / "initdb"),
        *("-D", str(draft), "-U", SUPERUSER, f"--pwfile=/dev/fd/{password}", "--auth=scram-sha-256"),
        *("--encoding=UTF8", "--data-checksums", "--no-instructions", *_locale(binaries.major)),
    )
    run = subprocess.run(
        leashed(command, os.getpid(), leash=place.leash),
        capture_output=True,
        text=True,
        check=False,
        pass_fds=(password,),
        env={"PATH": os.defpath, "TZ": "UTC", "LC_ALL": "C"},
        cwd="/",
    )
    os.close(password)
    if run.returncode != 0:
        said = run.stderr.strip()
        remedy = "; make room there or set HOUSE_STATE to another folder" if "No space left" in said else ""
        raise Refusal(f"initdb couldn't make {place.data}{remedy}: {said}")
    draft.replace(place.data)


def _locale(major: int) -> tuple[str, ...]:
    """Order by code point, case by Unicode; from 17 on by PostgreSQL itself, so the same on every machine."""
    if major >= 17:
        return ("--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8")
    return ("--locale=C.UTF-8",)


def _prepare(state: State, place: Stand, binaries: Postgres) -> None:
    """Make the data folder if there is none, write the settings anew, clear what a crash left behind."""
    if not (place.data / "PG_VERSION").exists():
        _make_data(state, place, binaries)
    sockets = str(place.sockets).replace("'", "''")
    for name, text in (
        ("postgresql.conf", _SETTINGS.format(sockets=sockets, port=PORT)),
        ("pg_hba.conf", _HBA),
    ):
        (place.data / name).write_text(text)
        place.give(place.data / name)
    _clear_stale_pid(place.data)


def _clear_stale_pid(data: Path, patience: float = 10.0) -> None:
    """Remove postmaster.pid if no postgres of this data folder runs; end one that its supervisor left behind.

    After a crash the number in the file may belong to another process by now, and postgres would refuse to
    start for as long as that one lives. The caller holds the state's lock, so a server found here is
    nobody's.
    """
    note = data / "postmaster.pid"
    deadline = time.monotonic() + patience
    while note.exists():
        first_line = note.read_text().partition("\n")[0]
        pid = int(first_line) if first_line.isdigit() else 0
        if not _is_postgres_of(pid, data):
            note.unlink(missing_ok=True)
            return
        if time.monotonic() > deadline:
            raise Refusal(f"a PostgreSQL server (process {pid}) still runs on {data} and doesn't end; stop it first")
        os.kill(pid, signal.SIGQUIT)
        time.sleep(0.1)


def _is_postgres_of(pid: int, data: Path) -> bool:
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return False
    return os.path.basename(words[0]) == b"postgres" and os.fsencode(data) in words


def _answers(state: State, place: Stand) -> bool:
    if not (place.sockets / f".s.PGSQL.{PORT}").exists():
        return False
    try:
        with psycopg.connect(superuser_dsn(state), connect_timeout=2, autocommit=True) as connection:
            connection.execute("select 1")
    except psycopg.OperationalError:
        return False
    return True
