"""The books in other programs' forms: exact, typed, refused where the form can't hold them, judged by outsiders."""

import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pyarrow.parquet as pq
import pytest
from beancount import loader

from ledger.errors import Refused
from ledger.exports import Scope, export, xlsx_form
from ledger.exports.beancount_form import account_name
from ledger.exports.parquet_form import TRAILER
from ledger.verify import verify
from tests.ledger.conftest import CASH, DAY, Books
from tests.ledger.exports.conftest import NAMES, NEXT_DAY, sealed

Connection = psycopg.Connection[Any]
SCOPES = (Scope(), Scope.of_day(DAY), Scope.of_day(NEXT_DAY), Scope(account="player:*"), Scope(asset=CASH))


def bean_check(path: Path) -> list[str]:
    _, errors, _ = loader.load_file(str(path))
    return [error.message for error in errors]


def hledger_check(path: Path) -> list[str]:
    done = subprocess.run(
        ["hledger", "check", "--strict", "-f", str(path)], capture_output=True, text=True, check=False
    )
    return [done.stderr] if done.returncode else []


FORMS = ("beancount", pytest.param("hledger", marks=pytest.mark.slow))  # hledger comes from Debian, not from a wheel
JUDGES: dict[str, Callable[[Path], list[str]]] = {"beancount": bean_check, "hledger": hledger_check}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("scope", SCOPES, ids=lambda scope: scope.name())
def test_other_programs_find_the_books_sound(
    night: Books, auditor: Connection, tmp_path: Path, form: str, scope: Scope
) -> None:
    made = export(auditor, scope, tmp_path, form)
    assert made.rows > 0
    assert JUDGES[form](made.path) == []


@pytest.mark.parametrize("form", FORMS)
def test_other_programs_find_an_edited_amount(night: Books, auditor: Connection, tmp_path: Path, form: str) -> None:
    """Both legs of a transfer edited alike: it still balances, the running or closing balances don't."""
    made = export(auditor, Scope.of_day(DAY), tmp_path, form)
    text = made.path.read_text()
    assert text.count("1.01 CHIPS-GBP" if form == "beancount" else '1.01 "CHIPS-GBP"') >= 2
    edited = tmp_path / f"edited.{form}"
    edited.write_text(text.replace(" 1.01 ", " 1.03 ", 1).replace(" -1.01 ", " -1.03 ", 1))
    assert JUDGES[form](edited) != []


@pytest.mark.parametrize("form", FORMS)
def test_an_empty_journal_says_no_activity(books: Books, auditor: Connection, tmp_path: Path, form: str) -> None:
    made = export(auditor, Scope(), tmp_path, form)
    assert "No activity" in made.path.read_text()
    assert JUDGES[form](made.path) == []


def test_beancount_names_are_one_to_one() -> None:
    paths = ["table:7:tray", "table:7:held", "x-a", "-a:x", "a:-x", "a:x", "outside:bank", "box:14:311", "a", "a-b"]
    assert len({account_name(path) for path in paths}) == len(paths)


def test_json_lines_are_verified_and_hold_the_original_names(night: Books, auditor: Connection, tmp_path: Path) -> None:
    made = export(auditor, Scope(), tmp_path, "jsonl")
    assert verify(made.path).good
    assert '"reason":"=1+1"' in made.path.read_text()


def test_E05_parquet_is_exact_and_typed(night: Books, auditor: Connection, tmp_path: Path) -> None:
    night.fund("player:9", 9_007_199_254_740_993)
    sealed(night)
    made = export(auditor, Scope(), tmp_path, "parquet")
    table = pq.read_table(made.path)
    assert table.num_rows == made.rows
    assert 9_007_199_254_740_993 in table["amount"].to_pylist()
    assert set(NAMES) <= set(table["reason"].to_pylist())
    assert str(table.schema.field("recorded_at").type) == "timestamp[us, tz=UTC]"
    assert b'["rows", "' + str(made.rows).encode() + b'"]' in pq.read_metadata(made.path).metadata[TRAILER]


def sheet(path: Path, number: int) -> str:
    with zipfile.ZipFile(path) as book:
        return book.read(f"xl/worksheets/sheet{number}.xml").decode()


def test_E08_a_spreadsheet_has_no_formula_and_the_original_names(
    night: Books, auditor: Connection, tmp_path: Path
) -> None:
    made = export(auditor, Scope(), tmp_path, "xlsx")
    rows = sheet(made.path, 1)
    assert "<f>" not in rows
    assert "=1+1" in rows
    assert "=HYPERLINK" in rows
    assert rows.count("<row ") == made.rows + 1
    assert "player:1" in sheet(made.path, 2)


def test_E05_a_number_that_a_spreadsheet_would_round_is_refused(
    night: Books, auditor: Connection, tmp_path: Path
) -> None:
    night.fund("player:9", 10**15)
    sealed(night)
    with pytest.raises(Refused) as refusal:
        export(auditor, Scope(), tmp_path, "xlsx")
    assert refusal.value.code == "too_large_for_xlsx"
    assert "take CSV" in refusal.value.sentence
    assert not (tmp_path / "transfers-everything.xlsx").exists()


def test_more_rows_than_a_spreadsheet_has_are_refused(
    night: Books, auditor: Connection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(xlsx_form, "MOST_ROWS", 10)
    with pytest.raises(Refused) as refusal:
        export(auditor, Scope(), tmp_path, "xlsx")
    assert refusal.value.code == "too_many_rows"
    assert not (tmp_path / "transfers-everything.xlsx").exists()


def test_an_empty_spreadsheet_says_no_activity(books: Books, auditor: Connection, tmp_path: Path) -> None:
    assert "No activity" in sheet(export(auditor, Scope(), tmp_path, "xlsx").path, 1)
