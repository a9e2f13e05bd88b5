"""Servers of a bench's own, migrated; gone with their folder when it ends."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from deploy.local.cluster import running
from deploy.local.locks import holder

_ENDS_WITHIN: Final = 120.0


@contextmanager
def scratch() -> Iterator[Path]:
    """A folder that goes with the block, once the servers of its `state` have ended."""
    folder = Path(tempfile.mkdtemp(prefix="hh-bench-"))
    try:
        yield folder
    finally:
        # With a million rows the last checkpoint takes its time.
        deadline = time.monotonic() + _ENDS_WITHIN
        while holder(folder / "state" / "lock") is not None and time.monotonic() < deadline:
            time.sleep(0.1)
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def migrated() -> Iterator[tuple[Path, dict[str, str]]]:
    """A scratch folder, and the environment of processes of the house on new servers in it."""
    with scratch() as folder, running(folder / "state") as env:
        migrate(env)
        yield folder, env


def migrate(env: dict[str, str]) -> None:
    """Brings the schema of the servers to this version, as the owner."""
    variables = {**os.environ, **env, "HOUSE_LOGIN": "owner"}
    subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], check=True, env=variables)
