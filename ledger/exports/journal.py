"""The rows as a bookkeeper's journal: entries of legs that sum to zero, for Beancount and hledger alike.

An export of a range does not hold all that ever moved an account. What it had before its first row, and what other rows
moved between two of its rows, come as entries of their own, so that the journal's running balances are the books'.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, NamedTuple

import psycopg

from ledger.exports.cells import WRITTEN, cells
from ledger.exports.rows import Span
from ledger.exports.scope import Scope

BROUGHT_FORWARD: Final = "brought-forward"
ELSEWHERE: Final = "elsewhere"

_POSTING, _KIND, _PERIOD, _RECORDED, _EFFECTIVE, _ACTOR, _REASON = (
    WRITTEN.index(name) for name in ("posting", "kind", "period", "recorded_at", "effective_at", "actor", "reason")
)
_DEBIT, _CREDIT, _ASSET, _AMOUNT = (WRITTEN.index(name) for name in ("debit", "credit", "asset", "amount"))
_SIDES: Final = (
    (_DEBIT, WRITTEN.index("debit_balance"), WRITTEN.index("debit_version"), 1),
    (_CREDIT, WRITTEN.index("credit_balance"), WRITTEN.index("credit_version"), -1),
)


class Leg(NamedTuple):
    """What an account gets (below 0: gives), minor units, and what it has then. `path` may be one of the two above."""

    path: str
    asset: str
    change: int
    balance: int | None


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: a posting of the books, or what was brought forward or moved elsewhere (`posting` empty)."""

    day: date
    posting: str
    kind: str
    reason: str
    legs: tuple[Leg, ...]
    actor: str = ""
    effective_at: str = ""
    recorded_at: str = ""


class _Known(NamedTuple):
    version: int
    balance: int


def entries(snap: psycopg.Connection[Any], scope: Scope, span: Span) -> Iterator[tuple[int, Entry]]:
    """The entries in order, each with how many rows are done. Keeps one posting and every account's last balance."""
    known: dict[tuple[str, str], _Known] = {}
    waiting: list[list[str]] = []
    done = 0
    for row in cells(snap, scope, span):
        if waiting and row[_POSTING] != waiting[0][_POSTING]:
            done += len(waiting)
            yield from ((done, entry) for entry in _of_posting(waiting, known))
            waiting = []
        waiting.append(row)
    if waiting:
        done += len(waiting)
        yield from ((done, entry) for entry in _of_posting(waiting, known))


def _of_posting(rows: list[list[str]], known: dict[tuple[str, str], _Known]) -> Iterator[Entry]:
    head, day = rows[0], date.fromisoformat(rows[0][_PERIOD])
    legs: list[Leg] = []
    for row in rows:
        asset, amount = row[_ASSET], int(row[_AMOUNT])
        for place, balance_at, version_at, sign in _SIDES:
            path, balance, version = row[place], int(row[balance_at]), int(row[version_at])
            last = known.get((path, asset))
            before = balance - sign * amount
            if last is None:
                if before:
                    yield _correction(day, BROUGHT_FORWARD, path, asset, before, before)
            elif last.version + 1 != version and last.balance != before:
                yield _correction(day, ELSEWHERE, path, asset, before - last.balance, before)
            known[path, asset] = _Known(version, balance)
            legs.append(Leg(path, asset, sign * amount, balance))
    yield Entry(
        day, head[_POSTING], head[_KIND], head[_REASON], tuple(legs), head[_ACTOR], head[_EFFECTIVE], head[_RECORDED]
    )


def _correction(day: date, what: str, path: str, asset: str, change: int, balance: int) -> Entry:
    legs = (Leg(path, asset, change, balance), Leg(what, asset, -change, None))
    return Entry(day, "", what, "", legs)


def decimal(minor: int, places: int) -> str:
    """Minor units as a decimal number of major ones: -1234 with 2 places is -12.34."""
    sign, digits = "-" if minor < 0 else "", str(abs(minor)).rjust(places + 1, "0")
    return f"{sign}{digits[:-places]}.{digits[-places:]}" if places else sign + digits


def commodity(asset: str) -> str:
    """An asset as both programs write a commodity: CHIPS-GBP."""
    return asset.upper().replace(":", "-")
