"""Exports go by the log: in its order, up to a checkpoint, so that nothing ever appears behind what was exported."""

import threading
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import psycopg
import pytest

from ledger import door
from ledger.bounds import set_bounds
from ledger.errors import Refused
from ledger.exports import Scope, export, reach
from ledger.exports.totals import totals
from ledger.verify import verify
from ledger.verify.form import COLUMNS
from tests.ledger.conftest import CASH, CHIPS, Books
from tests.ledger.exports.conftest import many, sealed
from tests.ledger.exports.test_csv import rows_of
from tests.ledger.exports.test_other_forms import sheet
from tests.ledger.sealed import TRUST, seal

Connection = psycopg.Connection[Any]


def sequences(path: Path) -> list[tuple[int, int]]:
    """(sequence, posting) of every row."""
    return [(int(row["sequence"]), int(row["posting"])) for row in rows_of(path)]


def bounds_of(auditor: Connection, path: str) -> tuple[int, int | None, int | None]:
    """What an export says that an account held, and its bounds."""
    (account,) = (each for each in totals(auditor, Scope()).accounts if each.path == path)
    return account.held, account.floor, account.ceiling


def test_rows_stand_in_the_order_of_the_log_and_name_their_leaves(
    night: Books, auditor: Connection, tmp_path: Path
) -> None:
    made = export(auditor, Scope(), tmp_path)
    leaves = auditor.execute("select sequence, posting_id from ledger_leaf order by 1").fetchall()
    assert sorted(set(sequences(made.path))) == leaves
    assert sequences(made.path) == sorted(sequences(made.path))


@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_an_export_ends_with_the_cosigned_checkpoint_over_it(
    night: Books, auditor: Connection, tmp_path: Path, form: str
) -> None:
    report = verify(export(auditor, Scope(), tmp_path, form).path, trust=TRUST)
    assert report.findings == ()
    assert report.sealed is not None
    assert (report.sealed.size, report.sealed.proven) == (night.count("ledger_posting"), True)
    assert len(report.sealed.cosigned) == 1


@pytest.mark.parametrize("form", ["parquet", "beancount", "hledger", "xlsx"])
def test_every_form_carries_places_and_checkpoint(night: Books, auditor: Connection, tmp_path: Path, form: str) -> None:
    """In full text, in a comment, in the metadata, on the second sheet: the words are there."""
    last = night.count("ledger_posting") - 1
    made = export(auditor, Scope(), tmp_path, form)
    content = made.path.read_bytes()
    if form in ("beancount", "hledger"):
        assert f"; sequence 0 {last}\n; checkpoint log.example/house {last + 1} ".encode() in content
    elif form == "parquet":
        assert f'["sequence", "0", "{last}"], ["checkpoint", "log.example/house", "{last + 1}"'.encode() in content
    else:
        assert "<t>log.example/house</t>" in sheet(made.path, 2)
        assert f"<t>{last + 1}</t>" in sheet(made.path, 2)


def test_a_posting_committed_late_stands_behind_what_was_exported_before(
    books: Books, auditor: Connection, tmp_path: Path
) -> None:
    late = books.database.connect("web")
    late.execute("begin")
    first = door.post(late, books.posting(("player:1", "outside:chips", 5)))[0].id
    books.fund("cage:window:1", 5, asset=CASH)
    sealed(books)
    before = export(auditor, Scope(), tmp_path / "before")
    late.execute("commit")
    sealed(books)
    after = export(auditor, Scope(), tmp_path / "after")
    assert sequences(after.path)[-1] == (1, first)
    assert sequences(after.path)[:1] == sequences(before.path)
    assert verify(after.path, trust=TRUST).good


def test_pages_by_places_are_the_whole_and_never_change(books: Books, auditor: Connection, tmp_path: Path) -> None:
    many(books, 250)
    edges = [0, 100, 101, 250]
    pages = [
        rows_of(export(auditor, Scope(from_sequence=low, until_sequence=high), tmp_path).path)
        for low, high in pairwise(edges)
    ]
    many(books, 30)
    again = rows_of(export(auditor, Scope(from_sequence=100, until_sequence=101), tmp_path / "again").path)
    whole = rows_of(export(auditor, Scope(until_sequence=250), tmp_path).path)
    of_rows = COLUMNS[1:-1]
    assert [[row[name] for name in of_rows] for page in pages for row in page] == [
        [row[name] for name in of_rows] for row in whole
    ]
    assert again == pages[1]
    assert all(verify(path).good for path in tmp_path.glob("*.csv"))


