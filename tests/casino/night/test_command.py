"""`manage.py close_night DAY`: the report, and the exit code that a script can rely on."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from casino.night.progress import report
from tests.casino.night.evening import DAY, Evening, use
from tests.casino.world import House


def run(*words: str) -> tuple[int, str]:
    """Exit code and output."""
    out = StringIO()
    try:
        call_command("close_night", str(DAY), "--here", *words, stdout=out)
    except SystemExit as ended:
        return int(ended.code or 0), out.getvalue()
    raise AssertionError("it always says how it ended")


def test_a_reconciled_night_ends_with_0_and_prints_the_frozen_figures(played: House, tmp_path: Path) -> None:
    use(played, "owner")
    code, said = run("--json", "--html", str(tmp_path / "report.html"))
    answer: dict[str, Any] = json.loads(said)
    assert code == 0
    assert answer["state"] == "reconciled"
    assert answer["digest"] == report(DAY).digest
    assert answer["figures"] == report(DAY).figures
    assert answer["digest"] in (tmp_path / "report.html").read_text()


def test_a_page_that_can_t_be_written_is_said_so(played: House, tmp_path: Path) -> None:
    use(played, "owner")
    with pytest.raises(CommandError, match="can't be written: No such file or directory") as failed:
        run("--html", str(tmp_path / "none" / "report.html"))
    assert failed.value.returncode == 2


def test_a_night_with_exceptions_ends_with_1_twice(evening: Evening) -> None:
    evening.open("H1")
    evening.play("H1", 3)
    evening.close("H1", short=15_000)
    use(evening.house, "owner")
    assert run("--json")[0] == 1
    assert run("--json")[0] == 1


def test_a_refused_night_ends_with_3_and_says_why(evening: Evening) -> None:
    evening.open("H1")
    with pytest.raises(CommandError, match=r"tables_open: .* H1") as refused:
        call_command("close_night", str(DAY))
    assert refused.value.returncode == 3


def test_without_workers_the_command_gives_up_in_time_with_4_and_the_night_goes_on(played: House) -> None:
    with pytest.raises(CommandError, match="0 of 3 parts are done") as late:
        call_command("close_night", str(DAY), "--wait", "0")
    assert late.value.returncode == 4
