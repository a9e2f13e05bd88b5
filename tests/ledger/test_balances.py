"""What the books say of now and of earlier times."""

from datetime import datetime, timedelta

import pytest

from ledger import balances
from ledger.errors import Refused
from tests.ledger.conftest import AT, CASH, CHIPS, Books


def test_an_account_never_opened_holds_nothing(books: Books) -> None:
    assert books.balance("player:404") == 0
    assert balances.as_of(books.web, "player:404", CHIPS, recorded_at=AT).balance == 0
    assert balances.statement(books.web, "player:404", CHIPS) == []
    assert balances.balances(books.web, "player:404") == []


def test_a_place_is_read_with_all_places_under_it(books: Books) -> None:
    for path in ("table:7:tray", "table:7:held", "table:7", "table:77:tray", "table:7-b", "table:6:tray"):
        books.fund(path, 5)
    books.fund("table:7:tray", 9, asset=CASH)
    found = [(held.path, held.asset, held.balance) for held in balances.balances(books.web, "table:7")]
    assert found == [
        ("table:7", CHIPS, 5),
        ("table:7:held", CHIPS, 5),
        ("table:7:tray", CASH, 9),
        ("table:7:tray", CHIPS, 5),
    ]


def test_as_of_recorded_reads_the_last_transfer_on_either_side(books: Books) -> None:
    times = [(datetime.min.replace(tzinfo=AT.tzinfo), 0)]
    held = 0
    for turn in range(6):
        if turn % 3 < 2:
            receipt = books.fund("player:1", 10)
            held += 10
        else:
            receipt = books.post(("table:1:tray", "player:1", 7), ("player:1", "table:1:tray", 3))
            held -= 4
        times += [(receipt.recorded_at, held), (receipt.recorded_at + timedelta(microseconds=1), held)]
    for time, expected in times:
        answer = balances.as_of(books.web, "player:1", CHIPS, recorded_at=time)
        assert answer == balances.AsOf(expected, "recorded_at", None)
    before_last = balances.as_of(books.web, "player:1", CHIPS, recorded_at=times[-2][0] - timedelta(microseconds=1))
    assert before_last.balance == times[-4][1]


def test_as_of_effective_sums_and_says_so(books: Books) -> None:
    for hours, amount in ((3, 100), (1, 10), (2, 1)):
        books.post(("player:1", "outside:chips", amount), effective_at=AT + timedelta(hours=hours))
    books.post(("table:1:tray", "player:1", 5), effective_at=AT + timedelta(hours=2, minutes=30))
    expected = {0: (0, 0), 1: (10, 1), 2: (11, 2), 3: (106, 4)}
    for hours, (held, summed) in expected.items():
        answer = balances.as_of(books.web, "player:1", CHIPS, effective_at=AT + timedelta(hours=hours))
        assert answer == balances.AsOf(held, "effective_at", summed)


def test_a_time_is_named_and_has_a_zone(books: Books) -> None:
    naive = AT.replace(tzinfo=None)
    for times in ({}, {"recorded_at": AT, "effective_at": AT}, {"recorded_at": naive}, {"effective_at": naive}):
        with pytest.raises(Refused):
            balances.as_of(books.web, "player:1", CHIPS, **times)


def test_a_statement_pages_by_the_accounts_version_without_gaps(books: Books) -> None:
    for turn in range(1, 8):
        books.fund("player:1", turn)
        books.post(("table:1:tray", "player:1", 1))
    lines: list[balances.Line] = []
    while page := balances.statement(books.web, "player:1", CHIPS, after=lines[-1].version if lines else 0, limit=5):
        assert len(page) <= 5
        lines += page
    assert [line.version for line in lines] == list(range(1, 15))
    running = 0
    for line in lines:
        running += line.change
        assert line.balance == running
    assert {line.other for line in lines} == {"outside:chips", "table:1:tray"}
    assert running == books.balance("player:1") == 21


@pytest.mark.parametrize("limit", [0, -1, 1001, 10**9])
def test_a_page_has_bounds(books: Books, limit: int) -> None:
    with pytest.raises(Refused):
        balances.statement(books.web, "player:1", CHIPS, limit=limit)


def test_the_trial_balance_and_conservation(books: Books) -> None:
    books.fund("player:1", 100)
    books.fund("cage:vault", 900)
    books.post(("table:7:layout", "player:1", 40), ("player:2", "floor:unrated", 7))
    trial = {line.asset: line for line in balances.trial_balance(books.web)}[CHIPS]
    assert (trial.positive, trial.negative, trial.balances) == (1007, 1007, True)
    chips = balances.conservation(books.web, CHIPS)
    assert chips.issued == 1000
    assert chips.held == {"cage": 900, "floor": -7, "player": 67, "table": 40}
    assert chips.holds
