"""Floors and ceilings of accounts: changed with who and why, within the rules, never past what an account holds."""

import json
from typing import Any

import psycopg
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from ledger import bounds, door
from ledger.errors import Refused, refused
from ledger.models import BoundChange
from tests.ledger.conftest import CHIPS, Books
from tests.ledger.races import outcome, posting, raced

BY: dict[str, Any] = {"actor": "staff:7", "approvers": ("staff:8",), "reason": "house rule 12"}


def set_bounds(books: Books, path: str, floor: int | None, ceiling: int | None) -> int | None:
    return bounds.set_bounds(books.web, path, CHIPS, floor=floor, ceiling=ceiling, **BY)


def of(books: Books, path: str) -> tuple[int | None, int | None]:
    ((floor, ceiling),) = books.web.execute(
        "select floor, ceiling from ledger_account where path = %s", [path]
    ).fetchall()
    return floor, ceiling


def test_a_changed_floor_and_ceiling_hold_from_then_on(books: Books) -> None:
    books.fund("player:1", 100)
    assert set_bounds(books, "player:1", 30, 120) is not None
    assert of(books, "player:1") == (30, 120)
    for move, code in (
        (("table:7:layout", "player:1", 71), "insufficient_funds"),
        (("player:1", "outside:chips", 21), "over_ceiling"),
    ):
        with pytest.raises(Refused) as refusal:
            books.post(move)
        assert refusal.value.code == code
    books.post(("table:7:layout", "player:1", 70), ("player:1", "outside:chips", 90))
    assert books.balance("player:1") == 120


def test_every_change_is_kept_with_who_and_why(books: Books) -> None:
    books.fund("player:1", 100)
    first, second = set_bounds(books, "player:1", 0, 500), set_bounds(books, "player:1", 50, None)
    found = bounds.history(books.web, "player:1", CHIPS)
    assert [(each.id, each.floor, each.ceiling) for each in found] == [(first, 0, 500), (second, 50, None)]
    assert {(each.actor, each.approvers, each.reason) for each in found} == {("staff:7", ("staff:8",), "house rule 12")}
    assert found[0].changed_at < found[1].changed_at
    assert set_bounds(books, "player:1", 50, None) is None, "it has them already"
    assert len(bounds.history(books.web, "player:1", CHIPS)) == 2


@pytest.mark.parametrize(
    ("path", "floor", "ceiling", "code"),
    [
        ("player:1", 101, None, "outside_bounds"),
        ("player:1", 0, 99, "outside_bounds"),
        ("player:1", 200, 100, "malformed"),
        ("player:1", -1, None, "bad_floor"),
        ("player:1", None, None, "bad_floor"),
        ("outside:chips", -1000, None, "bad_floor"),
        ("player:2", 0, 100, "unknown_account"),
    ],
)
def test_what_breaks_the_rules_or_is_broken_already_is_refused_and_nothing_changes(
    books: Books, path: str, floor: int | None, ceiling: int | None, code: str
) -> None:
    books.fund("player:1", 100)
    with pytest.raises(Refused) as refusal:
        set_bounds(books, path, floor, ceiling)
    assert refusal.value.code == code
    assert of(books, "player:1") == (0, None)
    assert BoundChange.objects.count() == 0


def test_an_account_that_was_never_opened_has_no_history(books: Books) -> None:
    with pytest.raises(Refused, match="player:404 holds no chips:GBP") as refusal:
        bounds.history(books.web, "player:404", CHIPS)
    assert refusal.value.code == "unknown_account"


@pytest.mark.parametrize("changes", [{"actor": "Ann"}, {"reason": ""}, {"approvers": ("Ann Smith",)}])
def test_nobody_and_no_reason_change_nothing(books: Books, changes: dict[str, Any]) -> None:
    books.fund("player:1", 100)
    with pytest.raises(Refused):
        bounds.set_bounds(books.web, "player:1", CHIPS, floor=0, ceiling=500, **{**BY, **changes})
    assert BoundChange.objects.count() == 0


def test_the_world_outside_may_be_given_a_ceiling_and_keeps_no_floor(books: Books) -> None:
    books.fund("player:1", 100)
    set_bounds(books, "outside:chips", None, 0)
    assert outcome(posting(books, ("outside:chips", "player:1", 100)), books.web) == "done"
    books.fund("player:2", 5)
    assert outcome(posting(books, ("outside:chips", "player:2", 5)), books.web) == "done"


