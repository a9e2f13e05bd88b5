"""Floors and ceilings: changed with who and why, never under or over what an account holds; and the history of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from ledger.door import alone
from ledger.errors import Refused
from ledger.wire import Connection

_SET: Final = "SELECT ledger_set_bounds($1::text, $2::text, $3::bigint, $4::bigint, $5::text, $6::text, $7::text)"
_HISTORY: Final = """
    SELECT c.id, c.changed_at, c.floor, c.ceiling, c.actor, c.approvers, c.reason
      FROM ledger_account a LEFT JOIN ledger_bound_change c ON a.id = c.account_id
     WHERE a.place = $1::text || ' ' || $2::text ORDER BY c.id"""


@dataclass(frozen=True, slots=True)
class Change:
    """Bounds that an account was given, in minor units; None is no bound."""

    id: int
    changed_at: datetime
    floor: int | None
    ceiling: int | None
    actor: str
    approvers: tuple[str, ...]
    reason: str


def set_bounds(
    connection: Connection,
    path: str,
    asset: str,
    *,
    floor: int | None,
    ceiling: int | None,
    actor: str,
    reason: str,
    approvers: Sequence[str] = (),
) -> int | None:
    """Gives an account both bounds; the change's number, None if it has them already. One round trip.

    Waits for postings in flight on it. A floor below 0 is nobody's, no floor only of those that may go below zero.
    Raises Refused: unknown_account, outside_bounds, bad_floor, bad_actor, malformed.
    """
    bounds = [None if bound is None else str(bound) for bound in (floor, ceiling)]
    rows = alone(connection, (_SET, (path, asset, *bounds, actor, ",".join(approvers), reason)), list)
    return None if rows[0][0] is None else int(rows[0][0])


def history(connection: Connection, path: str, asset: str) -> list[Change]:
    """Every change of an account's bounds, oldest first; before the first it has those it was opened with.

    Raises Refused: unknown_account.
    """
    rows = alone(connection, (_HISTORY, (path, asset)), list)
    if not rows:
        raise Refused("unknown_account", f"{path} holds no {asset}: nothing was ever posted there.")
    return [
        Change(number, at, floor, ceiling, actor, tuple(approvers), reason)
        for number, at, floor, ceiling, actor, approvers, reason in rows
        if number is not None
    ]
