"""The writing door: what goes in, as one statement, and what comes out, as receipts.

Each function here makes one round trip on its own. On a connection in autocommit that is a transaction of its own;
inside an open transaction or atomic block it joins that. ledger.work puts the same statements into one transaction
together with others.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any, Final, TypeVar

import psycopg

from ledger.errors import Refused, refused
from ledger.posting import Opening, Posting, Receipt
from ledger.wire import Connection, Row, Statement, tell_django, wire

T = TypeVar("T")

_POST: Final = (
    "SELECT id, public_id::text, recorded_at"
    " FROM ledger_post($1::ledger_event[], $2::text[], $3::ledger_move[], $4::int)"
)
_REVERSE: Final = (
    "SELECT id, public_id::text, recorded_at FROM ledger_reverse($1::bigint, $2::text, $3::text, $4::text, $5::text,"
    " $6::text, $7::text, $8::date, $9::timestamptz, $10::jsonb)"
)
_OPEN: Final = "SELECT unnest(ledger_open_accounts($1::text[], $2::text[]))"
_TURN: Final = "SELECT ledger_turn_period($1::date, $2::text, $3::text)"
_OPENINGS: Final = (
    "SELECT ledger_import_openings($1::text, $2::text, $3::date, $4::timestamptz, $5::text[], $6::text[], $7::bigint[])"
)
_CLAIM: Final = "SELECT ledger_claim($1::text, $2::text, $3::bytea)::text"
_KEEP: Final = "SELECT ledger_keep_answer($1::text, $2::text, $3::bytea, $4::jsonb)"


def post(connection: Connection, *postings: Posting, lane: int | None = None) -> tuple[Receipt, ...]:
    """Writes all postings with their transfers, or none; a receipt each, in order. One round trip.

    Accounts not yet open are opened. `lane` makes heavy writers of one lane queue (batches of hundreds of transfers).
    Raises Refused: insufficient_funds, over_ceiling, unknown_asset, unknown_kind, unknown_period, period_closing,
    period_closed, already_posted, already_reversed, reversal_of_reversal, reversal_not_mirror, unknown_posting,
    out_of_range.
    """
    return alone(connection, post_statement(postings, lane), read_receipts)


def reverse(connection: Connection, posting: int, **particulars: Any) -> Receipt:
    """Posts the exact mirror of posting number `posting`, last transfer first; particulars as in reverse_statement.

    Raises Refused as post does.
    """
    return alone(connection, reverse_statement(posting, **particulars), lambda rows: read_receipts(rows)[0])


def open_accounts(connection: Connection, places: Iterable[tuple[str, str]]) -> list[int]:
    """Opens each (path, asset) that isn't open yet; the accounts' ids, in order. Safe under races."""
    listed = list(places)
    paths, assets = [path for path, _ in listed], [asset for _, asset in listed]
    return alone(connection, (_OPEN, (_array(paths), _array(assets))), lambda rows: [row[0] for row in rows])


def turn_period(connection: Connection, day: date, to: str, actor: str) -> None:
    """Takes a gaming day to `open`, `closing` or `closed`, in this order only, after the postings in flight.

    In a transaction of its own. Raises Refused: period_step, unknown_period.
    """
    alone(connection, (_TURN, (day.isoformat(), to, actor)), list)


def import_openings(
    connection: Connection,
    openings: Iterable[Opening],
    *,
    actor: str,
    approvers: Sequence[str],
    period: date,
    effective_at: datetime,
) -> int:
    """Books what each place held before these books began, from the world outside; returns the postings written.

    The key is path and asset: a second run writes nothing. Raises Refused as post does, and opening_differs if a place
    was imported with another amount.
    """
    listed = list(openings)
    if effective_at.utcoffset() is None:
        raise Refused("naive_time", "effective_at needs a time zone.")
    parameters = (
        actor,
        ",".join(approvers),
        period.isoformat(),
        effective_at.isoformat(),
        _array([opening.path for opening in listed]),
        _array([opening.asset for opening in listed]),
        "{" + ",".join([str(opening.amount) for opening in listed]) + "}",
    )
    return alone(connection, (_OPENINGS, parameters), lambda rows: int(rows[0][0]))


def claim(connection: Connection, scope: str, key: str, request_hash: bytes) -> dict[str, Any] | None:
    """The first answer kept under (scope, key), or None: the key is new and held until the transaction ends.

    `request_hash` is the request's SHA-256 (32 bytes). Needs an open transaction to hold anything.
    Raises Refused: still_running (another transaction holds the key), key_reused (kept for another request).
    """
    return alone(connection, claim_statement(scope, key, request_hash), read_answer)


def keep_answer(connection: Connection, scope: str, key: str, request_hash: bytes, answer: Mapping[str, Any]) -> None:
    """Keeps a claimed key's answer, a JSON object, for ever; in the transaction that claimed it."""
    alone(connection, keep_answer_statement(scope, key, request_hash, answer), list)


