"""Statements to PostgreSQL in one round trip, under Django's or psycopg's connection.

A throw may wait for the database only a few times, so all statements that don't need each other's answers go out
together (libpq's pipeline mode), prepared once per connection. psycopg's own pipeline does the same at three times the
processor time, which a single posting would feel.
"""

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, cast
from weakref import WeakKeyDictionary

import psycopg
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg import pq
from psycopg.adapt import PyFormat, Transformer
from psycopg.pq.abc import PGresult
from psycopg.waiting import WAIT_R, WAIT_RW, Ready, Wait, wait

Connection: TypeAlias = "psycopg.Connection[Any] | BaseDatabaseWrapper"
Row: TypeAlias = tuple[Any, ...]
Statement: TypeAlias = tuple[str, Sequence[Any]]

_LOOK_UP: Final = 0.1  # seconds between looks for Ctrl-C; without it psycopg polls instead of waiting
_PLAIN: Final = frozenset({str, type(None)})
_FAILED: Final = (pq.ExecStatus.FATAL_ERROR, pq.ExecStatus.BAD_RESPONSE)


class Tally:
    """How many times PostgreSQL was waited for."""

    def __init__(self) -> None:
        self.round_trips = 0


_tallies: ContextVar[tuple[Tally, ...]] = ContextVar("tallies", default=())


@contextmanager
def counting() -> Iterator[Tally]:
    """Counts the ledger's round trips inside the block, whatever connection they go by."""
    tally = Tally()
    token = _tallies.set((*_tallies.get(), tally))
    try:
        yield tally
    finally:
        _tallies.reset(token)


@dataclass(frozen=True, slots=True)
class _Prepared:
    name: bytes
    sql: str
    types: tuple[int, ...]


class Wire:
    """One psycopg connection with the statements prepared on it."""

    def __init__(self, raw: psycopg.Connection[Any]) -> None:
        self._raw = raw
        self._pgconn = raw.pgconn
        self._prepared: dict[tuple[str, tuple[int, ...]], _Prepared] = {}
        self._names = 0
        self._transformer = Transformer()

    @property
    def status(self) -> pq.TransactionStatus:
        return pq.TransactionStatus(self._pgconn.transaction_status)

    @property
    def begins_by_itself(self) -> bool:
        """Whether psycopg's own cursors would open a transaction now, before their statement."""
        return not self._raw.autocommit and self.status == pq.TransactionStatus.IDLE

    def exchange(self, statements: Sequence[Statement]) -> list[PGresult]:
        """Sends all, waits once, returns a result each. Raises psycopg.Error of the first that failed.

        `sql` names its parameters $1, $2 …; integers, text, dates, times, UUIDs, Jsonb and None may be given.
        """
        dumped = [(sql, *self._dump(parameters)) for sql, parameters in statements]
        for tally in _tallies.get():
            tally.round_trips += 1
        with self._raw.lock:
            try:
                results = wait(self._converse(dumped), self._pgconn.socket, _LOOK_UP)
            except BaseException:
                # Broken off in the middle: what the server still sends can't be told apart, so the line is given up.
                self._pgconn.finish()
                raise
        for result in results:
            if result.status in _FAILED:
                raise psycopg.errors.error_from_result(result, encoding="utf-8")
        return results

    def rows(self, result: PGresult) -> list[Row]:
        """A result's rows as Python values: integers, text, dates, times in UTC, parsed JSON."""
        self._transformer.set_pgresult(result)
        return self._transformer.load_rows(0, result.ntuples, tuple)

    def _converse(
        self, statements: Sequence[tuple[str, list[Any], tuple[int, ...]]]
    ) -> Generator[Wait, Ready | int, list[PGresult]]:
        pgconn = self._pgconn
        pgconn.enter_pipeline_mode()
        fresh = [self._send(*statement) for statement in statements]
        pgconn.pipeline_sync()
        while pgconn.flush():
            if (yield WAIT_RW) & Ready.R:
                pgconn.consume_input()
        results = []
        for prepared in fresh:
            if prepared is not None:
                done = yield from self._receive()
                if done.status == pq.ExecStatus.COMMAND_OK:
                    self._prepared[prepared.sql, prepared.types] = prepared
                elif done.status in _FAILED:
                    results.append(done)
            results.append((yield from self._receive()))
        yield from self._receive(sync=True)
        pgconn.exit_pipeline_mode()
        return results

    def _send(self, sql: str, values: list[Any], types: tuple[int, ...]) -> _Prepared | None:
        """Sends one statement; what it returns has been prepared for it just now."""
        known = self._prepared.get((sql, types))
        if known is not None:
            self._pgconn.send_query_prepared(known.name, values)
            return None
        self._names += 1
        fresh = _Prepared(b"ledger_%d" % self._names, sql, types)
        self._pgconn.send_prepare(fresh.name, sql.encode(), types)
        self._pgconn.send_query_prepared(fresh.name, values)
        return fresh

    def _receive(self, sync: bool = False) -> Generator[Wait, Ready | int, PGresult]:
        """The next result; between two results libpq says None."""
        pgconn = self._pgconn
        while True:
            while pgconn.is_busy():
                yield WAIT_R
                pgconn.consume_input()
            result = pgconn.get_result()
            if pgconn.status != pq.ConnStatus.OK:
                raise psycopg.OperationalError("the connection to PostgreSQL was lost")
            if result is not None and (result.status == pq.ExecStatus.PIPELINE_SYNC) == sync:
                return result

    def _dump(self, parameters: Sequence[Any]) -> tuple[list[Any], tuple[int, ...]]:
        if _PLAIN.issuperset(map(type, parameters)):
            return [None if value is None else value.encode() for value in parameters], (0,) * len(parameters)
        values = self._transformer.dump_sequence(parameters, [PyFormat.TEXT] * len(parameters))
        return list(values), tuple(self._transformer.types or ())


_wires: WeakKeyDictionary[psycopg.Connection[Any], Wire] = WeakKeyDictionary()


def wire(connection: Connection) -> Wire:
    """The wire of this connection; a Django connection is opened if it isn't yet."""
    if isinstance(connection, psycopg.Connection):
        raw = connection
    else:
        connection.ensure_connection()
        raw = cast("psycopg.Connection[Any]", connection.connection)
    found = _wires.get(raw)
    if found is None:
        found = _wires[raw] = Wire(raw)
    return found


def tell_django(connection: Connection, error: psycopg.Error) -> None:
    """What Django's own cursors note of an error: that the line may be lost, that an atomic block can't go on."""
    if isinstance(connection, psycopg.Connection):
        return
    if not isinstance(error, psycopg.IntegrityError | psycopg.DataError):
        connection.errors_occurred = True
    if connection.in_atomic_block:
        connection.needs_rollback = True