@pytest.mark.parametrize(
    ("login", "statement", "code"),
    [
        ("owner", "update ledger_account set floor = 7 where path = 'player:1'", "bounds_unsigned"),
        ("owner", "update ledger_account set ceiling = 500 where path = 'player:1'", "bounds_unsigned"),
        ("owner", "update ledger_bound_change set reason = 'another'", "append_only"),
        ("owner", "delete from ledger_bound_change", "append_only"),
        ("owner", "truncate ledger_bound_change", "append_only"),
        ("web", "update ledger_account set floor = 7 where path = 'player:1'", "42501"),
        (
            "web",
            "insert into ledger_bound_change (account_id, actor, approvers, reason) select id, 'staff:1', '{}', 'x'"
            " from ledger_account limit 1",
            "42501",
        ),
        ("auditor", "select ledger_set_bounds('player:1', 'chips:GBP', 0, 9, 'staff:1', '', 'x')", "42501"),
    ],
)
def test_raw_sql_changes_no_bound_without_its_record(books: Books, login: str, statement: str, code: str) -> None:
    books.fund("player:1", 5)
    set_bounds(books, "player:1", 0, 100)
    with books.database.connect(login) as connection, pytest.raises(psycopg.Error) as error:
        connection.execute(statement)
    refusal = refused(error.value)
    assert (refusal.code if refusal else error.value.sqlstate) == code
    assert of(books, "player:1") == (0, 100)


def test_an_old_record_does_not_sign_a_later_change(books: Books) -> None:
    books.fund("player:1", 5)
    set_bounds(books, "player:1", 0, 100)
    set_bounds(books, "player:1", 0, None)
    with books.database.connect("owner") as owner, pytest.raises(psycopg.Error) as error:
        owner.execute("update ledger_account set ceiling = 100 where path = 'player:1'")
    refusal = refused(error.value)
    assert refusal is not None
    assert refusal.code == "bounds_unsigned"


def test_a_record_that_the_owner_writes_by_hand_is_the_change(books: Books) -> None:
    """There is no record without the change: the row itself makes it."""
    books.fund("player:1", 5)
    with books.database.connect("owner") as owner:
        owner.execute(
            "insert into ledger_bound_change (account_id, floor, ceiling, actor, approvers, reason)"
            " select id, 1, 9, 'staff:1', '{}', 'by hand' from ledger_account where path = 'player:1'"
        )
    assert of(books, "player:1") == (1, 9)


@pytest.mark.slow
def test_a_ceiling_and_a_posting_at_once_never_leave_an_account_outside(books: Books) -> None:
    """200 times: whoever is first, the other is refused or fits."""
    two = books.web, books.database.connect("web")

    def acts(turn: int) -> Any:
        path = f"player:{turn}"
        books.fund(path, 10)
        change = lambda link: bounds.set_bounds(link, path, CHIPS, floor=0, ceiling=15, **BY)  # noqa: E731
        return posting(books, (path, "outside:chips", 10)), change

    for turn, (posted, _) in raced(two, acts):
        floor, ceiling = of(books, f"player:{turn}")
        held = books.balance(f"player:{turn}")
        assert (posted, held, ceiling) in (("done", 20, None), ("over_ceiling", 10, 15)), floor


@pytest.mark.parametrize("events", [(2, 1), (1, 2, 1), (1, 3, 2)])
def test_moves_that_go_back_to_an_earlier_posting_are_refused(books: Books, events: tuple[int, ...]) -> None:
    books.fund("player:1", 100)
    before = books.written()
    rows = ", ".join(
        f"('test_bet','staff:1','{{}}','','raw','{n}','2026-06-15',now(),null,null,'{{}}')" for n in set(events)
    )
    moves = ", ".join(f"({event},1,2,1)" for event in events)
    with pytest.raises(psycopg.Error) as error:
        books.web.execute(
            "select ledger_post(array(select row(v.*)::ledger_event from (values " + rows + ") v),"
            ' \'{"outside:chips chips:GBP","player:1 chips:GBP"}\','
            " array(select row(m.*)::ledger_move from (values " + moves + ") m))"
        )
    refusal = refused(error.value)
    assert refusal is not None
    assert (refusal.code, error.value.sqlstate) == ("moves_out_of_order", "23H27")
    assert books.written() == before


def test_moves_in_the_order_of_their_postings_are_taken(books: Books) -> None:
    books.fund("player:1", 100)
    two = (
        books.posting(("player:2", "player:1", 1), ("player:3", "player:1", 1)),
        books.posting(("player:2", "player:1", 1)),
    )
    assert len(door.post(books.web, *two)) == 2


def run(*words: str) -> int:
    try:
        call_command("bounds", *words)
    except SystemExit as left:
        return int(left.code or 0)
    return 0


def test_the_command_changes_and_shows(books: Books, capsys: pytest.CaptureFixture[str]) -> None:
    books.fund("player:1", 100)
    who = ("--actor", "staff:7", "--reason", "house rule 12")
    assert run("player:1", CHIPS) == 0
    assert "opened with" in capsys.readouterr().out
    assert run("player:1", CHIPS, "--floor", "0", "--ceiling", "500", *who) == 0
    assert "floor 0  ceiling 500  staff:7: house rule 12" in capsys.readouterr().out
    assert run("player:1", CHIPS, "--floor", "0", "--ceiling", "50", *who) == 1
    assert "outside_bounds: player:1 holds 100" in capsys.readouterr().err
    assert run("player:1", CHIPS, "--json") == 0
    assert [change["ceiling"] for change in json.loads(capsys.readouterr().out)] == [500]
    with pytest.raises(CommandError, match="together"):
        call_command("bounds", "player:1", CHIPS, "--floor", "0")
