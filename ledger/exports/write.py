"""Writing an export into a folder."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, BinaryIO, Final

import psycopg

from ledger.errors import Refused
from ledger.exports.artefact import Artefact, published, publishing
from ledger.exports.scope import Scope
from ledger.exports.snapshot import Connection, snapshot
from ledger.exports.transfers import Progress, write_csv

Writer = Callable[[psycopg.Connection[Any], Scope, BinaryIO, Progress | None], int]

FORMS: Final[Mapping[str, Writer]] = {"csv": write_csv}


def export(
    connection: Connection, scope: Scope, folder: Path, form: str = "csv", progress: Progress | None = None
) -> Artefact:
    """Writes `transfers-<scope>.<form>` into `folder` as of now, in a snapshot of its own.

    Raises Refused: unknown_form, already_there, in_transaction; psycopg.Error when the connection breaks, and then
    nothing is published.
    """
    with snapshot(connection) as snap:
        return write(snap, scope, folder, form, progress)


def write(
    snap: psycopg.Connection[Any], scope: Scope, folder: Path, form: str = "csv", progress: Progress | None = None
) -> Artefact:
    """The same inside a snapshot that other parts of a bundle share."""
    if form not in FORMS:
        raise Refused("unknown_form", f"There is no form {form!r} of an export; there are {', '.join(FORMS)}.")
    path = folder / f"transfers-{scope.name()}.{form}"
    with publishing(path) as out:
        rows = FORMS[form](snap, scope, out, progress)
    return published(path, rows)
