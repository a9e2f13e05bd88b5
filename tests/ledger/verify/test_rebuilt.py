"""Files rebuilt around a lie, check words, totals and hashes anew, the checkpoint too, by one who has the log's key."""

from dataclasses import replace

import pytest

from ledger.verify.findings import Kind
from ledger.verify.form import COLUMNS
from tests.ledger.verify.making import CHIPS, Model, cells_of, line_of, night, verified


def changed(model: Model, row: int, **cells: str) -> list[bytes]:
    """The model's lines with some cells of a row replaced."""
    lines = list(model.lines)
    words = cells_of(lines[row - 1])
    for name, text in cells.items():
        words[COLUMNS.index(name) - 1] = text
    lines[row - 1] = line_of(words)
    return lines


def seasoned(model: Model) -> int:
    """A row, not the last one, whose accounts were both moved before."""
    versions = COLUMNS.index("debit_version") - 1, COLUMNS.index("credit_version") - 1
    words = [cells_of(line) for line in model.lines]
    return next(n for n, row in enumerate(words, 1) if n > 10 and all(int(row[at]) > 2 for at in versions))


@pytest.mark.parametrize(
    ("cells", "kind"),
    [
        ({"amount": "501"}, "edited"),
        ({"debit_balance": "77"}, "edited"),
        ({"credit_balance": "77"}, "edited"),
        ({"debit_version": "9"}, "missing"),
        ({"debit": "player:9"}, "missing"),
        ({"asset": "cash:EUR"}, "missing"),
        ({"recorded_at": "2026-06-15 19:00:00+00"}, "edited"),
        ({"amount": "0"}, "edited"),
        ({"amount": "-5"}, "edited"),
        ({"amount": "5.0"}, "edited"),
        ({"amount": "9223372036854775808"}, "edited"),
        ({"sequence": "0"}, "moved"),
        ({"sequence": "900"}, "missing"),
        ({"posting": "9", "sequence": "1x"}, "edited"),
        ({"actor": "Staff 7"}, "edited"),
        ({"period": "yesterday"}, "edited"),
    ],
)
def test_a_row_that_contradicts_the_books_is_found_though_the_file_is_rebuilt(
    cells: dict[str, str], kind: Kind
) -> None:
    model = night()
    row = seasoned(model)
    found = verified(model.export(lines=changed(model, row, **cells))).first
    assert found is not None
    assert (found.kind, found.row) == (kind, row)


def test_a_row_left_out_of_a_rebuilt_file_shows_in_the_versions() -> None:
    model = night()
    found = verified(model.export(lines=[*model.lines[:6], *model.lines[7:]])).first
    assert found is not None
    assert found.kind == "missing"


def test_words_of_one_posting_that_differ_between_its_rows_are_found() -> None:
    model = night()
    row = next(n for n, line in enumerate(model.lines, 1) if cells_of(line)[2] == cells_of(model.lines[n])[2]) + 1
    found = verified(model.export(lines=changed(model, row, reason="another"))).first
    assert found is not None
    assert (found.kind, found.row) == ("edited", row)


def test_a_balance_below_its_floor_is_found() -> None:
    model = Model()
    model.post(("player:1", "outside:chips", CHIPS, 5))
    model.post(("table:7:layout", "player:1", CHIPS, 8))
    found = verified(model.export()).first
    assert found is not None
    assert (found.kind, found.row) == ("books", 2)
    assert "floor" in found.sentence


def test_the_world_outside_may_go_below_zero() -> None:
    model = Model()
    model.post(("player:1", "floor:unrated", CHIPS, 5))
    model.post(("table:7:tray", "house:over-short:7", CHIPS, 5))
    assert verified(model.export()).good


def test_a_second_reversal_of_a_posting_is_found() -> None:
    model = night()
    model.post(("outside:chips", "cage:vault", CHIPS, 3), reverses="1")
    found = verified(model.export()).first
    assert found is not None
    assert "reversed once" in found.sentence


def test_totals_that_differ_are_found_and_the_account_named() -> None:
    model = night()
    summed = model.totals()
    at = next(n for n, account in enumerate(summed.accounts) if account.path == "player:2")
    richer = summed.accounts[at]._replace(closing_balance=summed.accounts[at].closing_balance + 1)
    accounts = (*summed.accounts[:at], richer, *summed.accounts[at + 1 :])
    found = verified(model.export(totals=replace(summed, accounts=accounts))).first
    assert found is not None
    assert found.kind == "trailer"
    assert "player:2 chips:GBP" in found.sentence


def test_a_closing_balance_below_the_stated_floor_is_found() -> None:
    model = night()
    summed = model.totals()
    accounts = tuple(
        account._replace(floor=10**9) if account.path == "player:2" else account for account in summed.accounts
    )
    found = verified(model.export(totals=replace(summed, accounts=accounts))).first
    assert found is not None
    assert (found.kind, "floor" in found.sentence) == ("books", True)


def test_an_account_that_says_other_than_its_rows_is_found() -> None:
    """Somebody wrote a balance by hand."""
    model = night()
    summed = model.totals()
    accounts = tuple(each._replace(held=each.held + 5) if each.path == "player:2" else each for each in summed.accounts)
    found = verified(model.export(totals=replace(summed, accounts=accounts))).first
    assert found is not None
    assert (found.kind, "player:2" in found.sentence) == ("books", True)
