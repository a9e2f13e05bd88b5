"""python -m ledger.verify: what it prints, and the codes that it leaves with."""

import json
from pathlib import Path

import pytest

from ledger.verify.__main__ import main
from tests.ledger.verify.making import apart, night

EXPORT = night().export()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "export.csv"
    path.write_bytes(EXPORT)
    return path


def test_0_for_an_export_as_written(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(file)]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("VERIFIED: everything.")
    assert "rebuilt whole" in last.replace("was rebuilt", "rebuilt")


def test_1_for_one_that_was_changed_with_the_row_named(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parts = apart(EXPORT)
    file.write_bytes(parts.joined([*parts.rows[:4], *parts.rows[5:]]))
    assert main([str(file)]) == 1
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("missing: row 5:")
    assert said[-1] == "NOT VERIFIED"


@pytest.mark.parametrize("content", [b"", b"a,b\n1,2\n", b"\x00\xff" * 50, b"{" * 5000, b'{"a": 1}\n'])
def test_anything_else_is_no_verified_export(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    assert main([str(file)]) in (1, 2)


def test_2_for_a_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "none.csv")]) == 2
    assert "can't be read" in capsys.readouterr().err


def test_the_report_as_json(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(file), "--json"]) == 0
    read = json.loads(capsys.readouterr().out)
    assert read["findings"] == []
    assert read["scope"] == ["everything"]
