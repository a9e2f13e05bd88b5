"""The night that `make demo` plays, judged by everybody: our verifier on a bare Python, Beancount, hledger."""

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from beancount import loader

from casino.demo.management.commands.play_night import again
from deploy.local import addresses, house
from deploy.local.state import open_state
from deploy.local.supervisor import Supervisor

MANAGE = (sys.executable, "manage.py")


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a short night that the demo's own processes played, with journals of it beside the export."""
    state = open_state(tmp_path_factory.mktemp("demo") / "state")
    given = addresses.found(state)

    def play(running: Supervisor) -> int:
        command = (*MANAGE, "play_night", "--throws", "300", "--out", str(state.root / "nights"))
        code = running.attend(command, addresses.seen_by_night(given))
        (folder,) = (state.root / "nights").iterdir()
        export = (*MANAGE, "export", "--day", folder.name, "--out", str(folder), "--format")
        for form in ("beancount", "hledger"):
            code = code or running.attend((*export, form), addresses.seen_by(given, "auditor"))
        return code

    assert Supervisor(state, house.backstage(state, given), lambda line: None).run(play) == 0
    (folder,) = (state.root / "nights").iterdir()
    return folder


def test_the_line_that_checks_again_can_be_copied_from_a_path_with_blanks(tmp_path: Path) -> None:
    folder = tmp_path / "new comer's [house]"
    words = shlex.split(again(folder / "verify.pyz", folder / "export", folder / "keys"))
    assert words == ["python3", f"{folder}/verify.pyz", f"{folder}/export", f"@{folder}/keys"]


@pytest.mark.slow
def test_the_verifier_finds_it_whole_signed_and_cosigned(night: Path) -> None:
    said = (night / "verified.txt").read_text()
    assert said.splitlines()[-1].startswith("VERIFIED. The log holds these postings. That none of this part")
    assert "roots recomputed, signed, cosigned by hazard-house.example/witness at " in said
    assert json.loads((night / "export" / "manifest.json").read_bytes())["beyond"] == []


@pytest.mark.slow
def test_the_keys_beside_it_are_all_that_an_outsider_needs(night: Path) -> None:
    command = [sys.executable, "-I", "-S", "verify.pyz", "export", "@keys"]
    done = subprocess.run(command, cwd=night, env={}, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1].startswith("VERIFIED. The log holds these postings.")


@pytest.mark.slow
def test_without_keys_the_verifier_says_what_it_could_not_look_at(night: Path) -> None:
    command = [sys.executable, "-I", "-S", str(night / "verify.pyz"), str(night / "export")]
    done = subprocess.run(command, cwd="/", env={}, capture_output=True, text=True, check=False)
    assert done.returncode == 3
    assert done.stdout.splitlines()[-1].startswith("NOT PROVEN. ")


@pytest.mark.slow
def test_beancount_and_hledger_find_it_sound(night: Path) -> None:
    entries, errors, _ = loader.load_file(str(night / f"transfers-{night.name}.beancount"))
    assert errors == []
    assert len(entries) > 300
    check = ["hledger", "check", "--strict", "-f", str(night / f"transfers-{night.name}.journal")]
    done = subprocess.run(check, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
