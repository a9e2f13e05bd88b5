"""The rows as cells, in their original text: for forms that can't hold a verifiable line."""

import csv
from collections.abc import Iterator
from typing import Any, Final

import psycopg

from ledger.exports import rows
from ledger.exports.scope import Scope
from ledger.verify.form import COLUMNS

WRITTEN: Final = COLUMNS[1:-1]
"""The columns of a row here: row number and check word belong to verifiable lines only."""


def cells(snap: psycopg.Connection[Any], scope: Scope, span: rows.Span) -> Iterator[list[str]]:
    """Each row's cells in the order of WRITTEN; absent ones are empty."""
    lines = (row.decode("utf-8") for row in rows.stream(snap, scope, span, guards=False))
    yield from csv.reader(lines)
