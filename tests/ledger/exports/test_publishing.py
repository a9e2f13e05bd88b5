"""A file is there whole or not at all, and never changes; what can't be exported is refused and nothing is written."""

import stat
from datetime import datetime
from pathlib import Path
from typing import Any

import psycopg
import pytest

from ledger.errors import Refused
from ledger.exports import Scope, export
from ledger.verify import verify
from tests.ledger.conftest import DAY, Books
from tests.ledger.exports.conftest import breaking, many

Connection = psycopg.Connection[Any]


def test_a_published_file_is_read_only_and_alone(night: Books, auditor: Connection, tmp_path: Path) -> None:
    made = export(auditor, Scope(), tmp_path)
    assert stat.S_IMODE(made.path.stat().st_mode) == 0o444
    assert [path.name for path in tmp_path.iterdir()] == ["transfers-everything.csv"]


def test_a_published_file_is_never_replaced(night: Books, auditor: Connection, tmp_path: Path) -> None:
    before = export(auditor, Scope(), tmp_path).path.read_bytes()
    night.fund("player:1", 1)
    with pytest.raises(Refused) as refusal:
        export(auditor, Scope(), tmp_path)
    assert refusal.value.code == "already_there"
    assert (tmp_path / "transfers-everything.csv").read_bytes() == before


@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_E11_a_connection_that_breaks_publishes_nothing_and_says_so(
    books: Books, auditor: Connection, tmp_path: Path, form: str
) -> None:
    many(books, 12_000)
    with pytest.raises(psycopg.OperationalError):
        export(auditor, Scope(), tmp_path, form, breaking(books, auditor))
    (left,) = tmp_path.iterdir()
    assert left.name == f"transfers-everything.{form}.part"
    report = verify(left)
    assert report.first is not None
    assert report.first.kind == "cut"
    assert f"broke off after {report.rows} rows" in report.first.sentence
    assert 0 < report.rows < 12_000


def test_E11_the_next_try_starts_afresh(books: Books, auditor: Connection, tmp_path: Path) -> None:
    many(books, 12_000)
    with pytest.raises(psycopg.OperationalError):
        export(auditor, Scope(), tmp_path, progress=breaking(books, auditor))
    made = export(books.database.connect("auditor"), Scope(), tmp_path)
    assert made.rows == 12_000
    assert verify(made.path).good
    assert [path.name for path in tmp_path.iterdir()] == ["transfers-everything.csv"]


def test_an_open_transaction_is_refused(night: Books, auditor: Connection, tmp_path: Path) -> None:
    with auditor.transaction(), pytest.raises(Refused) as refusal:
        export(auditor, Scope(), tmp_path)
    assert refusal.value.code == "in_transaction"
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(
    ("bounds", "code"),
    [
        ({"first_day": DAY, "last_day": DAY.replace(day=1)}, "bad_range"),
        ({"recorded_from": datetime(2026, 6, 15)}, "naive_time"),  # noqa: DTZ001  the fault under test
        ({"account": "Player 1"}, "bad_path"),
        ({"account": "*"}, "bad_path"),
        ({"kind": "x; drop"}, "unknown_kind"),
        ({"asset": "chips"}, "unknown_asset"),
    ],
)
def test_bounds_that_make_no_sense_are_refused(bounds: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused) as refusal:
        Scope(**bounds)
    assert refusal.value.code == code


def test_an_unknown_form_is_refused(night: Books, auditor: Connection, tmp_path: Path) -> None:
    with pytest.raises(Refused) as refusal:
        export(auditor, Scope(), tmp_path, "pdf")
    assert refusal.value.code == "unknown_form"
    assert [*tmp_path.iterdir()] == []


def test_the_connection_is_as_it_was_afterwards(night: Books, auditor: Connection, tmp_path: Path) -> None:
    auditor.autocommit = False
    export(auditor, Scope(), tmp_path)
    assert not auditor.autocommit
    assert auditor.info.transaction_status == psycopg.pq.TransactionStatus.IDLE
    assert auditor.execute("show transaction_isolation").fetchone() == ("read committed",)


def test_a_scope_survives_its_plain_form() -> None:
    for scope in (Scope(), Scope.of_day(DAY), Scope(account="player:1", kind="buy_in", asset="chips:GBP")):
        assert Scope.read(scope.plain()) == scope
