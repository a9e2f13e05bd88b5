"""The drill itself: at least twelve attacks on real books, all caught; and it fails when a control is missing."""

import json
import os
from pathlib import Path

import psycopg
import pytest
from django.core.management import call_command

from casino.bundle.drill import on_database, on_export
from ledger.verify import Report
from tests.casino.night.evening import use
from tests.casino.world import House


@pytest.fixture
def drilled(played: House, monkeypatch: pytest.MonkeyPatch) -> House:
    """A house whose servers the drill finds in its environment."""
    for name, value in played.addresses.items():
        monkeypatch.setenv(name, value)
    use(played, "auditor")
    return played


def run(*words: str) -> int:
    try:
        call_command("tamper_drill", *words)
    except SystemExit as left:
        return int(left.code or 0)
    return 0


def databases(house: House) -> list[str]:
    """What a drill of this process left behind; others may be drilling too."""
    with house.owner() as owner:
        named = owner.execute("select datname from pg_database where datname like %s", [f"tamper%{os.getpid()}%"])
        return [name for (name,) in named]


@pytest.mark.slow
def test_every_attack_is_caught(drilled: House, capsys: pytest.CaptureFixture[str]) -> None:
    before = drilled.postings()
    assert run("--json") == 0
    outcomes = json.loads(capsys.readouterr().out)
    assert all(outcome["caught"] for outcome in outcomes)
    assert {outcome["target"] for outcome in outcomes} == {"bundle", "export", "database", "log"}
    assert len(outcomes) >= 90
    assert drilled.postings() == before
    assert databases(drilled) == []


@pytest.mark.slow
def test_the_table_names_attack_control_and_what_it_said(
    drilled: House, night_bundle: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("--bundle", str(night_bundle)) == 0
    said = capsys.readouterr().out
    assert "attacks caught" in said
    assert "witness" in said


@pytest.mark.slow
def test_the_drill_fails_when_an_attack_gets_through(
    drilled: House, night_bundle: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A verifier that finds nothing: the drill must say so, not pass."""
    monkeypatch.setattr(on_export, "verify", lambda path, trust: Report(0, "", ()))
    assert run("--bundle", str(night_bundle)) == 1
    assert "NOT CAUGHT" in " ".join(capsys.readouterr().out.split())


def test_a_missing_grant_or_rule_is_noticed(drilled: House) -> None:
    """The attack that a rule was made against, with the rule taken away."""
    with drilled.owner() as owner:
        owner.execute("alter table ledger_posting disable trigger append_only")
        connection = psycopg.connect(drilled.addresses["DATABASE_URL"])
        outcome = on_database._raw(connection, "x", "update ledger_posting set reason = 'x' where id = 1")
        connection.close()
    assert not outcome.caught


def test_without_rounds_the_drill_says_that_it_could_not_mount_all(
    house: House, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in house.addresses.items():
        monkeypatch.setenv(name, value)
    assert run() == 2
    assert "no_rounds" in capsys.readouterr().err


def test_without_the_right_to_make_a_database_it_says_so(
    drilled: House, night_bundle: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", drilled.addresses["WEB_DATABASE_URL"])
    assert run("--bundle", str(night_bundle)) == 2
    assert "no_scratch" in capsys.readouterr().err
