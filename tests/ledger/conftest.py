"""Books of a test's own: kinds, assets and one open day, written to as the web's login."""

from datetime import UTC, date, datetime
from itertools import count
from typing import Any

import psycopg
import pytest
from hypothesis import settings

from ledger import door
from ledger.balances import balance
from ledger.bounds import set_bounds
from ledger.posting import Posting, Receipt, Transfer
from tests.databases import Database

DAY = date(2026, 6, 15)
AT = datetime(2026, 6, 15, 20, 0, tzinfo=UTC)
CHIPS = "chips:GBP"
CASH = "cash:GBP"

# A busy machine is slow, not wrong.
settings.register_profile("no clock", deadline=None)
settings.load_profile("no clock")


class Books:
    """A clone with helpers that say what a test does, not how."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.web = database.connect("web")
        self._keys = count(1)

    def posting(self, *moves: tuple[str, str, int], asset: str = CHIPS, **changes: Any) -> Posting:
        """A posting of (debit, credit, amount) moves; any of its fields can be given."""
        fields: dict[str, Any] = {
            "kind": "test_bet",
            "actor": "staff:1",
            "scope": "test",
            "key": f"key {next(self._keys)}",
            "period": DAY,
            "effective_at": AT,
            "transfers": tuple(Transfer(debit, credit, asset, amount) for debit, credit, amount in moves),
        }
        return Posting(**{**fields, **changes})

    def post(self, *moves: tuple[str, str, int], **changes: Any) -> Receipt:
        return door.post(self.web, self.posting(*moves, **changes))[0]

    def fund(self, path: str, amount: int, asset: str = CHIPS) -> Receipt:
        source = "outside:chips" if asset == CHIPS else "outside:bank"
        return self.post((path, source, amount), asset=asset)

    def bound(self, path: str, *, ceiling: int, floor: int = 0) -> None:
        """Gives a place of chips its bounds."""
        set_bounds(self.web, path, CHIPS, floor=floor, ceiling=ceiling, actor="staff:1", reason="house rule")

    def balance(self, path: str, asset: str = CHIPS) -> int:
        return balance(self.web, path, asset)

    def count(self, table: str) -> int:
        rows = self.web.execute(f"select count(*) from {table}").fetchone()
        assert rows is not None
        return int(rows[0])

    def written(self) -> tuple[int, int]:
        """How many postings and transfers there are: what a refusal leaves as it was."""
        return self.count("ledger_posting"), self.count("ledger_transfer")


@pytest.fixture
def books(house: Database) -> Books:
    prepare(house.connect("owner"))
    return Books(house)


def prepare(owner: psycopg.Connection[Any]) -> None:
    owner.execute(
        "insert into ledger_kind (code, finishes) values ('test_bet', false), ('test_count', true)"
        " on conflict do nothing"
    )
    owner.execute(
        "insert into ledger_asset (code, places) values ('chips:GBP', 2), ('cash:GBP', 2), ('claim:GBP', 2)"
        " on conflict do nothing"
    )
    owner.execute("select ledger_turn_period(%s, 'open', 'house')", [DAY])