def post_statement(postings: Sequence[Posting], lane: int | None) -> Statement:
    """One call of ledger_post for all postings."""
    if not postings:
        raise Refused("malformed", "There is no posting to write.")
    lines = [
        (event, f"{line.debit} {line.asset}", f"{line.credit} {line.asset}", line.amount)
        for event, posting in enumerate(postings, 1)
        for line in posting.transfers
    ]
    places = sorted({place for _, debit, credit, _ in lines for place in (debit, credit)})
    number = {place: n for n, place in enumerate(places, 1)}
    moves = [f'"({event},{number[debit]},{number[credit]},{amount})"' for event, debit, credit, amount in lines]
    return _POST, (
        _array([_event(posting) for posting in postings]),
        _array(places),
        "{" + ",".join(moves) + "}",
        None if lane is None else str(lane),
    )


def _event(posting: Posting) -> str:
    """The posting's own columns as a row literal of ledger_event."""
    fields = (
        posting.kind,
        posting.actor,
        "{" + ",".join(posting.approvers) + "}",
        posting.reason,
        posting.scope,
        posting.key,
        posting.period.isoformat(),
        posting.effective_at.isoformat(),
        posting.reverses,
        posting.void_of,
        _json(posting.facts),
    )
    return "(" + ",".join(["" if field is None else _quote(str(field)) for field in fields]) + ")"


def reverse_statement(
    posting: int,
    *,
    actor: str,
    scope: str,
    key: str,
    period: date,
    effective_at: datetime,
    approvers: Sequence[str] = (),
    reason: str = "",
    kind: str = "reversal",
    facts: Mapping[str, Any] | None = None,
) -> Statement:
    """One call of ledger_reverse. `period` is the day of the reversal, which must be open, not the reversed one's."""
    if effective_at.utcoffset() is None:
        raise Refused("naive_time", "effective_at needs a time zone.")
    return _REVERSE, (
        str(posting),
        kind,
        actor,
        ",".join(approvers),
        reason,
        scope,
        key,
        period.isoformat(),
        effective_at.isoformat(),
        _json(facts or {}),
    )


def claim_statement(scope: str, key: str, request_hash: bytes) -> Statement:
    return _CLAIM, (scope, key, "\\x" + request_hash.hex())


def keep_answer_statement(scope: str, key: str, request_hash: bytes, answer: Mapping[str, Any]) -> Statement:
    return _KEEP, (scope, key, "\\x" + request_hash.hex(), _json(answer))


def read_receipts(rows: list[Row]) -> tuple[Receipt, ...]:
    return tuple(Receipt(*row) for row in rows)


def read_answer(rows: list[Row]) -> dict[str, Any] | None:
    said = rows[0][0]
    return None if said is None else dict(json.loads(said))


def alone(connection: Connection, statement: Statement, read: Callable[[list[Row]], T]) -> T:
    """One statement in a round trip of its own. Raises Refused for what the books refuse, else psycopg.Error."""
    line = wire(connection)
    begin: list[Statement] = [("BEGIN", ())] if line.begins_by_itself else []
    try:
        result = line.exchange([*begin, statement])[-1]
    except psycopg.Error as error:
        tell_django(connection, error)
        refusal = refused(error)
        if refusal is None:
            raise
        raise refusal from error
    return read(line.rows(result) if result.nfields else [])


def _array(items: Iterable[str]) -> str:
    """An array literal."""
    return "{" + ",".join([_quote(item) for item in items]) + "}"


def _quote(text: str) -> str:
    """Text as an element of an array or row literal."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _json(facts: Mapping[str, Any]) -> str:
    return json.dumps(facts, separators=(",", ":")) if facts else "{}"
