"""What is hashed of a posting: its canonical bytes. Pure.

Version 1 is a JSON array of strings and arrays of strings, without blanks, in ASCII (anything else as \\uXXXX):

    ["hazard-house/posting/v1", id, public id, kind, period, effective at, recorded at, actor, [approver, …], reason,
     scope, key, reverses, void of, facts, [[id, recorded at, debit, credit, asset, amount, debit's balance and version
     after it, credit's balance and version after it], …]]

Integers are decimal, an absent one is empty, accounts are their paths, facts are the text of PostgreSQL's jsonb, and
times are UTC to the microsecond. Transfers stand in the order of their ids. Everything in a row that means something is
in; the transaction's number is not, for a restored database has others.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from json.encoder import encode_basestring_ascii as _quote
from typing import Final

FORM: Final = "hazard-house/posting/v1"
POSTING: Final = (
    "posting", "public_id", "kind", "period", "effective_at", "recorded_at", "actor", "approvers", "reason", "scope",
    "key", "reverses", "void_of", "facts",
)  # fmt: skip
"""A posting's cells, in order; each is text, `approvers` a list of texts."""
TRANSFER: Final = (
    "transfer", "recorded_at", "debit", "credit", "asset", "amount", "debit_balance", "debit_version", "credit_balance",
    "credit_version",
)  # fmt: skip
"""A transfer's cells, in order; each is text."""

_TIMES: Final = tuple(POSTING.index(name) for name in ("effective_at", "recorded_at"))
_RECORDED: Final = TRANSFER.index("recorded_at")
_WRITTEN: Final = re.compile(r"(\d{4,6}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(?:\+00)?( BC)?")


def canonical(posting: Sequence[str | list[str]], transfers: Sequence[Sequence[str]]) -> bytes:
    """The bytes of one posting (cells of POSTING) with its transfers (cells of TRANSFER each).

    Times are given as PostgreSQL writes them in UTC, `2026-06-15 20:00:00.5`, with or without `+00` behind.
    """
    cells = [_quote(cell) if isinstance(cell, str) else _texts(cell) for cell in posting]
    for place in _TIMES:
        cells[place] = _quote(moment(str(posting[place])))
    rows = [_texts([*row[:_RECORDED], moment(row[_RECORDED]), *row[_RECORDED + 1 :]]) for row in transfers]
    return f"[{','.join([_quote(FORM), *cells])},[{','.join(rows)}]]".encode("ascii")


def _texts(cells: Sequence[str]) -> str:
    """A JSON array of texts; where none of them needs escaping, in a fifth of the time."""
    text = '","'.join(cells)
    if text.isascii() and text.isprintable() and "\\" not in text and text.count('"') == 2 * len(cells) - 2:
        return f'["{text}"]'
    return f"[{','.join(map(_quote, cells))}]"


@lru_cache(64)
def moment(written: str) -> str:
    """PostgreSQL's text of a time in UTC as `2026-06-15T20:00:00.500000Z`; `infinity` and the like stay as they are."""
    found = _WRITTEN.fullmatch(written)
    if found is None:
        return written
    day, clock, fraction, before_christ = found.groups()
    return f"{day}T{clock}.{(fraction or '').ljust(6, '0')}Z{before_christ or ''}"
