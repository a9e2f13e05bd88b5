"""Writing an export into a folder."""

from pathlib import Path
from typing import Any

import psycopg

from ledger.exports.artefact import Artefact, guard_free, published, publishing
from ledger.exports.forms import ending, writer
from ledger.exports.scope import Scope
from ledger.exports.snapshot import Connection, snapshot
from ledger.exports.text import Progress


def export(
    connection: Connection, scope: Scope, folder: Path, form: str = "csv", progress: Progress | None = None, *,
    wait: bool = True,
) -> Artefact:  # fmt: skip
    """Writes `transfers-<scope>.<form>` into `folder` as of now, in a snapshot of its own.

    `wait`: for the sealer, should something not be sealed yet; else that is counted and left out.

    Raises Refused: unknown_form, form_unavailable, already_there, in_transaction, not_sealed, for a spreadsheet what it
    can't hold; psycopg.Error when the connection breaks: nothing is published then, what was written stays as `.part`.
    """
    guard_free(_path(scope, folder, form))
    with snapshot(connection, scope, wait=wait) as snap:
        return write(snap, scope, folder, form, progress)


def write(
    snap: psycopg.Connection[Any], scope: Scope, folder: Path, form: str = "csv", progress: Progress | None = None
) -> Artefact:
    """The same inside a snapshot that other parts of a bundle share."""
    writes, path = writer(form), _path(scope, folder, form)
    with publishing(path) as out:
        rows = writes(snap, scope, out, progress)
    return published(path, rows)


def _path(scope: Scope, folder: Path, form: str) -> Path:
    return folder / f"transfers-{scope.name()}.{ending(form)}"
