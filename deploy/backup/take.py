"""Taking: a base backup, the write-ahead log as it is written, a dump, the keys. The house goes on meanwhile."""

import os
import shutil
import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NoReturn

from deploy.backup.programs import Server, run
from deploy.backup.shelf import Shelf
from deploy.local.refusal import Refusal
from deploy.local.state import State

SLOT: Final = "hazard_house_backup"
"""The replication slot that keeps on the server what the archive doesn't have yet."""


def base(server: Server, shelf: Shelf) -> Path:
    """Take a base backup, verified against its own manifest; it gets its name only once it is whole."""
    draft = shelf.root / "base" / f".taking.{os.getpid()}"
    draft.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        server.run(
            "pg_basebackup",
            *("-D", str(draft), "--checkpoint=fast", "--wal-method=stream", "--manifest-checksums=SHA256"),
        )
        with server.connect() as connection:
            ((complete,),) = connection.execute("select clock_timestamp()").fetchall()
        run(server.folder / "pg_verifybackup", "--quiet", str(draft))
        place = shelf.base(complete)
        draft.replace(place)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return place


def follow(server: Server, shelf: Shelf) -> NoReturn:
    """Become the program that writes the server's log to the archive as it comes, until it is stopped.

    What it hasn't got yet the server keeps, up to max_slot_wal_keep_size; past that it ends with an error, and a new
    base backup is due.
    """
    shelf.wal.mkdir(mode=0o700, parents=True, exist_ok=True)
    server.run("pg_receivewal", "--create-slot", "--if-not-exists", f"--slot={SLOT}")
    program = server.folder / "pg_receivewal"
    words = ("--directory", str(shelf.wal), f"--slot={SLOT}", "--synchronous")
    os.execve(program, [str(program), *words], server.environment())  # noqa: S606 (no shell is wanted here)


def let_go(server: Server) -> None:
    """The server need keep nothing for the archive any more."""
    with server.connect() as connection:
        connection.execute(
            "select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = %s", [SLOT]
        )


def dump(server: Server, file: Path) -> None:
    """The database as one file for pg_restore, readable by any later version. It gets its name once it is whole."""
    draft = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        server.run("pg_dump", "--format=custom", "--compress=gzip:1", f"--file={draft}")
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)


def keys(state: State, vault: Path) -> Path:
    """Copy the secrets and the witness's memory into `vault`, in a folder named by this instant.

    Refusal if the vault lies among backups of the database, or they in it: who holds both can open every chain.
    """
    vault = vault.absolute()
    for folder in (vault, *vault.parents):
        if (folder / "base").is_dir() or (folder / "PG_VERSION").exists():
            raise Refusal(f"{folder} holds a backup of the database: keep the keys apart from it, on another medium")
    copy = Shelf(vault).base(datetime.now(UTC)).name
    draft = vault / f".{copy}"
    draft.mkdir(mode=0o700, parents=True)
    shutil.copytree(state.secrets, draft / "secrets")
    memory = state.root / "witness.sqlite"
    if memory.exists():
        _copy_memory(memory, draft / memory.name)
    draft.replace(vault / copy)
    return vault / copy


def _copy_memory(memory: Path, copy: Path) -> None:
    """SQLite's own backup: right although the witness may be writing."""
    source, target = sqlite3.connect(f"file:{memory}?mode=ro", uri=True), sqlite3.connect(copy)
    try:
        source.backup(target)
    finally:
        source.close()
        target.close()
    copy.chmod(0o600)
