"""The set-up before there is an environment: which Python it takes, what it says, when it builds anew."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from babel.messages.pofile import PoFileError

from deploy import environment
from deploy.local import catalogues
from deploy.local.state import CHECKOUT

BOOTSTRAP = CHECKOUT / "deploy" / "bootstrap.py"


def _python(folder: Path, name: str, answer: str) -> Path:
    """A program that answers like a Python of another version."""
    program = folder / name
    program.write_text(f"#!/bin/sh\n{answer}\n")
    program.chmod(0o755)
    return program


def _bootstrap(**surroundings: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name != "HOUSE_PYTHON"}
    return subprocess.run(
        [sys.executable, BOOTSTRAP, "neither"],
        capture_output=True,
        text=True,
        env={**kept, **surroundings},
        check=False,
        timeout=60,
    )


def test_an_old_python_is_refused_at_once_in_the_first_line(tmp_path: Path) -> None:
    """G03"""
    old = _python(tmp_path, "python3", "echo 3.9.18 final /usr/bin/python3.9")
    started = time.monotonic()
    run = _bootstrap(HOUSE_PYTHON=str(old))
    assert time.monotonic() - started < 2
    assert run.returncode == 1
    assert run.stdout == "Hazard House needs Python 3.11 or newer; found 3.9.18 (/usr/bin/python3.9)\n"
    assert "set HOUSE_PYTHON" in run.stderr


@pytest.mark.parametrize("answer", ["exit 127", "echo 3.16.0 beta /usr/bin/python3.16"], ids=["stand-in", "beta"])
def test_a_python_that_does_not_run_or_is_not_released_is_refused(answer: str, tmp_path: Path) -> None:
    """G03"""
    run = _bootstrap(HOUSE_PYTHON=str(_python(tmp_path, "python3", answer)))
    assert run.returncode == 1
    assert run.stdout == "Hazard House needs Python 3.11 or newer; found none that runs\n"


def test_the_bootstrap_is_readable_for_python_3_6() -> None:
    compiled = compile(BOOTSTRAP.read_text(), str(BOOTSTRAP), "exec", dont_inherit=True)
    assert compiled.co_filename == str(BOOTSTRAP)
    # What came after 3.6 and would be an error there before a word is said.
    for newer in (":=", "match ", "annotations", "list[str]:", "| None:", "capture_output"):
        assert newer not in BOOTSTRAP.read_text().replace('"tuple[tuple[int, ...], str] | None":', "")


def test_an_environment_counts_as_made_only_with_the_stamp_of_its_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in (("requirements.lock", "a"), ("requirements-dev.lock", "a b")):
        (tmp_path / name).write_text(text)
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.symlink_to(sys.executable)
    monkeypatch.setattr(environment, "ROOT", tmp_path)
    monkeypatch.setattr(environment, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(environment, "PYTHON", python)
    monkeypatch.setattr(environment, "STAMP", tmp_path / ".venv" / "stamp")
    assert not environment.is_made("runtime"), "an interrupted build has no stamp"
    environment.seal("development")
    assert environment.is_made("development")
    assert environment.is_made("runtime"), "the development list holds the runtime list"
    (tmp_path / "requirements-dev.lock").write_text("a b c")
    assert not environment.is_made("development"), "the list has changed"
    environment.seal("runtime")
    assert environment.is_made("runtime")
    assert not environment.is_made("development")
    python.unlink()
    python.symlink_to(tmp_path / "gone")
    assert not environment.is_made("runtime"), "its Python is gone"


def test_no_list_names_an_index_and_every_package_has_its_hash() -> None:
    for name in environment.LISTS.values():
        text = (CHECKOUT / name).read_text()
        assert "://" not in text
        assert "--index-url" not in text
        pins = [line for line in text.splitlines() if "==" in line and not line.startswith((" ", "#"))]
        assert pins
        assert all(line.endswith("\\") for line in pins), "each pin goes on with its hashes"


def test_the_runtime_list_is_part_of_the_development_list() -> None:
    runtime, development = (
        {line for line in (CHECKOUT / name).read_text().splitlines() if "==" in line and line[0] not in " #"}
        for name in environment.LISTS.values()
    )
    assert runtime < development


PO = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\nmsgid "nick"\nmsgstr "%s"\n'


def test_catalogues_are_compiled_when_they_are_newer(tmp_path: Path) -> None:
    source = tmp_path / "games" / "hazard" / "locale" / "pt" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    source.write_text(PO.replace("%s", "nique"))
    assert catalogues.stale(tmp_path) == [source]
    catalogues.compile_catalogue(source)
    assert b"nique" in source.with_suffix(".mo").read_bytes()
    assert catalogues.stale(tmp_path) == []
    later = source.with_suffix(".mo").stat().st_mtime + 5
    os.utime(source, (later, later))
    assert catalogues.stale(tmp_path) == [source]


def test_a_broken_catalogue_is_named_and_the_compiled_one_kept(tmp_path: Path) -> None:
    source = tmp_path / "casino" / "locale" / "ru" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    source.write_text(PO.replace("%s", "ник"))
    catalogues.compile_catalogue(source)
    kept = source.with_suffix(".mo").read_bytes()
    source.write_text('msgid "nick\n')
    with pytest.raises(PoFileError):
        catalogues.compile_catalogue(source)
    assert source.with_suffix(".mo").read_bytes() == kept
