"""Parquet, with pyarrow (the extra `parquet`): typed columns, and the trailer in the file's own metadata."""

import hashlib
import json
from datetime import UTC, date, datetime
from itertools import islice
from typing import Any, BinaryIO, Final

import psycopg
import pyarrow as pa
import pyarrow.parquet as pq

from ledger.exports.cells import WRITTEN, cells
from ledger.exports.rows import Span
from ledger.exports.scope import Scope
from ledger.exports.text import Progress, sealed_lines, trailer_of
from ledger.exports.totals import totals
from ledger.verify.form import NUMBER_COLUMNS

TRAILER: Final = b"hazard-house"
"""The metadata key: the trailer's lines as JSON. Its sha256 is over the rows' cells, each followed by a newline."""

_BATCH: Final = 5_000
_TIMES: Final = ("effective_at", "recorded_at")
_SCHEMA: Final = pa.schema(
    [
        (
            name,
            pa.int64() if name in NUMBER_COLUMNS
            else pa.date32() if name == "period"
            else pa.timestamp("us", tz="UTC") if name in _TIMES
            else pa.string(),
        )
        for name in WRITTEN
    ]
)  # fmt: skip


def write(snap: psycopg.Connection[Any], scope: Scope, out: BinaryIO, progress: Progress | None) -> int:
    """Transfers as Parquet; returns the rows."""
    summed = totals(snap, scope)
    span = Span(summed.reached.leaves)
    source, digest, written = cells(snap, scope, span), hashlib.sha256(), 0
    with pq.ParquetWriter(out, _SCHEMA, compression="zstd") as writer:
        while batch := list(islice(source, _BATCH)):
            digest.update("".join(f"{cell}\n" for row in batch for cell in row).encode("utf-8"))
            columns = [_column(name, column) for name, column in zip(WRITTEN, zip(*batch, strict=True), strict=True)]
            writer.write_batch(pa.record_batch(columns, schema=_SCHEMA))
            written += len(batch)
            if progress is not None:
                progress(written, summed.rows)
        trailer = json.dumps([*trailer_of(scope, summed, sealed_lines(snap, summed, span), digest.hexdigest())])
        writer.add_key_value_metadata({TRAILER: trailer.encode("utf-8")})
    return written


def _column(name: str, column: tuple[str, ...]) -> Any:
    read: list[Any]
    if name in NUMBER_COLUMNS:
        read = [int(cell) if cell else None for cell in column]
    elif name == "period":
        read = [date.fromisoformat(cell) for cell in column]
    elif name in _TIMES:
        read = [datetime.fromisoformat(cell).astimezone(UTC) for cell in column]
    else:
        read = list(column)
    return pa.array(read, type=_SCHEMA.field(name).type)
