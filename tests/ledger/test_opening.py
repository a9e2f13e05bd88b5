"""A22: opening balances come from the world outside, once."""

import json
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from ledger import door
from ledger.errors import Refused
from ledger.posting import Opening
from tests.ledger.conftest import AT, CASH, CHIPS, DAY, Books
from tests.ledger.races import outcome, raced

OPENINGS = [
    Opening("player:1", CHIPS, 5_000),
    Opening("table:1:tray", CHIPS, 10_000),
    Opening("cage:vault", CASH, 70_000),
    Opening("player:1:deposit", "claim:GBP", 300),
]


def run(books: Books, openings: list[Opening], connection: psycopg.Connection[Any] | None = None) -> int:
    return door.import_openings(
        connection or books.web, openings, actor="staff:1", approvers=["staff:2"], period=DAY, effective_at=AT
    )


def test_A22_places_get_what_they_held_and_a_second_run_writes_nothing(books: Books) -> None:
    assert run(books, OPENINGS) == 4
    for opening in OPENINGS:
        assert books.balance(opening.path, opening.asset) == opening.amount
    assert books.balance("outside:chips") == -15_000
    assert books.balance("outside:bank", CASH) == -70_000
    assert books.balance("outside:claims", "claim:GBP") == -300
    before = books.written()
    assert run(books, OPENINGS) == 0
    assert books.written() == before
    assert run(books, [*OPENINGS, Opening("player:2", CHIPS, 1)]) == 1


def test_a_run_that_differs_is_refused_whole(books: Books) -> None:
    run(books, OPENINGS)
    before = books.written()
    with pytest.raises(Refused) as refusal:
        run(books, [Opening("player:2", CHIPS, 1), Opening("player:1", CHIPS, 5_001)])
    assert refusal.value.code == "opening_differs"
    assert refusal.value.facts == {"place": "player:1 chips:GBP", "booked": "5000", "given": "5001"}
    assert books.written() == before


@pytest.mark.parametrize(
    ("opening", "code"),
    [
        (Opening("player:1", CHIPS, 0), "amount_not_positive"),
        (Opening("player:1", CHIPS, -5), "amount_not_positive"),
        (Opening("Player 1", CHIPS, 5), "malformed"),
        (Opening("player!", CHIPS, 5), "bad_path"),
        (Opening("player:1", "chips:XXX", 5), "unknown_asset"),
        (Opening("outside:chips", CHIPS, 5), "same_account"),
    ],
)
def test_a_bad_line_is_refused_and_nothing_is_imported(books: Books, opening: Opening, code: str) -> None:
    with pytest.raises(Refused) as refusal:
        run(books, [Opening("player:7", CHIPS, 5), opening])
    assert refusal.value.code == code
    assert books.written() == (0, 0)


def test_an_empty_import_writes_nothing(books: Books) -> None:
    assert run(books, []) == 0


def test_two_imports_at_once_open_each_place_once(books: Books) -> None:
    two = books.database.connect("web"), books.database.connect("worker")
    openings = [Opening(f"player:{n}", CHIPS, 5) for n in range(50)]
    for _, outcomes in raced(two, lambda _: (lambda line: run(books, openings, line),) * 2, times=1):
        assert sorted(map(str, outcomes)) == ["0", "50"]
    assert outcome(lambda line: run(books, openings, line), books.web) == 0
    assert books.written() == (50, 50)


def imported(file: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """Exit code of `manage.py import_openings` and what it said."""
    try:
        call_command(
            "import_openings",
            str(file),
            "--day",
            DAY.isoformat(),
            "--actor",
            "staff:7",
            "--approver",
            "staff:8",
            "--json",
        )
    except SystemExit as ended:
        return int(ended.code or 0), capsys.readouterr().err
    return 0, capsys.readouterr().out


def test_A22_a_file_is_booked_by_command_and_a_second_run_books_nothing(
    books: Books, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "openings.csv"
    file.write_text("\n".join(["path,asset,amount", *(f"{o.path},{o.asset},{o.amount}" for o in OPENINGS)]))
    assert imported(file, capsys) == (0, json.dumps({"booked": 4, "there_already": 0}) + "\n")
    assert imported(file, capsys) == (0, json.dumps({"booked": 0, "there_already": 4}) + "\n")
    file.write_text("path,asset,amount\nplayer:1,chips:GBP,5001\n")
    code, said = imported(file, capsys)
    assert (code, said.split(":")[0]) == (1, "opening_differs")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "first line"),
        ("path,asset\n", "first line"),
        ("path,asset,amount\nplayer:1,chips:GBP,-5\n", "line 2"),
        ("path,asset,amount\nplayer:1,chips:GBP,5\nplayer:2,chips:GBP,1.50\n", "line 3"),
        ("path,asset,amount\nplayer:1,chips:GBP\n", "line 2"),
        ("path,asset,amount\nplayer:1,chips:GBP,5\nplayer:1,chips:GBP,5\n", "twice"),
    ],
)
def test_a_file_that_cant_be_understood_names_the_line_and_books_nothing(
    books: Books, tmp_path: Path, text: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "openings.csv"
    file.write_text(text)
    before = books.written()
    with pytest.raises(CommandError, match=sentence) as refusal:
        imported(file, capsys)
    assert refusal.value.returncode == 2
    assert books.written() == before
