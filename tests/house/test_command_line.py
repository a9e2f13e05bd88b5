"""What the commands say to a newcomer who types something else: a sentence and an exit code, never a trace."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def manage(*words: str, **surroundings: str) -> subprocess.CompletedProcess[str]:
    """A command without a database."""
    ours = ("DATABASE_URL", "BROKER_URL", "HOUSE_LOGIN")
    kept = {name: value for name, value in os.environ.items() if not name.endswith(ours)}
    command = [sys.executable, "manage.py", *words]
    return subprocess.run(command, cwd=ROOT, env={**kept, **surroundings}, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "words", [("explain", "player:1", "chips:GBP"), ("close_night", "2026-06-15"), ("who_may", "nobody")], ids="_".join
)
def test_without_a_database_or_with_a_wrong_word_there_is_no_trace(words: tuple[str, ...]) -> None:
    said = manage(*words)
    assert said.returncode in (1, 2)
    assert "Traceback" not in said.stderr
    assert ("DATABASE_URL" in said.stderr) is (words[0] != "who_may")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("close_night", "tomorrow"), "'tomorrow' is no day: write it as 2026-06-15"),
        (("export", "--out", "x", "--day", "2026-13-01"), "'2026-13-01' is no day: write it as 2026-06-15"),
        (("explain", "a", "b", "--recorded-at", "noon"), "'noon' is no time: write it as 2026-06-15T23:10:00Z"),
        (("explain", "a", "b", "--recorded-at", "2026-06-15T23:10"), "'2026-06-15T23:10' has no zone"),
        (("bounds", "a", "b", "--floor", "low"), "'low' is no bound: give whole minor units"),
    ],
    ids=lambda given: given[0] if isinstance(given, tuple) else "",
)
def test_what_is_no_day_no_time_and_no_bound_is_said_so(words: tuple[str, ...], sentence: str) -> None:
    said = manage(*words)
    assert said.returncode == 2
    assert sentence in said.stderr


def test_postings_that_are_no_text_are_said_so(tmp_path: Path) -> None:
    (tmp_path / "postings").write_bytes(b"\xff\x00")
    said = manage("dry_run", str(tmp_path / "postings"))
    assert said.returncode == 2
    assert said.stderr == f"{tmp_path}/postings can't be read: it is no text\n"


@pytest.mark.parametrize("command", ["play_night", "seed_demo"])
def test_the_demo_is_refused_in_production(command: str) -> None:
    """Its people sign in with a password that everybody knows."""
    surroundings = {
        "HOUSE_ENV": "production", "HOUSE_HOSTS": "house.example", "HOUSE_SECRET_KEY": "k" * 64,
        "DATABASE_URL": "postgresql://nobody@/none?host=/nonexistent",
    }  # fmt: skip
    said = manage(command, **surroundings)
    assert said.returncode == 3
    assert "demo_in_production" in said.stderr
