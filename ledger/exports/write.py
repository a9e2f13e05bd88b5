"""Writing an export into a folder."""

from pathlib import Path
from typing import Any

import psycopg

from ledger.exports.artefact import Artefact, published, publishing
from ledger.exports.forms import ending, writer
from ledger.exports.scope import Scope
from ledger.exports.snapshot import Connection, snapshot
from ledger.exports.text import Progress


def export(
    connection: Connection, scope: Scope, folder: Path, form: str = "csv", progress: Progress | None = None
) -> Artefact:
    """Writes `transfers-<scope>.<form>` into `folder` as of now, in a snapshot of its own.

    Raises Refused: unknown_form, form_unavailable, already_there, in_transaction, for a spreadsheet what it can't hold;
    psycopg.Error when the connection breaks: nothing is published then, and what was written stays as `.part`.
    """
    with snapshot(connection) as snap:
        return write(snap, scope, folder, form, progress)


def write(
    snap: psycopg.Connection[Any], scope: Scope, folder: Path, form: str = "csv", progress: Progress | None = None
) -> Artefact:
    """The same inside a snapshot that other parts of a bundle share."""
    writes = writer(form)
    path = folder / f"transfers-{scope.name()}.{ending(form)}"
    with publishing(path) as out:
        rows = writes(snap, scope, out, progress)
    return published(path, rows)
