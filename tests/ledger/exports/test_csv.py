"""CSV exports from real books: complete, exact, safe in a spreadsheet, all of one moment."""

import csv
from pathlib import Path
from typing import Any

import psycopg

from ledger.balances import balances
from ledger.exports import Scope, export
from ledger.exports.rows import guard
from ledger.verify import verify
from ledger.verify.form import COLUMNS, TEXT_COLUMNS, TRIGGERS, guarded, unguarded
from tests.ledger.conftest import CASH, CHIPS, DAY, Books
from tests.ledger.exports.conftest import NAMES, NEXT_DAY, many, sealed

Connection = psycopg.Connection[Any]


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as stream:
        return [row for row in csv.DictReader(stream) if not (row["row"] or "").startswith("#")]


def test_everything_is_exported_and_verified(night: Books, auditor: Connection, tmp_path: Path) -> None:
    made = export(auditor, Scope(), tmp_path)
    report = verify(made.path)
    assert report.good
    assert made.rows == report.rows == night.count("ledger_transfer")
    assert report.counts["postings"] == night.count("ledger_posting")


def test_E08_no_cell_can_start_a_formula_and_names_come_back(night: Books, auditor: Connection, tmp_path: Path) -> None:
    rows = rows_of(export(auditor, Scope(), tmp_path).path)
    for row in rows:
        for name in TEXT_COLUMNS:
            assert not row[name] or ord(row[name][0]) not in set(TRIGGERS) - {ord("'")}
    reasons = {unguarded(row["reason"]) for row in rows}
    assert reasons >= set(NAMES)
    keys = {unguarded(row["key"]) for row in rows}
    assert keys >= {f"{name}{n}" for n, name in enumerate(NAMES)}


def test_E08_a_database_that_imports_the_rows_has_the_original_names(
    night: Books, auditor: Connection, tmp_path: Path
) -> None:
    made = export(auditor, Scope(), tmp_path)
    rows = made.path.read_bytes().split(b"\n#export", 1)[0] + b"\n"
    with night.database.connect("owner") as owner:
        owner.execute("create temp table imported (" + ", ".join(f'"{name}" text' for name in COLUMNS) + ")")
        with owner.cursor() as cursor, cursor.copy("copy imported from stdin (format csv, header)") as copy:
            copy.write(rows)
        differ = owner.execute(
            "select count(*) from imported i join ledger_posting p on p.id = i.posting::bigint where"
            " (case when starts_with(i.reason, '''') then substr(i.reason, 2) else i.reason end) <> p.reason or"
            " (case when starts_with(i.key, '''') then substr(i.key, 2) else i.key end) <> p.key or"
            " i.facts::jsonb <> p.facts"
        ).fetchone()
        count = owner.execute("select count(*) from imported").fetchone()
    assert differ == (0,)
    assert count == (made.rows,)


def test_E08_the_database_guards_as_the_verifier_does(auditor: Connection) -> None:
    """The same rule in two languages, over every character that can come first."""
    words = [chr(point) + "x" for point in range(1, 0x11000) if not 0xD800 <= point <= 0xDFFF]
    words += ["", *NAMES, *map(chr, TRIGGERS)]
    query = f"select {guard('word')} from unnest(%s::text[]) with ordinality u(word, n) order by n"
    found = auditor.execute(query, [words]).fetchall()
    assert [cell for (cell,) in found] == [guarded(word) for word in words]


def test_E05_amounts_are_exact_and_never_guarded(books: Books, auditor: Connection, tmp_path: Path) -> None:
    books.fund("player:1", 9_007_199_254_740_993)
    books.fund("player:2", 2**63 - 1 - 9_007_199_254_740_993)
    sealed(books)
    rows = rows_of(export(auditor, Scope(), tmp_path).path)
    assert rows[0]["amount"] == "9007199254740993"
    assert rows[0]["credit_balance"] == "-9007199254740993"
    assert rows[1]["credit_balance"] == str(1 - 2**63)


def test_E05_sums_past_64_bits_are_exact(books: Books, auditor: Connection, tmp_path: Path) -> None:
    for n in range(4):
        books.post((f"player:{n}", "outside:chips", 2**62), ("outside:chips", f"player:{n}", 2**62))
    sealed(books)
    made = export(auditor, Scope(), tmp_path)
    assert f"#asset,{CHIPS},2,8,{8 * 2**62}\n" in made.path.read_text()
    assert verify(made.path).good


def test_a_day_says_what_other_days_moved_in_between(night: Books, auditor: Connection, tmp_path: Path) -> None:
    for day in (DAY, NEXT_DAY):
        made = export(auditor, Scope.of_day(day), tmp_path)
        report = verify(made.path)
        assert report.good
        assert report.scope == ("day", day.isoformat())
        assert {row["period"] for row in rows_of(made.path)} == {day.isoformat()}
        assert any("outside the export's scope" in note for note in report.notes)


def test_the_days_together_are_everything(night: Books, auditor: Connection, tmp_path: Path) -> None:
    everything = export(auditor, Scope(), tmp_path).rows
    days = [export(auditor, Scope.of_day(day), tmp_path).rows for day in (DAY, NEXT_DAY)]
    assert sum(days) == everything
    assert export(auditor, Scope(first_day=DAY, last_day=NEXT_DAY), tmp_path).rows == everything


def test_closing_balances_are_the_books(night: Books, auditor: Connection, tmp_path: Path) -> None:
    made = export(auditor, Scope(), tmp_path)
    with made.path.open(newline="", encoding="utf-8") as stream:
        stated = {(cells[1], cells[2]): int(cells[9]) for cells in csv.reader(stream) if cells[0] == "#account"}
    held = {
        (place.path, place.asset): place.balance
        for prefix in ("player", "cage", "outside", "table") for place in balances(night.web, prefix)
    }  # fmt: skip
    assert stated == held


def test_an_empty_export_says_no_activity(books: Books, auditor: Connection, tmp_path: Path) -> None:
    made = export(auditor, Scope.of_day(NEXT_DAY), tmp_path)
    assert made.rows == 0
    assert "#note,No activity\n" in made.path.read_text()
    assert verify(made.path).notes == ("No activity",)
    assert verify(made.path).good


def test_what_is_posted_meanwhile_is_not_in_it(books: Books, auditor: Connection, tmp_path: Path) -> None:
    many(books, 5000)
    told: list[int] = []

    def tell(done: int, total: int) -> None:
        books.fund("player:1", 77)
        told.append(done)

    made = export(auditor, Scope(), tmp_path, progress=tell)
    assert (made.rows, told[-1]) == (5000, 5000)
    assert verify(made.path).good
    assert books.count("ledger_transfer") == 5000 + len(told)


def test_filters_hold_what_they_say(night: Books, auditor: Connection, tmp_path: Path) -> None:
    by_asset = rows_of(export(auditor, Scope(asset=CASH), tmp_path).path)
    assert {row["asset"] for row in by_asset} == {CASH}
    assert len(by_asset) == len(NAMES)
    by_place = rows_of(export(auditor, Scope(account="cage:*"), tmp_path).path)
    assert all("cage:" in row["debit"] + row["credit"] for row in by_place)
    by_account = export(auditor, Scope(account="player:1"), tmp_path)
    assert all("player:1" in (row["debit"], row["credit"]) for row in rows_of(by_account.path))
    reversals = export(auditor, Scope(kind="reversal"), tmp_path)
    assert reversals.rows == 1
    assert all(verify(path).good for path in tmp_path.glob("*.csv"))
