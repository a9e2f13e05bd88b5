"""A unit of work: one transaction with as few waits for PostgreSQL as its questions need.

    with work(connection) as tx:
        earlier = tx.claim(scope, key, request_hash)
        seats = tx.execute("select … from … where round_id = $1 for update", round_id)
        if earlier.value is not None: …            # the first look sends BEGIN and both statements: one round trip
        receipts = tx.post(posting)
        tx.keep_answer(scope, key, request_hash, {"round": round_id})
    receipts.value                                 # the end sent the posting, the answer and COMMIT: one round trip

Nothing is sent until a value is looked at or the block ends. The ORM is shut on this connection inside the block: it
would run outside this order and could not be counted.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, Generic, NoReturn, TypeVar

import psycopg
from psycopg import pq
from psycopg.pq.abc import PGresult

from ledger import door
from ledger.errors import Busy, may_be_retried, refused
from ledger.posting import Posting, Receipt
from ledger.wire import Connection, Row, Statement, Wire, tell_django, wire

T = TypeVar("T")

_TRIES: Final = 4
_PAUSE: Final = 0.01  # seconds before the second try, twice that before the third


class WorkError(RuntimeError):
    """The unit of work is used where it can't keep its promise: a fault of the caller, not a refusal."""


class Pending(Generic[T]):
    """What a statement will have said. Looking at `value` sends what is waiting, and waits."""

    def __init__(self, tx: "Tx", read: Callable[[list[Row]], T]) -> None:
        self._tx = tx
        self._read = read
        self._known: tuple[T] | None = None

    @property
    def value(self) -> T:
        if self._known is None:
            self._tx.settle()
        if self._known is None:
            raise WorkError("This statement failed or was rolled back: it has no value.")
        return self._known[0]

    def arrive(self, rows: list[Row]) -> None:
        self._known = (self._read(rows),)


class Tx:
    """The open transaction of a `work` block. `round_trips` counts its waits so far."""

    def __init__(self, line: Wire) -> None:
        self._line = line
        self._waiting: list[tuple[Statement, Pending[Any] | None]] = [(("BEGIN", ()), None)]
        self.round_trips = 0
        self._over = False

    def execute(self, sql: str, *parameters: Any) -> Pending[list[Row]]:
        """Any statement, its parameters as $1, $2 …; its rows as tuples (empty if it returns none)."""
        return self._ask((sql, parameters), list)

    def post(self, *postings: Posting, lane: int | None = None) -> Pending[tuple[Receipt, ...]]:
        """Writes the postings, a receipt each; see ledger.door.post. At most once in a unit: its locks come last."""
        return self._ask(door.post_statement(postings, lane), door.read_receipts)

    def reverse(self, posting: int, **particulars: Any) -> Pending[Receipt]:
        """Posts the mirror of posting number `posting`; see ledger.door.reverse."""
        return self._ask(door.reverse_statement(posting, **particulars), lambda rows: door.read_receipts(rows)[0])

    def claim(self, scope: str, key: str, request_hash: bytes) -> Pending[dict[str, Any] | None]:
        """The first answer to this request, or None if it is new and now this transaction's; see ledger.door.claim."""
        return self._ask(door.claim_statement(scope, key, request_hash), door.read_answer)

    def keep_answer(self, scope: str, key: str, request_hash: bytes, answer: Mapping[str, Any]) -> None:
        """Keeps the answer that later calls with this key are given."""
        self._ask(door.keep_answer_statement(scope, key, request_hash, answer), list)

    def settle(self) -> None:
        """Sends what is waiting and reads all the answers: one round trip, or none if nothing waits."""
        if self._over:
            return
        waiting, self._waiting = self._waiting, []
        if waiting:
            self.round_trips += 1
            results = self._line.exchange([statement for statement, _ in waiting])
            self._deliver(waiting, results)

    def commit(self) -> None:
        """Called by the block's end."""
        begun = self._line.status != pq.TransactionStatus.IDLE
        if begun or len(self._waiting) > 1:
            self._waiting.append((("COMMIT", ()), None))
            waiting, self._waiting = self._waiting, []
            self.round_trips += 1
            results = self._line.exchange([statement for statement, _ in waiting])
            if results[-1].command_status != b"COMMIT":
                # PostgreSQL answers COMMIT of a failed transaction with ROLLBACK, and no error.
                raise WorkError("A statement failed and was caught inside the unit of work: nothing was committed.")
            self._deliver(waiting, results)
        self._over = True

    def roll_back(self) -> None:
        """Called by the block's end after an exception."""
        self._over = True
        self._waiting = []
        if self._line.status not in (pq.TransactionStatus.IDLE, pq.TransactionStatus.UNKNOWN):
            self.round_trips += 1
            self._line.exchange([("ROLLBACK", ())])

    def _ask(self, statement: Statement, read: Callable[[list[Row]], T]) -> Pending[T]:
        if self._over:
            raise WorkError("The unit of work is over.")
        pending = Pending(self, read)
        self._waiting.append((statement, pending))
        return pending

    def _deliver(self, waiting: list[tuple[Statement, Pending[Any] | None]], results: list[PGresult]) -> None:
        for (_, pending), result in zip(waiting, results, strict=True):
            if pending is not None:
                pending.arrive(self._line.rows(result) if result.nfields else [])


@contextmanager
def work(connection: Connection) -> Iterator[Tx]:
    """One transaction on `connection`: BEGIN goes with the first statements, COMMIT with the last.

    Raises Refused for what the books don't admit, psycopg.Error for faults; either way everything is rolled back.
    Raises WorkError inside an open transaction or atomic block: the unit could not promise its COMMIT there.
    """
    line = wire(connection)
    django = None if isinstance(connection, psycopg.Connection) else connection
    if line.status != pq.TransactionStatus.IDLE or (django is not None and django.in_atomic_block):
        raise WorkError("A unit of work can't start inside an open transaction or atomic block.")
    tx = Tx(line)
    if django is not None:
        django.execute_wrappers.append(_shut_orm)
    try:
        yield tx
        tx.commit()
    except BaseException as error:
        tx.roll_back()
        if not isinstance(error, psycopg.Error):
            raise
        tell_django(connection, error)
        refusal = refused(error)
        if refusal is None:
            raise
        raise refusal from error
    finally:
        if django is not None:
            django.execute_wrappers.remove(_shut_orm)


def retried(connection: Connection, act: Callable[[Tx], T]) -> T:
    """Runs `act` in a unit of work, again if it fell to a deadlock or a serialization failure; Busy after four tries.

    `act` may run several times, so it does nothing but work on its `tx`.
    """
    for attempt in range(_TRIES):
        try:
            with work(connection) as tx:
                return act(tx)
        except psycopg.Error as error:
            if not may_be_retried(error):
                raise
        time.sleep(_PAUSE * attempt)
    raise Busy(f"The database was too busy for this {_TRIES} times: try again.")


def _shut_orm(*args: Any) -> NoReturn:
    raise WorkError("Inside a unit of work speak through its tx: the ORM would run outside its order.")
