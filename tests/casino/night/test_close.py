"""Closing a day: what is refused, what is written once, what a closed day looks like."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from threading import Barrier

import psycopg
import pytest
from django.db import connection

from casino.books import days
from casino.night.close import close_night
from casino.night.progress import progress, report
from casino.pit import acts, overrides
from casino.refusal import BadInput, Conflict, Unknown
from tests.casino.night.closing import closed, figures
from tests.casino.night.evening import DAY, LATE, Evening
from tests.casino.world import House


def ask(key: str = "night", at: datetime = LATE, day: date = DAY, actor: str = "house") -> str:
    return close_night(day=day, key=key, actor=actor, at=at).state


def count(house: House, table: str) -> int:
    with house.owner() as owner:
        row = owner.execute(f"select count(*) from {table}").fetchone()
    return int(row[0]) if row else 0


def test_a_played_night_reconciles_and_its_figures_foot(played: House) -> None:
    assert closed(played) == "reconciled"
    found = figures()
    assert found["exceptions"] == []
    assert {check["outcome"] for check in found["checks"]} == {"passed"}
    assert [table["table"] for table in found["tables"]] == ["H1", "H2"]
    for table in found["tables"]:
        assert table["throws"] >= 60
        assert int(table["staked"]) > 0
        assert table["win_inventory"] == table["win_rounds"]
        assert table["difference"] == "0"
    for name in ("rounds", "throws", "void"):
        assert found["total"][name] == sum(table[name] for table in found["tables"])
    for name in ("staked", "win_rounds", "win_inventory", "drop", "fills"):
        assert int(found["total"][name]) == sum(int(table[name]) for table in found["tables"])
    for asset in ("chips:GBP", "cash:GBP"):
        assert sum(int(row["balance"]) for row in found["balances"] if row["asset"] == asset) == 0


def test_F07_a_day_that_is_not_over_is_refused_and_nothing_is_changed(played: House) -> None:
    early = datetime(2026, 6, 16, 4, 59, 59, 999_999, tzinfo=UTC)
    with pytest.raises(Conflict) as refused:
        ask(at=early)
    assert refused.value.code == "day_not_over"
    assert refused.value.facts["ends_at"] == "2026-06-16T05:00:00+00:00"
    assert days.state(DAY) == "open"
    assert count(played, "night_night") == 0
    assert ask(at=early + timedelta(microseconds=1)) == "requested"


def test_a_day_that_nobody_opened_and_a_naive_time_are_refused(played: House) -> None:
    with pytest.raises(Unknown) as unknown:
        ask(day=date(2026, 6, 1))
    assert unknown.value.code == "no_such_day"
    with pytest.raises(BadInput) as naive:
        ask(at=LATE.replace(tzinfo=None))
    assert naive.value.code == "naive_time"


def test_B11_open_tables_are_named_the_day_takes_no_new_stakes_and_finishes_its_rounds(evening: Evening) -> None:
    evening.open("H1")
    evening.play("H1", 3)
    evening.lay("H1", "stake")
    with pytest.raises(Conflict) as refused:
        ask()
    assert refused.value.code == "tables_open"
    assert [table["table"] for table in refused.value.facts["tables"]] == ["H1"]
    assert days.state(DAY) == "closing"
    assert count(evening.house, "night_night") == 0
    evening.play_out("H1")
    with pytest.raises(Conflict) as late:
        acts.take(key="late", table="H1", seat=1, event={"stake": 10}, actor="house", at=evening.house.now())
    assert late.value.code in ("period_closing", "not_caster")
    evening.close("H1")
    assert closed(evening.house, key="again") == "reconciled"


def test_asked_twice_with_any_key_there_is_one_night(played: House) -> None:
    assert ask("a") == ask("a") == ask("b") == "requested"
    assert count(played, "night_night") == 1
    assert count(played, "night_part") == 3
    assert count(played, "audit_auditrow where topic = 'night_part'") == 3


def test_A01_two_at_the_same_instant_get_the_same_night(played: House) -> None:
    both = Barrier(2)

    def press(key: str) -> str:
        try:
            both.wait()
            return ask(key)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(press, ["task", "button"])) == ["requested", "requested"]
    assert count(played, "night_night") == 1
    assert count(played, "night_part") == 3
    assert closed(played) == "reconciled"
    assert count(played, "night_report") == 1


def test_a_refused_key_is_not_burnt_and_another_request_under_it_is_refused(played: House) -> None:
    with pytest.raises(Conflict):
        ask("k", at=LATE - timedelta(hours=2))
    assert ask("k") == "requested"
    days.ensure_open(date(2026, 6, 10), "house")
    with pytest.raises(Exception, match="another request"):
        ask("k", day=date(2026, 6, 10))


def test_a_closed_day_admits_nothing_and_asking_again_changes_nothing(played: House) -> None:
    assert closed(played) == "reconciled"
    before = report(DAY).digest
    assert days.state(DAY) == "closed"
    assert ask("later", at=LATE + timedelta(days=1)) == "reconciled"
    assert report(DAY).digest == before
    assert count(played, "night_night") == 1


@pytest.mark.parametrize(
    "statement",
    [
        "update night_report set figures = '{}', digest = encode(sha256('{}'), 'hex')",
        "delete from night_report",
        "truncate night_report",
        "update night_check set outcome = 'passed'",
        "delete from night_case",
        "delete from night_night",
        "update night_night set state = 'requested'",
        "update night_night set day = day + 1",
        "update night_part set figures = '{}'",
        "insert into night_report (night_id, figures, digest) values (1, '{}', repeat('0', 64))",
    ],
)
def test_the_record_of_a_night_cannot_be_changed_by_the_owner_either(played: House, statement: str) -> None:
    assert closed(played) == "reconciled"
    with played.owner() as owner, pytest.raises(psycopg.IntegrityError):
        owner.execute(statement)


def test_the_web_asks_for_nights_but_writes_no_findings(played: House) -> None:
    ask()
    part = progress(DAY).night
    with played.web() as web, pytest.raises(psycopg.errors.InsufficientPrivilege):
        web.execute(
            "insert into night_check (part_id, run, name, outcome, looked_at, sentence, evidence)"
            " values (%s, 1, 'rounds', 'passed', 0, '', '{}')",
            [part],
        )


def test_D14_a_short_closer_is_a_case_that_stays_listed(evening: Evening) -> None:
    """The table was 150.00 short: the inventory shows it, the rounds don't, and somebody has to look into it."""
    evening.open("H1")
    evening.play("H1", 10)
    evening.close("H1", short=15_000)
    assert closed(evening.house) == "with_exceptions"
    (case,) = figures()["exceptions"]
    assert (case["code"], case["check"], case["owner"]) == ("count_exception", "register", "pit")
    assert case["subject"].startswith("count:"), "under this name an auditor signs it off"
    assert int(case["facts"]["after"]) - int(case["facts"]["before"]) == -15_000
    (table,) = figures()["tables"]
    assert int(table["win_inventory"]) == int(table["win_rounds"]) - 15_000
    assert table["difference"] == "-15000"
    (differs,) = table["differences"]
    assert (differs["shift"], differs["difference"], differs["closer"], differs["drop"]) == (1, "-15000", "-15000", "0")
    assert ("miscounted", "10000") not in [(cause["code"], cause["about"]) for cause in differs["causes"]]


