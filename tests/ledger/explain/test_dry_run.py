"""A dry run says what the door would say, all of it at once, and writes nothing."""

import json
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger import door
from ledger.dry_run import dry_run
from ledger.errors import Refused
from ledger.posting import Posting
from tests.ledger.conftest import AT, CHIPS, DAY, Books

CLOSING, CLOSED, UNKNOWN = DAY - timedelta(1), DAY - timedelta(2), DAY + timedelta(9)


@pytest.fixture
def days(books: Books) -> Books:
    """Books with a day of every state, a ceiling, a posting that was reversed."""
    with books.database.connect("owner") as owner:
        for day, states in ((CLOSING, ("open", "closing")), (CLOSED, ("open", "closing", "closed"))):
            for state in states:
                owner.execute("select ledger_turn_period(%s, %s, 'house')", [day, state])
        books.fund("player:1", 100)
        books.fund("player:2", 100)
        books.bound("player:2", ceiling=150)
    number = books.fund("player:3", 10).id
    door.reverse(books.web, number, actor="staff:1", scope="test", key="back", period=DAY, effective_at=AT)
    return books


def codes(books: Books, *postings: Posting) -> list[str]:
    return [limit.code for limit in dry_run(books.web, *postings).limits]


def test_what_the_books_would_take_has_no_limit_and_shows_the_balances(days: Books) -> None:
    found = dry_run(days.web, days.posting(("table:7:layout", "player:1", 30)))
    assert found.admitted
    assert found.balances == {("player:1", CHIPS): 70, ("table:7:layout", CHIPS): 30}


def test_every_limit_is_named_not_only_the_first(days: Books) -> None:
    posting = days.posting(
        ("table:7:layout", "player:1", 130), ("player:2", "player:9", 60), kind="nonsense", period=CLOSED, key="back",
        reverses=10**9,
    )  # fmt: skip
    assert sorted(codes(days, posting)) == [
        "already_posted", "insufficient_funds", "insufficient_funds", "over_ceiling", "period_closed", "unknown_kind",
        "unknown_posting",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"period": CLOSED}, "period_closed"),
        ({"period": CLOSING}, "period_closing"),
        ({"period": UNKNOWN}, "unknown_period"),
        ({"kind": "nonsense"}, "unknown_kind"),
        ({"key": "back"}, "already_posted"),
        ({"reverses": 10**9}, "unknown_posting"),
        ({"void_of": 10**9}, "unknown_posting"),
    ],
)
def test_each_limit_is_the_doors(days: Books, changes: dict[str, Any], code: str) -> None:
    posting = days.posting(("table:7:layout", "player:1", 5), **changes)
    assert codes(days, posting) == [code]
    with pytest.raises(Refused) as refusal:
        door.post(days.web, posting)
    assert refusal.value.code == code


def test_what_finishes_a_day_is_admitted_while_it_closes(days: Books) -> None:
    assert codes(days, days.posting(("table:7:layout", "player:1", 5), kind="test_count", period=CLOSING)) == []


def test_a_place_is_named_once_where_it_is_furthest_below(days: Books) -> None:
    posting = days.posting(
        ("table:7:layout", "player:1", 150), ("table:7:layout", "player:1", 50), ("player:1", "player:2", 90)
    )
    (limit,) = dry_run(days.web, posting).limits
    assert (limit.code, limit.facts["would_hold"]) == ("insufficient_funds", "-100")


def test_reversals_are_tried_too(days: Books) -> None:
    rows = days.web.execute("select id, reverses_id from ledger_posting order by id").fetchall()
    funded, (reversal, reversed_) = rows[0][0], rows[-1]
    mirror = ("outside:chips", "player:1", 100)
    assert codes(days, days.posting(mirror, reverses=funded)) == []
    assert codes(days, days.posting(("outside:chips", "player:1", 99), reverses=funded)) == ["reversal_not_mirror"]
    assert "already_reversed" in codes(days, days.posting(("outside:chips", "player:3", 10), reverses=reversed_))
    assert "reversal_of_reversal" in codes(days, days.posting(("player:3", "outside:chips", 10), reverses=reversal))
    again = (days.posting(mirror, reverses=funded), days.posting(mirror, reverses=funded))
    assert "already_reversed" in codes(days, *again)


def test_nothing_is_written(days: Books) -> None:
    before = days.written(), days.count("ledger_account")
    dry_run(days.web, days.posting(("table:9:layout", "player:1", 5)))
    assert (days.written(), days.count("ledger_account")) == before


postings = st.builds(
    lambda kind, period, key, moves: (kind, period, key, moves),
    st.sampled_from(["test_bet", "test_count", "nonsense"]),
    st.sampled_from([DAY, DAY, DAY, CLOSING, CLOSED, UNKNOWN]),
    st.sampled_from(["a", "b", "c", "back"]),
    st.lists(
        st.tuples(
            st.sampled_from(["player:1", "player:2", "table:7:layout"]), st.sampled_from(["player:9", "outside:chips"]),
            st.sampled_from([1, 40, 60, 120, 2**62]), st.booleans(),
        ),
        min_size=1, max_size=3,
    ),
)  # fmt: skip


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(postings, min_size=1, max_size=3))
def test_a_dry_run_and_the_door_agree(
    days: Books, given_: list[tuple[str, date, str, list[tuple[str, str, int, bool]]]]
) -> None:
    """Admitted by the one if and only if by the other; the door's one reason is among the dry run's."""
    tried = [
        days.posting(
            *((other, one, amount) if turned else (one, other, amount) for one, other, amount, turned in moves),
            kind=kind, period=period, key=key,
        )
        for kind, period, key, moves in given_
    ]  # fmt: skip
    found = dry_run(days.web, *tried)
    refused = None
    with days.web.transaction(force_rollback=True):
        try:
            door.post(days.web, *tried)
        except Refused as refusal:
            refused = refusal.code
    assert found.admitted == (refused is None)
    assert refused is None or refused in {limit.code for limit in found.limits}


def test_the_command_says_it_for_people_and_for_programs(
    days: Books, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = {
        "kind": "test_bet", "actor": "staff:1", "scope": "test", "key": "new", "period": DAY.isoformat(),
        "effective_at": AT.isoformat(),
        "transfers": [{"debit": "table:7:layout", "credit": "player:1", "asset": CHIPS, "amount": "130"}],
    }  # fmt: skip
    file = tmp_path / "posting.json"
    file.write_text(json.dumps(asked))
    with pytest.raises(SystemExit) as left:
        call_command("dry_run", str(file), "--json")
    assert left.value.code == 1
    read = json.loads(capsys.readouterr().out)
    assert [limit["code"] for limit in read["limits"]] == ["insufficient_funds"]
    asked["transfers"] = [{**asked["transfers"][0], "amount": "30"}]  # type: ignore[dict-item]
    file.write_text(json.dumps([asked]))
    call_command("dry_run", str(file))
    assert capsys.readouterr().out.strip() == "would be admitted"


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"kind": 1}', '[{"transfers": [{"amount": 5}]}]', "[[1]]"])
def test_what_is_no_posting_leaves_with_2(days: Books, tmp_path: Path, text: str) -> None:
    file = tmp_path / "posting.json"
    file.write_text(text)
    with pytest.raises(SystemExit) as left:
        call_command("dry_run", str(file))
    assert left.value.code == 2