def test_what_is_not_sealed_yet_is_waited_for(books: Books, auditor: Connection, tmp_path: Path) -> None:
    books.fund("player:1", 5)
    sealer = threading.Timer(0.4, sealed, [books])
    sealer.start()
    begun = time.monotonic()
    made = export(auditor, Scope(), tmp_path)
    sealer.join()
    assert made.rows == 1
    assert time.monotonic() - begun >= 0.4


def test_without_a_sealer_an_export_is_refused_and_nothing_written(
    night: Books, auditor: Connection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reach, "PATIENCE", 0.2)
    night.fund("player:1", 5)
    with pytest.raises(Refused, match="see that the sealer runs") as refusal:
        export(auditor, Scope(), tmp_path)
    assert (refusal.value.code, refusal.value.facts) == ("not_sealed", {"postings": 1})
    assert [*tmp_path.iterdir()] == []
    assert export(auditor, Scope(asset=CASH), tmp_path).rows > 0, "all of this was sealed long ago"
    assert export(auditor, Scope(), tmp_path, wait=False).rows == night.count("ledger_transfer") - 1


def test_what_is_taken_in_while_an_export_begins_is_counted_and_left_out(
    books: Books, auditor: Connection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Committed after the wait and before the look: the accounts hold it already, the log does not."""
    many(books, 20)
    monkeypatch.setattr("ledger.exports.snapshot.settle", lambda link, scope: books.fund("player:1", 7))
    made = export(auditor, Scope(), tmp_path)
    report = verify(made.path, trust=TRUST)
    assert (made.rows, report.findings) == (20, ())
    assert report.notes == ("1 postings were not sealed yet when this was written; they are not in it.",)


def test_bounds_are_those_that_the_exported_balance_had(books: Books, auditor: Connection, tmp_path: Path) -> None:
    """Raised over what is not sealed yet: the exported balance lies below today's floor, and never broke its own."""
    books.fund("player:1", 5)
    sealed(books)
    books.fund("player:1", 100)
    set_bounds(books.web, "player:1", CHIPS, floor=60, ceiling=200, actor="staff:1", reason="house rule")
    early, late = export(auditor, Scope(), tmp_path, wait=False), bounds_of(auditor, "player:1")
    assert late == (5, 0, None)
    sealed(books)
    whole, late = export(auditor, Scope(), tmp_path / "later"), bounds_of(auditor, "player:1")
    assert late == (105, 60, 200)
    assert verify(early.path, trust=TRUST).good
    assert verify(whole.path, trust=TRUST).good


def test_a_checkpoint_waits_ten_seconds_for_its_cosignature_and_then_counts_without(books: Books) -> None:
    books.fund("player:1", 5)
    sealed(books)
    books.fund("player:1", 5)
    seal(books.database.url("sealer"), cosigned=False)
    auditor = books.database.connect("auditor")
    assert reach.reach(auditor) == reach.Reach(1, 1)
    with books.database.connect("owner") as owner:
        owner.execute("alter table ledger_seal disable trigger append_only")
        owner.execute("update ledger_seal set sealed_at = sealed_at - interval '11 s' where size = 2")
    assert reach.reach(auditor) == reach.Reach(2, 0)
    assert len(reach.checkpoint(auditor, reach.Reach(2, 0), 0).splitlines()) == 6, "the first leaf has a cosigned one"
    assert len(reach.checkpoint(auditor, reach.Reach(2, 0), 1).splitlines()) == 5


def test_a_posting_put_in_behind_the_sealer_shows_in_the_account(
    books: Books, auditor: Connection, tmp_path: Path
) -> None:
    """Its transaction is dated before the last seal, so that it never gets a leaf: the balance still has it."""
    many(books, 20)
    smuggled = books.fund("player:1", 7).id
    with books.database.connect("owner") as owner:
        owner.execute("alter table ledger_posting disable trigger append_only")
        owner.execute("update ledger_posting set xact = '3' where id = %s", [smuggled])
    report = verify(export(auditor, Scope(), tmp_path).path, trust=TRUST)
    assert {finding.kind for finding in report.findings} == {"books"}
    assert "player:1" in str(report.findings)