def test_a_drop_that_was_not_counted_leaves_the_win_unknown_never_zero(evening: Evening) -> None:
    evening.open("H1")
    evening.play("H1", 10)
    evening.close("H1", count_drop=False)
    assert closed(evening.house) == "with_exceptions"
    (table,) = figures()["tables"]
    assert table["drop"] is None
    assert table["win_inventory"] is None
    assert table["hold"] is None
    assert table["unknown"] == ["Shift 1: the drop is awaited, 0 of 1 boxes are counted."]
    assert figures()["total"]["win_inventory"] is None
    assert {(case["code"], case["check"]) for case in figures()["exceptions"]} == {
        ("input_missing", "tie_out"), ("input_missing", "boxes"),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("update night_night set state = 'reconciled'", "night_step"),
        ("update night_night set state = 'failed', day = day + 1", "night_fixed"),
        ("update night_part set table_code = 'X' where table_code = 'H1'", "part_done"),
        ("insert into night_night (property, day, actor, profile, at)"
         " select property, day, actor, profile, at from night_night", "night_once"),
        ("insert into night_part (night_id) select id from night_night", "night_part_once"),
    ],
)  # fmt: skip
def test_a_night_takes_no_step_that_it_has_not_earned_whoever_writes(played: House, statement: str, code: str) -> None:
    ask()
    worker = psycopg.connect(played.addresses["WORKER_DATABASE_URL"], autocommit=True)
    with worker, pytest.raises(psycopg.IntegrityError) as refused:
        worker.execute(statement)
    assert refused.value.diag.constraint_name == code


