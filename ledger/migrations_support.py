"""Migration operations for the ledger and for the rooms above it."""

from collections.abc import Iterable
from pathlib import Path

from django.db import migrations

SQL_FOLDER = Path(__file__).parent / "sql"


def from_file(name: str, folder: Path = SQL_FOLDER) -> migrations.RunSQL:
    """Runs a readable SQL file of `folder` as it is. There is no way back: books are not unmigrated."""
    return migrations.RunSQL((folder / name).read_text(encoding="utf-8"))


class AppendOnly(migrations.RunSQL):
    """`AppendOnly("pit_throw")`: from now on UPDATE, DELETE and TRUNCATE of this table raise, for the owner too."""

    def __init__(self, table: str) -> None:
        super().__init__(
            [("SELECT ledger_append_only(%s::regclass)", [table])],
            [(f'DROP TRIGGER append_only ON "{table}"', None)],
        )
        self.table = table

    def deconstruct(self) -> tuple[str, list[str], dict[str, object]]:
        return type(self).__name__, [self.table], {}


def kinds(lasting: Iterable[str] = (), finishing: Iterable[str] = ()) -> migrations.RunSQL:
    """Names the kinds of posting a room makes; `finishing` ones are still admitted while a day is closing."""
    rows = [(code, False) for code in lasting] + [(code, True) for code in finishing]
    insert = "INSERT INTO ledger_kind (code, finishes) VALUES (%s, %s)"
    return migrations.RunSQL(
        [(insert, list(row)) for row in rows],
        [("DELETE FROM ledger_kind WHERE code = %s", [code]) for code, _ in rows],
    )


def assets(currency: str, places: int) -> migrations.RunSQL:
    """Chips, cash and claims of one currency (ISO 4217 code), whose minor unit has `places` decimals."""
    codes = [f"{what}:{currency}" for what in ("chips", "cash", "claim")]
    insert = "INSERT INTO ledger_asset (code, places) VALUES (%s, %s)"
    return migrations.RunSQL(
        [(insert, [code, places]) for code in codes],
        [("DELETE FROM ledger_asset WHERE code = %s", [code]) for code in codes],
    )
