"""A file that is there whole or not at all: written under a temporary name, published by a link, never overwritten."""

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from ledger.errors import Refused


@dataclass(frozen=True, slots=True)
class Artefact:
    """A published file: where, how many rows and bytes, the SHA-256 of all its bytes."""

    path: Path
    rows: int
    size: int
    sha256: str


def guard_free(path: Path) -> None:
    """Raises Refused `already_there`: a published file is never replaced."""
    if path.exists():
        raise _already(path)


@contextmanager
def publishing(path: Path) -> Iterator[BinaryIO]:
    """Yields the file to write; published read-only under `path` when the block ends well.

    Otherwise what was written stays beside it as `<name>.part` for whoever asks why.
    Raises Refused `already_there`: a published file is never replaced.
    """
    guard_free(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    with open(part, "xb", buffering=1 << 18) as stream:
        yield stream
        stream.flush()
        os.fsync(stream.fileno())
    part.chmod(0o444)
    try:
        os.link(part, path)
    except FileExistsError:
        raise _already(path) from None
    part.unlink()
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def published(path: Path, rows: int) -> Artefact:
    """The artefact of a file just published."""
    with path.open("rb") as stream:
        return Artefact(path, rows, path.stat().st_size, hashlib.file_digest(stream, "sha256").hexdigest())


def _already(path: Path) -> Refused:
    return Refused(
        "already_there",
        f"{path.name} is there already and is never replaced: name another folder.",
        {"path": str(path)},
    )
