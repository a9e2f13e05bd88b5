"""One look at the books: everything an export reads, it reads as of the same moment."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

import psycopg
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg.pq import TransactionStatus

from ledger.errors import Refused
from ledger.exports.reach import settle
from ledger.exports.scope import Scope

Connection = psycopg.Connection[Any] | BaseDatabaseWrapper

_BEGIN = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
_SETTINGS = """
SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO'; SET LOCAL client_encoding = 'UTF8';
SET LOCAL statement_timeout = 0
"""


@contextmanager
def snapshot(connection: Connection, scope: Scope, *, wait: bool = True) -> Iterator[psycopg.Connection[Any]]:
    """A repeatable-read, read-only transaction with dates and times written in ISO, UTC.

    All of `scope` that was committed when it was asked for is sealed in it: it waits for the sealer if `wait`.

    Raises Refused `in_transaction` inside an open transaction: its snapshot may be older than it looks; `not_sealed`.
    """
    if isinstance(connection, psycopg.Connection):
        raw, inside = connection, False
    else:
        connection.ensure_connection()
        raw, inside = cast("psycopg.Connection[Any]", connection.connection), connection.in_atomic_block
    status: int = raw.info.transaction_status
    if inside or status != TransactionStatus.IDLE:
        raise Refused("in_transaction", "An export takes its own look at the books: end the open transaction first.")
    autocommit = raw.autocommit
    raw.autocommit = True
    try:
        if wait:
            settle(raw, scope)
        raw.execute(_BEGIN)
        raw.execute(_SETTINGS)
        yield raw
    finally:
        if not raw.closed and raw.info.transaction_status != TransactionStatus.IDLE:
            raw.execute("ROLLBACK")
        if not raw.closed:
            raw.autocommit = autocommit
