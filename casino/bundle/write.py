"""Writing rounds, or a whole bundle, as of one moment."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg

from casino.bundle import kept, records
from casino.bundle.manifest import NAME, manifest
from ledger.errors import Refused
from ledger.exports import Artefact, Scope, write
from ledger.exports.artefact import guard_free, published, publishing
from ledger.exports.log_part import write_part
from ledger.exports.snapshot import Connection, snapshot
from ledger.exports.text import Progress

TELL_EVERY = 100


@dataclass(frozen=True, slots=True)
class Bundle:
    """A written bundle; `digest`: the SHA-256 of its manifest, which names those of all its files."""

    folder: Path
    digest: str
    artefacts: tuple[Artefact, ...]


def bundle(
    connection: Connection, scope: Scope, folder: Path, progress: Progress | None = None, *, wait: bool = True
) -> Bundle:
    """Writes transfers, their part of the log, rounds, slips and manifest of `scope` into `folder`.

    The scope is everything, or whole gaming days. `wait` as in ledger.exports.export.
    Raises Refused: days_only, already_there, in_transaction, not_sealed.
    """
    _guard_days(scope)
    guard_free(folder / NAME)
    with snapshot(connection, scope, wait=wait) as snap:
        transfers = write(snap, scope, folder, progress=progress)
        part = write_part(snap, scope, folder)
        written = (transfers, part, write_rounds(snap, scope, folder, progress), write_slips(snap, scope, folder))
        ((taken,),) = snap.execute("select transaction_timestamp()::text").fetchall()
        shifts = kept.shifts(snap, scope.first_day, scope.last_day)
        contents = manifest(scope, taken, written, shifts, kept.slip_numbers(snap), kept.beyond(snap))
    with publishing(folder / NAME) as out:
        out.write(contents)
    listed = published(folder / NAME, 0)
    return Bundle(folder, listed.sha256, (*written, listed))


def export_rounds(
    connection: Connection, scope: Scope, folder: Path, progress: Progress | None = None, *, wait: bool = True
) -> Artefact:
    """Writes `rounds-<scope>.jsonl`: a record for every round begun in those days, for `python -m games replay`."""
    _guard_days(scope)
    with snapshot(connection, scope, wait=wait) as snap:
        return write_rounds(snap, scope, folder, progress)


def write_rounds(
    snap: psycopg.Connection[Any], scope: Scope, folder: Path, progress: Progress | None = None
) -> Artefact:
    """The same inside a snapshot that other parts of a bundle share."""
    total = kept.count_rounds(snap, scope.first_day, scope.last_day)
    source = map(records.record, kept.rounds(snap, scope.first_day, scope.last_day))
    return _write_lines(folder / f"rounds-{scope.name()}.jsonl", _told(source, total, progress))


def write_slips(snap: psycopg.Connection[Any], scope: Scope, folder: Path) -> Artefact:
    """Writes `slips-<scope>.jsonl`: every fill and credit slip with its signatures."""
    return _write_lines(folder / f"slips-{scope.name()}.jsonl", kept.slips(snap, scope.first_day, scope.last_day))


def _write_lines(path: Path, source: Iterable[Mapping[str, Any]]) -> Artefact:
    written = 0
    with publishing(path) as out:
        for each in source:
            out.write(json.dumps(each, separators=(",", ":")).encode("ascii") + b"\n")
            written += 1
    return published(path, written)


def _told(source: Iterable[dict[str, Any]], total: int, progress: Progress | None) -> Iterator[dict[str, Any]]:
    """The same, and now and then how many have gone by."""
    for count, each in enumerate(source, 1):
        yield each
        if progress is not None and count % TELL_EVERY == 0:
            progress(count, total)


def _guard_days(scope: Scope) -> None:
    if scope.plain().keys() - {"first_day", "last_day"}:
        raise Refused("days_only", "Rounds are exported by gaming days: leave the other bounds out.")
