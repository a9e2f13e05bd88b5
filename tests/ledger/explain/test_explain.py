"""Why a balance is what it is: opening, transfers, what they prove; by both times, and where those differ."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from django.core.management import call_command

from ledger.balances import as_of, balance
from ledger.errors import Refused
from ledger.explain import explain
from tests.ledger.conftest import AT, CHIPS, Books

NOW = datetime(2100, 1, 1, tzinfo=UTC)


def played(books: Books, steps: int = 12) -> None:
    """A player's evening: chips bought, then laid and won in turns, ten minutes apart."""
    books.fund("player:1", 1000)
    for n in range(steps):
        at = AT + timedelta(minutes=10 * n)
        if n % 2:
            books.post(("player:1", "table:7:tray", 5 + n), effective_at=at, reason=f"won {n}")
        else:
            books.post(("table:7:tray", "player:1", 20 + n), effective_at=at, reason=f"laid {n}")


def test_opening_and_transfers_make_the_balance(books: Books) -> None:
    played(books)
    found = explain(books.web, "player:1", CHIPS, recorded_at=NOW, last=5)
    assert len(found.causes) == 5
    assert found.opening + sum(cause.change for cause in found.causes) == found.balance
    assert found.balance == balance(books.web, "player:1", CHIPS)
    assert [later.version - cause.version for cause, later in pairwise(found.causes)] == [1] * 4
    assert found.faults == ()
    assert any("the last transfer leaves what the account holds" in proof for proof in found.proofs)


def test_the_whole_history_starts_from_nothing(books: Books) -> None:
    played(books)
    found = explain(books.web, "player:1", CHIPS, recorded_at=NOW)
    assert (found.opening, found.causes[0].version, found.causes[0].other) == (0, 1, "outside:chips")
    assert "versions 1 to 13 are all here" in found.proofs


def test_an_earlier_recorded_time_shows_what_the_books_had_then(books: Books) -> None:
    played(books, 4)
    then = books.post(("table:7:tray", "player:1", 1)).recorded_at
    books.post(("table:7:tray", "player:1", 2))
    found = explain(books.web, "player:1", CHIPS, recorded_at=then)
    assert found.balance == as_of(books.web, "player:1", CHIPS, recorded_at=then).balance
    assert found.causes[-1].recorded_at == then
    assert found.faults == ()


def test_both_times_are_told_apart_and_the_difference_named(books: Books) -> None:
    """Chips won at nine, written down at ten: by recorded time he had none of them at half past."""
    books.fund("player:1", 100)
    late = datetime.now(UTC) + timedelta(hours=1)
    books.post(("player:1", "outside:chips", 40), effective_at=late, reason="dated ahead")
    now = datetime.now(UTC)
    recorded = explain(books.web, "player:1", CHIPS, recorded_at=now)
    assert (recorded.balance, recorded.other_balance) == (140, 100)
    assert [cause.reason for cause in recorded.differently] == ["dated ahead"]
    effective = explain(books.web, "player:1", CHIPS, effective_at=now)
    assert (effective.balance, effective.other_balance) == (100, 140)
    assert [cause.change for cause in effective.causes] == [100]
    assert effective.faults == ()


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        ("update ledger_account set balance = balance + 5 where path = 'player:1'", "the account holds"),
        ("update ledger_transfer set debit_balance = debit_balance + 5 where id = 5", "stores"),
        ("update ledger_transfer set amount = amount + 5 where id = 7", "stores"),
    ],
)
def test_books_that_were_written_by_hand_do_not_add_up(books: Books, statement: str, fault: str) -> None:
    played(books)
    with books.database.connect("owner") as owner:
        for table in ("ledger_account", "ledger_transfer"):
            owner.execute(f"alter table {table} disable trigger user")
        owner.execute(statement)
    found = explain(books.web, "player:1", CHIPS, recorded_at=NOW)
    assert any(fault in sentence for sentence in found.faults)


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({}, "malformed"),
        ({"recorded_at": NOW, "effective_at": NOW}, "malformed"),
        ({"recorded_at": datetime(2026, 1, 1)}, "naive_time"),  # noqa: DTZ001  the fault under test
        ({"recorded_at": NOW, "last": 0}, "malformed"),
        ({"recorded_at": NOW, "last": 1001}, "malformed"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused(books: Books, asked: dict[str, datetime | int], code: str) -> None:
    with pytest.raises(Refused) as refusal:
        explain(books.web, "player:1", CHIPS, **asked)  # type: ignore[arg-type]
    assert refusal.value.code == code


def test_the_command_explains_for_people_and_for_programs(books: Books, capsys: pytest.CaptureFixture[str]) -> None:
    played(books)
    call_command("explain", "player:1", CHIPS, "--last", "3")
    said = capsys.readouterr().out
    assert "won 11" in said
    assert "holds: " in said
    call_command("explain", "player:1", CHIPS, "--effective-at", "2026-06-15T20:15:00Z", "--json")
    read = json.loads(capsys.readouterr().out)
    assert read["basis"] == "effective_at"
    assert int(read["opening"]) + sum(int(cause["change"]) for cause in read["causes"]) == int(read["balance"])


@pytest.fixture
def left() -> Callable[..., int]:
    """Calls a command and gives the code that it leaves with."""

    def calling(*words: str) -> int:
        try:
            call_command(*words)
        except SystemExit as exit_:
            return int(exit_.code or 0)
        return 0

    return calling


def test_the_command_leaves_with_documented_codes(books: Books, left: Callable[..., int]) -> None:
    played(books)
    assert left("explain", "player:1", CHIPS) == 0
    assert left("explain", "player:1", CHIPS, "--recorded-at", "2026-06-15T20:00:00+00:00", "--last", "0") == 2
    with books.database.connect("owner") as owner:
        owner.execute("alter table ledger_account disable trigger user")
        owner.execute("update ledger_account set balance = balance + 5 where path = 'player:1'")
    assert left("explain", "player:1", CHIPS) == 1


@pytest.mark.parametrize(
    ("path", "asset", "code", "said"),
    [
        ("player:1", "cash:GBP", "asset_not_there", "player:1 never had cash:GBP: ask for chips:GBP."),
        ("player:2", CHIPS, "unknown_account", "The books have no place 'player:2': write it as player:42"),
        ("Player 1", CHIPS, "unknown_account", "in small letters"),
        ("' or 1=1 --", CHIPS, "unknown_account", "in small letters"),
        ("\u0663", "chips:XXX", "unknown_account", "in small letters"),
    ],
)
def test_a_place_that_is_not_there_is_said_with_what_to_ask_for(
    books: Books, path: str, asset: str, code: str, said: str
) -> None:
    played(books, 2)
    with pytest.raises(Refused) as refused:
        explain(books.web, path, asset, recorded_at=NOW)
    assert refused.value.code == code
    assert said in refused.value.sentence
