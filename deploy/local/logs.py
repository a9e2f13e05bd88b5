"""One log file a program, under `log` in the state folder; the one of the run before is kept beside it."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

_LARGEST: Final = 16 * 1024 * 1024
_LINES_SHOWN: Final = 12


def turn_over(folder: Path, name: str) -> None:
    """Put the log of the run before aside."""
    path = _path(folder, name)
    if path.exists():
        path.replace(_former(path))


@contextmanager
def writing(folder: Path, name: str) -> Iterator[BinaryIO]:
    """The program's log, open for appending."""
    with open(os.open(_path(folder, name), os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), "wb") as log:
        yield log


def keep_small(folder: Path) -> None:
    """Put aside a copy of each log past 16 MiB and empty it; its writer appends, so goes on at its start.

    Where the disk is full the copy is given up: room counts for more than old lines.
    """
    for path in folder.glob("*.log"):
        if path.stat().st_size > _LARGEST:
            try:
                shutil.copyfile(path, _former(path))
            except OSError:
                _former(path).unlink(missing_ok=True)
            os.truncate(path, 0)


def ending(folder: Path, name: str) -> str:
    """The last lines of a program's log, said with where it lies."""
    path = _path(folder, name)
    lines = path.read_text(errors="replace").splitlines()[-_LINES_SHOWN:] if path.exists() else []
    return "\n".join([f"Its log {path} ends:" if lines else f"Its log {path} is empty.", *lines])


def _path(folder: Path, name: str) -> Path:
    return folder / f"{name}.log"


def _former(path: Path) -> Path:
    return path.with_name(f"{path.name}.1")
