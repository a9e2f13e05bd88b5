"""Books of any size for benches: stakes of PLAYERS at TABLES, filled through the writing door in batches."""

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

import psycopg

from ledger import door
from ledger.posting import Posting, Transfer

BATCH: Final = 1000
PLAYERS: Final = 5000
TABLES: Final = 200
FIRST: Final = date(2026, 2, 1)
AT: Final = datetime(2026, 2, 1, 20, tzinfo=UTC)
Connection = psycopg.Connection[Any]


def prepare(owner: Connection, days: int) -> None:
    """A kind of posting and so many open days."""
    owner.execute("insert into ledger_kind values ('bench', false) on conflict do nothing")
    for n in range(days):
        day = FIRST + timedelta(n)
        if owner.execute("select from ledger_period where day = %s", [day]).fetchone() is None:
            owner.execute("select ledger_turn_period(%s, 'open', 'house')", [day])


def fill(web: Connection, start: int, end: int, day_of: Callable[[int], date]) -> None:
    """Transfers number `start` to `end`, even numbers, each batch on the day of its first."""
    for first in range(start, end, BATCH):
        door.post(web, *postings(first, min(BATCH, end - first), day_of(first)))


def postings(start: int, count: int, day: date) -> Iterator[Posting]:
    """Two transfers each: chips to a player from the world outside, and on to a layout."""
    for n in range(start, start + count, 2):
        player = f"player:{n * 7919 % PLAYERS}"
        moved = (
            Transfer(player, "outside:chips", "chips:GBP", n % 977 + 1),
            Transfer(f"table:{n % TABLES}:layout", player, "chips:GBP", n % 977 + 1),
        )
        yield Posting("bench", "staff:7", "bench", str(n), day, AT, moved, facts={"round": n, "throw": n % 9})


def tidy(owner: Connection) -> None:
    """What a night's autovacuum does."""
    owner.execute("vacuum analyze ledger_transfer, ledger_posting, ledger_account, ledger_leaf")
