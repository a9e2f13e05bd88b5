"""Writing rounds, or a whole bundle, as of one moment."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg

from casino.bundle import kept, records
from casino.bundle.manifest import NAME, manifest
from ledger.errors import Refused
from ledger.exports import Artefact, Scope, write
from ledger.exports.artefact import published, publishing
from ledger.exports.snapshot import Connection, snapshot
from ledger.exports.text import Progress

TELL_EVERY = 100


@dataclass(frozen=True, slots=True)
class Bundle:
    """A written bundle; `digest`: the SHA-256 of its manifest, which names those of all its files."""

    folder: Path
    digest: str
    artefacts: tuple[Artefact, ...]


def bundle(connection: Connection, scope: Scope, folder: Path, progress: Progress | None = None) -> Bundle:
    """Writes transfers, rounds and manifest of `scope` (everything, or whole gaming days) into `folder`.

    Raises Refused: days_only, already_there, in_transaction.
    """
    _guard_days(scope)
    with snapshot(connection) as snap:
        transfers = write(snap, scope, folder, progress=progress)
        rounds = write_rounds(snap, scope, folder, progress)
        ((taken,),) = snap.execute("select transaction_timestamp()::text").fetchall()
        contents = manifest(scope, taken, (transfers, rounds), kept.shifts(snap, scope.first_day, scope.last_day))
    with publishing(folder / NAME) as out:
        out.write(contents)
    listed = published(folder / NAME, 0)
    return Bundle(folder, listed.sha256, (transfers, rounds, listed))


def export_rounds(connection: Connection, scope: Scope, folder: Path, progress: Progress | None = None) -> Artefact:
    """Writes `rounds-<scope>.jsonl`: a record for every round begun in those days, for `python -m games replay`."""
    _guard_days(scope)
    with snapshot(connection) as snap:
        return write_rounds(snap, scope, folder, progress)


def write_rounds(
    snap: psycopg.Connection[Any], scope: Scope, folder: Path, progress: Progress | None = None
) -> Artefact:
    """The same inside a snapshot that other parts of a bundle share."""
    path = folder / f"rounds-{scope.name()}.jsonl"
    count, total = 0, kept.count_rounds(snap, scope.first_day, scope.last_day)
    with publishing(path) as out:
        for count, each in enumerate(kept.rounds(snap, scope.first_day, scope.last_day), 1):
            out.write(json.dumps(records.record(each), separators=(",", ":")).encode("ascii") + b"\n")
            if progress is not None and count % TELL_EVERY == 0:
                progress(count, total)
    return published(path, count)


def _guard_days(scope: Scope) -> None:
    if scope.plain().keys() - {"first_day", "last_day"}:
        raise Refused("days_only", "Rounds are exported by gaming days: leave the other bounds out.")
