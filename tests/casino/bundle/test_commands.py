"""manage.py export and verify: what they print, and the codes that they leave with; a night under others' judgement."""

import json
import subprocess
from pathlib import Path

import pytest
from beancount import loader
from django.core.management import call_command

from tests.casino.night.evening import DAY, use
from tests.casino.world import House
from tests.ledger.sealed import ARGUMENTS

NAME = DAY.isoformat()


@pytest.fixture
def audited(played: House) -> House:
    """The house as its auditor sees it."""
    use(played, "auditor")
    return played


def left(*words: str) -> int:
    try:
        call_command(*words)
    except SystemExit as exit_:
        return int(exit_.code or 0)
    return 0


def test_a_day_is_exported_and_verified(audited: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert left("export", "--day", NAME, "--out", str(tmp_path), "--json") == 0
    (made,) = json.loads(capsys.readouterr().out)
    assert Path(made["path"]).name == f"transfers-{NAME}.csv"
    assert left("verify", made["path"], *ARGUMENTS) == 0
    assert f"VERIFIED: day {NAME}" in capsys.readouterr().out
    assert left("verify", made["path"]) == 3
    assert f"NOT PROVEN: day {NAME}" in capsys.readouterr().out


def test_a_bundle_is_exported_and_verified(audited: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert left("export", "--kind", "bundle", "--out", str(tmp_path)) == 0
    assert "manifest.json" in capsys.readouterr().out
    assert left("verify", str(tmp_path), *ARGUMENTS) == 0
    assert left("verify", str(tmp_path)) == 3


def test_rounds_are_exported(audited: House, tmp_path: Path) -> None:
    assert left("export", "--kind", "rounds", "--day", NAME, "--out", str(tmp_path)) == 0
    assert [path.name for path in tmp_path.iterdir()] == [f"rounds-{NAME}.jsonl"]


def test_a_refusal_leaves_with_1_and_its_sentence(
    audited: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert left("export", "--out", str(tmp_path)) == 0
    assert left("export", "--out", str(tmp_path)) == 1
    assert "already_there: transfers-everything.csv is there already" in capsys.readouterr().err
    assert left("export", "--out", str(tmp_path), "--account", "Nobody") == 1
    assert left("export", "--out", str(tmp_path), "--format", "pdf") == 1
    assert left("export", "--out", str(tmp_path / "more"), "--kind", "rounds", "--format", "csv") == 1


def test_a_place_that_can_t_be_used_leaves_with_2_and_is_named(
    audited: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    file.write_text("")
    assert left("export", "--out", str(file)) == 2
    assert f"{file} can't be written to" in capsys.readouterr().err
    assert left("tamper_drill", "--bundle", str(tmp_path)) == 2
    assert f"{tmp_path} can't be attacked: This folder is no bundle" in capsys.readouterr().err


def test_what_is_no_export_leaves_with_2(tmp_path: Path) -> None:
    assert left("verify", str(tmp_path)) == 2
    assert left("verify", str(tmp_path / "none")) == 2


def test_beancount_finds_a_night_sound(audited: House, tmp_path: Path) -> None:
    assert left("export", "--day", NAME, "--out", str(tmp_path), "--format", "beancount") == 0
    entries, errors, _ = loader.load_file(str(tmp_path / f"transfers-{NAME}.beancount"))
    assert errors == []
    assert len(entries) > 100


@pytest.mark.slow
def test_hledger_finds_a_night_sound(audited: House, tmp_path: Path) -> None:
    assert left("export", "--day", NAME, "--out", str(tmp_path), "--format", "hledger") == 0
    path = str(tmp_path / f"transfers-{NAME}.journal")
    done = subprocess.run(["hledger", "check", "--strict", "-f", path], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
