"""Books with something to export: odd words, two days that run into each other, numbers of every size."""

from collections.abc import Callable
from datetime import date
from typing import Any

import psycopg
import pytest

from ledger import door
from ledger.posting import Posting
from tests.ledger.conftest import AT, CASH, DAY, Books
from tests.ledger.sealed import seal

NEXT_DAY = date(2026, 6, 16)
NAMES = (
    "=1+1", "+SUM(A1)", "-2+3|cmd", "@x", "\t=1", "\r=1", "＝1", '=HYPERLINK("http://x")', "'=1", "plain", "a,b",
    'said "no"', "two\nlines", "", "ünï", "№ 7", " =1", "\u00a0=1", "\ufeff=1",
)  # fmt: skip


@pytest.fixture
def night(books: Books) -> Books:
    """A small night over two days, every odd name in reasons and keys, a reversal at its end."""
    with books.database.connect("owner") as owner:
        owner.execute("select ledger_turn_period(%s, 'open', 'house')", [NEXT_DAY])
    books.fund("cage:vault", 10**6)
    for n, name in enumerate(NAMES):
        player = f"player:{n % 4 + 1}"
        books.post(
            (player, "cage:vault", 100 + n), reason=name, key=f"{name}{n}", approvers=("staff:2", "staff:3"),
            facts={"name": name, "n": n}, period=DAY if n % 3 else NEXT_DAY,
        )  # fmt: skip
        books.post(("cage:window:1", "outside:patrons:w1", 100 + n), asset=CASH)
    last = books.post(("table:7:layout", "player:1", 5))
    door.reverse(books.web, last.id, actor="staff:1", scope="test", key="reversal", period=NEXT_DAY, effective_at=AT)
    sealed(books)
    return books


def sealed(books: Books) -> None:
    """All of it in the log, cosigned."""
    seal(books.database.url("sealer"))


def many(books: Books, transfers: int, chunk: int = 1000) -> None:
    """That many small transfers, a posting each, sealed."""
    for start in range(0, transfers, chunk):
        door.post(books.web, *(_small(books, n) for n in range(start, min(start + chunk, transfers))))
    sealed(books)


def _small(books: Books, n: int) -> Posting:
    return books.posting((f"player:{n % 50}", "outside:chips", n % 90 + 1))


@pytest.fixture
def auditor(books: Books) -> psycopg.Connection[Any]:
    """Who exports here: a login that can only read."""
    return books.database.connect("auditor")


def breaking(books: Books, connection: psycopg.Connection[Any]) -> Callable[[int, int], None]:
    """A progress function that has the server drop this connection as soon as rows are coming."""

    def tell(done: int, total: int) -> None:
        login = connection.info.user.removeprefix("house_")
        with books.database.connect(login) as other:
            other.execute("select pg_terminate_backend(%s)", [connection.info.backend_pid])

    return tell