@pytest.mark.parametrize(
    "half",
    [
        "insert into night_report (night_id, figures, digest)"
        " select id, '{}', encode(sha256('{}'), 'hex') from night_night",
        "select ledger_turn_period(day, 'closed', 'house') from night_night",
    ],
)  # fmt: skip
def test_a_night_does_not_end_with_its_report_or_its_closed_day_alone(played: House, half: str) -> None:
    ask()
    with played.owner() as owner:
        owner.execute("update night_night set state = 'reconciling'")
        owner.execute(half)
        with pytest.raises(psycopg.IntegrityError) as refused:
            owner.execute("update night_night set state = 'reconciled'")
    assert refused.value.diag.constraint_name == "night_unfinished"


FORGED = "state = 'done', figures = '{}', through = 9000000000, done_at = now()"


def test_no_part_of_a_night_is_done_without_its_checks(played: House) -> None:
    """The web's login would have every part done before a worker looked: a night reconciled that nobody checked."""
    ask()
    with played.web() as web:
        for forged in (FORGED, "figures = '{}'", "through = 1", "done_at = now()"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                web.execute(f"update night_part set {forged}")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            web.execute("insert into night_part (night_id, state) select id, 'done' from night_night")
    with played.owner() as owner:
        for forged in (FORGED, f"{FORGED}, run = run + 1"):
            with pytest.raises(psycopg.IntegrityError) as unchecked:
                owner.execute(f"update night_part set {forged}")
            assert unchecked.value.diag.constraint_name == "part_unchecked"


def test_a_part_that_was_done_is_not_put_back_to_an_earlier_run(played: House) -> None:
    assert closed(played) == "reconciled"
    with played.web() as web:
        web.execute("update night_part set state = 'pending', run = run + 1")
        for back in ("state = 'done'", "state = 'done', run = run - 1", "run = run - 1"):
            with pytest.raises(psycopg.IntegrityError) as refused:
                web.execute(f"update night_part set {back}")
            assert refused.value.diag.constraint_name in ("part_unchecked", "part_done")


def test_a_night_ends_only_with_its_day_closed_and_its_report_frozen(played: House) -> None:
    ask()
    with played.web() as web:
        web.execute("update night_night set state = 'reconciling'")
        with pytest.raises(psycopg.IntegrityError, match="day closed and its report frozen"):
            web.execute("update night_night set state = 'reconciled'")


def test_D16_a_payout_by_hand_is_a_case_and_explains_its_part_of_the_tie_out(evening: Evening) -> None:
    """The supervisor books that 3.00 more were paid than the engine had it; inventory and rounds still tie out."""
    evening.open("H1")
    house = evening.house
    n = evening.play("H1", 6)[-1]
    with house.owner() as owner:
        row = owner.execute("select player_id, number from pit_seat order by number limit 1").fetchone()
    assert row is not None
    overrides.pay(
        key=house.key(), table="H1", round=n.round, n=n.n, seat=row[1], paid=_engine_paid(house, n.round, n.n) + 300,
        reason="misread the dice", supervisor=house.pit, at=house.now(),
    )  # fmt: skip
    evening.close("H1")
    assert closed(house) == "with_exceptions"
    (case,) = figures()["exceptions"]
    assert case["code"] == "override_exception"
    (table,) = figures()["tables"]
    assert table["by_hand"] == "300"
    assert int(table["win_inventory"]) == int(table["win_rounds"]) - 300


def _engine_paid(house: House, round_: int, n: int) -> int:
    """What event n of the round paid into seat 1, in minor units."""
    with house.owner() as owner:
        row = owner.execute("select movements from pit_event where round_id = %s and n = %s", [round_, n]).fetchone()
    assert row is not None
    return sum(100 * move[4] for move in row[0] if move[2:4] == ["purse", "1"] and move[:2] != ["held", "1"])
