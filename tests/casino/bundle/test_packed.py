"""A packed bundle as somebody else packed it: taken, or refused with what is wrong; never half read."""

import os
import zipfile
from pathlib import Path

import pytest

from casino.bundle.verify.__main__ import main
from tests.ledger.sealed import ARGUMENTS


def packed(folder: Path, target: Path, compression: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(target, "w", compression) as archive:
        for path in folder.iterdir():
            archive.write(path, path.name)
    return target


def test_a_bundle_packed_by_any_program_is_verified(copy: Path, tmp_path: Path) -> None:
    for compression in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        assert main([str(packed(copy, tmp_path / f"{compression}.zip", compression)), *ARGUMENTS]) == 0


@pytest.mark.parametrize("name", ["../evil", "/etc/evil", ".hidden", "a/b", "a\\b"])
def test_one_that_reaches_out_of_its_folder_is_refused(tmp_path: Path, name: str) -> None:
    target = tmp_path / "bundle.zip"
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr(name, "x")
    assert main([str(target)]) == 2
    assert os.listdir(tmp_path) == ["bundle.zip"]


def test_one_with_a_file_twice_is_refused(copy: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One program unpacks the first, another the last."""
    target = packed(copy, tmp_path / "bundle.zip")
    with zipfile.ZipFile(target, "a") as archive, pytest.warns(UserWarning, match="Duplicate name"):
        archive.writestr("manifest.json", "{}")
    assert main([str(target), *ARGUMENTS]) == 2
    assert "it holds 'manifest.json' twice" in capsys.readouterr().err


def test_one_behind_another_text_is_not_taken_for_that_text(copy: Path, tmp_path: Path) -> None:
    """A reader sees the table that the file begins with; a ZIP is read from its end."""
    target = packed(copy, tmp_path / "bundle.zip")
    target.write_bytes(b"a,table,of,another,night\n" + target.read_bytes())
    assert zipfile.is_zipfile(target)
    assert main([str(target), *ARGUMENTS]) == 2


@pytest.mark.parametrize("kept", [0.0005, 0.2, 0.7, 0.999])
def test_one_that_was_cut_is_refused(
    copy: Path, tmp_path: Path, kept: float, capsys: pytest.CaptureFixture[str]
) -> None:
    target = packed(copy, tmp_path / "bundle.zip")
    content = target.read_bytes()
    target.write_bytes(content[: int(len(content) * kept)])
    assert main([str(target), *ARGUMENTS]) == 2
    assert "not downloaded to its end" in capsys.readouterr().err


def test_one_with_a_damaged_or_locked_file_is_refused(
    copy: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = packed(copy, tmp_path / "bundle.zip")
    content = target.read_bytes()
    with zipfile.ZipFile(target) as archive:
        first = archive.infolist()[0]
    at = first.header_offset + 30 + len(first.filename)
    target.write_bytes(content[:at] + b"\xff" * 20 + content[at + 20 :])
    assert main([str(target), *ARGUMENTS]) == 2
    assert "is damaged" in capsys.readouterr().err
    directory = content.index(b"PK\x01\x02")
    target.write_bytes(content[: directory + 8] + b"\x01\x00" + content[directory + 10 :])
    assert main([str(target), *ARGUMENTS]) == 2
    assert "encrypted" in capsys.readouterr().err


def test_a_workbook_is_told_from_a_bundle(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "transfers.xlsx"
    with zipfile.ZipFile(target, "w") as archive:
        for name in ("[Content_Types].xml", "_rels/.rels"):
            archive.writestr(name, "x")
    assert main([str(target)]) == 2
    assert "ask for the same range as CSV" in capsys.readouterr().err
