"""python -m ledger.verify: what it prints, and the codes that it leaves with. Only a key makes a file's word count."""

import codecs
import gzip
import json
from pathlib import Path

import pytest

from ledger.verify.__main__ import main
from ledger.verify.form import HEADER
from tests.ledger.sealed import KEY, WITNESS
from tests.ledger.verify.making import apart, night

EXPORT = night().export()
BY_KEY = f"--log={KEY.public}"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "export.csv"
    path.write_bytes(EXPORT)
    return path


def test_0_for_an_export_that_is_held_against_a_signed_log(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(file), BY_KEY]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("VERIFIED: everything. The log holds these postings and no others. No witness was named")


def test_3_for_a_file_that_anyone_may_have_written(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(file)]) == 3
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("NOT PROVEN: everything.")
    assert "Give the log's key (--log)" in last
    file.write_bytes(night(13).export())
    assert main([str(file)]) == 3
    assert main([str(file), BY_KEY]) == 0


def test_a_reader_of_json_sees_the_verdict_too(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, verdict in (([], "not_proven"), ([BY_KEY], "verified"), ([f"--log={WITNESS.public}"], None)):
        main([str(file), "--json", *arguments])
        said = capsys.readouterr().out
        assert (json.loads(said)["verdict"] if said else None) == verdict
    file.write_bytes(EXPORT[:-1])
    assert main([str(file), "--json", BY_KEY]) == 1
    assert json.loads(capsys.readouterr().out)["verdict"] == "not_verified"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--log=nonsense"], "a key is name+id+base64"),
        ([f"--log={WITNESS.public}"], "is a witness's, not for --log"),
        ([BY_KEY, f"--witness={KEY.public}"], "is a log's, not for --witness"),
        ([f"--witness={WITNESS.public}"], "give --log too"),
    ],
)
def test_2_for_a_key_that_is_none_or_of_another_kind(
    file: Path, arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(file), *arguments]) == 2
    assert sentence in capsys.readouterr().err


def test_1_for_one_that_was_changed_with_the_row_named(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parts = apart(EXPORT)
    file.write_bytes(parts.joined([*parts.rows[:4], *parts.rows[5:]]))
    assert main([str(file)]) == 1
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("missing: row 5:")
    assert said[-1] == "NOT VERIFIED"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "The file is empty"),
        (b"a,b\n1,2\n", "its first line does not name the columns"),
        (b"\x00\xff" * 50, "its first line does not name the columns"),
        (b"x" * 3_000_000, "its first line does not name the columns"),
        (gzip.compress(EXPORT), "unpack it first"),
        (b"PK\x03\x04 workbook", "ask for CSV"),
        (b"PAR1\x15\x04" * 9, "which can't be verified: ask for the same range as CSV"),
        (EXPORT.decode().encode("utf-16"), "It is UTF-16"),
        (codecs.BOM_UTF8 + b'{"row":"1"}', "begins with a byte order mark"),
        (codecs.BOM_UTF8 + EXPORT, "begins with a byte order mark: a program saved it anew."),
        (b'{"id":"round:20"}\n', "It holds rounds: verify the bundle"),
        (b'{"at":"2026-06-15"}\n', "It holds slips: verify the bundle"),
        (b'{"log":"1"}\n', "It is a bundle's part of the log: verify the bundle"),
        (b"c2sp.org/tlog-proof@v1\n", "It is a receipt"),
        (b'option "title" "Ledger: everything"\n', "which Beancount checks"),
        (b"; Ledger: everything\n", "which hledger checks"),
    ],
)
def test_2_for_what_is_no_export_with_what_to_do(
    file: Path, content: bytes, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_bytes(content)
    assert main([str(file), BY_KEY]) == 2
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (EXPORT.replace(b"\n", b"\r\n"), "its lines end in CR LF: a program saved it anew."),
        (EXPORT.replace(b"row,", b"row,column,", 1), "the line that names the columns is not as it was written."),
        (HEADER + b"x" * 3_000_000, "this row can't be read as it was written."),
        (b"{" * 5000, "it is not complete."),
        (b'{"a": 1}\n', "this row can't be read as it was written."),
        (apart(EXPORT).header + apart(night(30).export()).joined(), "added: row 1: this row was put in"),
    ],
    ids=["CR LF", "a column more", "a row without end", "braces", "an object", "two files in one"],
)
def test_1_for_an_export_that_something_was_done_to(
    file: Path, content: bytes, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_bytes(content)
    assert main([str(file), BY_KEY]) == 1
    assert sentence in capsys.readouterr().out


def test_2_for_a_folder_with_where_to_take_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path)]) == 2
    assert "verify.pyz takes a bundle's folder" in capsys.readouterr().err


@pytest.mark.parametrize("words", ["\\n\\u001b[2K\\rVERIFIED", "\\u202eDEIFIREV", "\\ud800"])
def test_what_a_file_says_can_not_draw_on_the_reader_s_screen(
    file: Path, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_bytes(b'{"#export":["transfers","2"]}\n{"#note":["%b"]}\n' % words.encode())
    file.write_bytes(night().export("jsonl").replace(b'{"#rows"', b'{"#note":["%b"]}\n{"#rows"' % words.encode(), 1))
    assert main([str(file), BY_KEY]) == 1
    said = capsys.readouterr().out
    assert f"note: {words.replace(chr(92) + 'u001b', chr(92) + 'x1b')}" in said.replace("\\r", "\\r")
    assert not any(line.startswith(("VERIFIED", "DEI")) for line in said.splitlines())
    assert all(each.isprintable() for line in said.splitlines() for each in line)


def test_2_for_a_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "none.csv")]) == 2
    assert "can't be read" in capsys.readouterr().err


def test_the_report_as_json(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(file), "--json", BY_KEY]) == 0
    read = json.loads(capsys.readouterr().out)
    assert read["findings"] == []
    assert read["scope"] == ["everything"]
