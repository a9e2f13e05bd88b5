"""An act of a department: one transaction, two round trips, at most one posting, its audit row, its kept answer.

    with act(actor, key, request, reads) as deed:
        if deed.earlier is not None:
            return Receipt(**deed.earlier)
        ...decide on deed.row(0)...
        deed.write(SQL, values); deed.post(...); deed.audit(...); deed.answer({...})

The reads go out with BEGIN and the key's claim; the writes with COMMIT. A refusal in between changes nothing and does
not burn the key. An act without a key is one that is idempotent by what it writes.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from typing import Any

import psycopg
from django.db import DEFAULT_DB_ALIAS, connections

from casino.books.refusals import away, of_constraint, of_data, of_games, of_ledger
from casino.books.statements import Values, prepared, text
from games.engine import Refused as RefusedByGame
from ledger.errors import Refused as RefusedByLedger
from ledger.posting import Posting, Transfer
from ledger.wire import wire
from ledger.work import Pending, Tx, work

Read = tuple[str, Values]
Row = tuple[Any, ...]

AUDIT = """
insert into audit_auditrow (at, actor, verb, subject, facts, topic)
values (%(at)s, %(actor)s, %(verb)s, %(subject)s, %(facts)s, %(topic)s)
"""


class Act:
    """The act under way: what was read, and what will be written when the block ends."""

    def __init__(self, tx: Tx, actor: str, key: str | None, request: Mapping[str, Any] | None, reads: Sequence[Read]):
        self._tx = tx
        self._claim = (actor, key, digest(request)) if key is not None else None
        self._claimed = tx.claim(*self._claim) if self._claim is not None else None
        self._read: list[Pending[list[Row]]] = [self._ask(sql, values) for sql, values in reads]

    @property
    def earlier(self) -> dict[str, Any] | None:
        """The first answer to this key, when the request is a repetition."""
        return self._claimed.value if self._claimed is not None else None

    def rows(self, n: int) -> list[Row]:
        """The rows of read number `n`."""
        return self._read[n].value

    def row(self, n: int) -> Row | None:
        """The only row of read number `n`, or None."""
        rows = self.rows(n)
        return rows[0] if rows else None

    def ask(self, sql: str, values: Values = ()) -> list[Row]:
        """One more read, one more round trip: for acts that can't know before what they need."""
        return self._ask(sql, values).value

    def write(self, sql: str, values: Values = ()) -> None:
        """Queues a statement; values by name or in order; mappings and lists go as JSON, tuples as arrays."""
        self._ask(sql, values)

    def post(
        self, *, kind: str, actor: str, day: date, scope: str, key: str, at: datetime,
        transfers: tuple[Transfer, ...], approvers: tuple[str, ...] = (), reason: str = "",
        facts: Mapping[str, Any] | None = None, void_of: int | None = None,
    ) -> None:  # fmt: skip
        """Queues the act's posting in the books' gaming day `day`; at most one an act."""
        self._tx.post(
            Posting(
                kind=kind, actor=actor, scope=scope, key=key, period=day, effective_at=at, transfers=transfers,
                approvers=approvers, reason=reason, facts=facts or {}, void_of=void_of,
            )
        )  # fmt: skip

    def reverse(
        self, posting: int, *, actor: str, day: date, scope: str, key: str, at: datetime, reason: str,
        approvers: tuple[str, ...] = (), facts: Mapping[str, Any] | None = None,
    ) -> None:  # fmt: skip
        """Queues the exact mirror of posting number `posting`, dated `day`; once only, and of no reversal."""
        self._tx.reverse(
            posting, actor=actor, scope=scope, key=key, period=day, effective_at=at, approvers=approvers,
            reason=reason, facts=facts,
        )  # fmt: skip

    def audit(
        self,
        at: datetime,
        actor: str,
        verb: str,
        subject: str,
        facts: Mapping[str, Any],
        topic: str | None = None,
    ) -> None:
        """Queues the act's audit row; with a topic, the relay tells those who must hear of it."""
        self.write(AUDIT, {
            "at": at, "actor": actor, "verb": verb, "subject": subject, "facts": facts, "topic": topic,
        })  # fmt: skip

    def answer(self, answer: Mapping[str, Any]) -> None:
        """Keeps what every repetition of this key is given."""
        if self._claim is not None:
            self._tx.keep_answer(*self._claim, answer)

    def _ask(self, sql: str, values: Values) -> Pending[list[Row]]:
        statement, given = _statement(sql, values)
        return self._tx.execute(statement, *given)


@contextmanager
def act(actor: str, key: str | None, request: Mapping[str, Any] | None, reads: Sequence[Read] = ()) -> Iterator[Act]:
    """One act by `actor` (`staff:7`, `player:42`, `house`) under the idempotency `key`, bound to actor and request.

    Raises Refusal: of the games, of the books and of the database's own rules, each with its code and sentence.
    """
    try:
        with work(connections[DEFAULT_DB_ALIAS]) as tx:
            yield Act(tx, actor, key, request, reads)
    except RefusedByGame as refused:
        raise of_games(refused) from refused
    except RefusedByLedger as refused:
        raise of_ledger(refused) from refused
    except psycopg.IntegrityError as error:
        raise of_constraint(error) from error
    except psycopg.DataError as error:
        raise of_data(error) from error
    except psycopg.OperationalError as error:
        raise away(error) from error


def see(*reads: Read) -> list[list[Row]]:
    """The rows of each read as they are committed now: one round trip, no transaction, nothing written."""
    line = wire(connections[DEFAULT_DB_ALIAS])
    statements = [_statement(sql, values) for sql, values in reads]
    try:
        return [line.rows(result) for result in line.exchange(statements)]
    except psycopg.OperationalError as error:
        raise away(error) from error


def digest(request: Mapping[str, Any] | None) -> bytes:
    """SHA-256 of a request: the same key with another request is refused."""
    return hashlib.sha256(json.dumps(request, sort_keys=True, default=str).encode()).digest()


def _statement(sql: str, values: Values) -> tuple[str, list[str | None]]:
    statement, order = prepared(sql)
    given = [values[name] for name in order] if isinstance(values, Mapping) else values
    return statement, [text(value) for value in given]
