"""The rows of an export as PostgreSQL writes them: COPY in CSV, one row at a time, in flat memory."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import psycopg

from ledger.exports.scope import Scope
from ledger.verify.form import COLUMNS, TEXT_COLUMNS, TRIGGERS

_SOURCES: Final = {
    "sequence": "l.sequence",
    "transfer": "t.id",
    "posting": "p.id",
    "public_id": "p.public_id",
    "kind": "p.kind",
    "period": "p.period",
    "effective_at": "p.effective_at",
    "recorded_at": "t.recorded_at",
    "actor": "p.actor",
    "approvers": "array_to_string(p.approvers, ' ')",
    "reason": "p.reason",
    "scope": "p.scope",
    "key": "p.key",
    "reverses": "p.reverses_id",
    "void_of": "p.void_of_id",
    "facts": "p.facts::text",
    "debit": "d.path",
    "credit": "c.path",
    "asset": "s.code",
    "amount": "t.amount",
    "debit_balance": "t.debit_balance",
    "debit_version": "t.debit_version",
    "credit_balance": "t.credit_balance",
    "credit_version": "t.credit_version",
}
_FROM: Final = (
    "from ledger_leaf l join ledger_posting p on p.id = l.posting_id join ledger_transfer t on t.posting_id = p.id"
    " join ledger_account d on d.id = t.debit_id"
    " join ledger_account c on c.id = t.credit_id join ledger_asset s on s.id = t.asset_id"
)
# The order of the log: nothing ever appears behind a place in it. A seal takes what is committed in order of postings,
# and accounts are locked before postings are numbered, so every account's versions rise in this order.
_ORDER: Final = "order by l.sequence, t.id"


# Facts are JSON objects, which begin with a brace: their guard would never be put.
_GUARDED: Final = TEXT_COLUMNS - {"facts"}


def select(scope: Scope, leaves: int, *, guards: bool = True) -> tuple[str, dict[str, Any]]:
    """The query of the rows below leaf number `leaves`, row number and check word aside.

    `guards` makes text cells safe for spreadsheets.
    """
    columns = (guard(_SOURCES[name]) if guards and name in _GUARDED else _SOURCES[name] for name in COLUMNS[1:-1])
    where, given = scope.where()
    return f"select {', '.join(columns)} {_FROM} where {where} {_ORDER}", {**given, "reach": leaves}


@dataclass(slots=True)
class Span:
    """How many leaves of the log count (`leaves`), and once rows have gone by, the places of the first and the last."""

    leaves: int
    first: int | None = None
    last: int | None = None


def stream(snap: psycopg.Connection[Any], scope: Scope, span: Span, *, guards: bool = True) -> Iterator[bytes]:
    """The rows as CSV lines with their newline. Text with line breaks stands quoted inside its row."""
    query, given = select(scope, span.leaves, guards=guards)
    row = b""
    with snap.cursor() as cursor, cursor.copy(f"copy ({query}) to stdout (format csv)", given) as copy:
        for sent in copy:
            row = bytes(sent)
            if span.first is None:
                span.first = _place(row)
            yield row
    if row:
        span.last = _place(row)


def _place(row: bytes) -> int:
    return int(row.partition(b",")[0])


def guard(source: str) -> str:
    """The cell of ledger.verify.form.guarded, in SQL. What begins with a letter or digit is passed by at once."""
    points = ", ".join(str(point) for point in TRIGGERS)
    text = f'{source} collate "C"'
    plain = f"({text} >= 'A' and {text} < chr(127)) or ({text} >= '0' and {text} < ':')"
    return f"case when {plain} then {source} when ascii({source}) in ({points}) then '''' || {source} else {source} end"
