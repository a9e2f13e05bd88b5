"""python -m games: what it prints and how it exits, whatever the file holds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.__main__ import main

GOOD: dict[str, Any] = {
    "id": "good",
    "game": "hazard",
    "settings": {"main": "seven"},
    "seats": ["A"],
    "purses": {"A": 100},
    "events": [{"stake": 10, "by": "A"}, {"throw": [5, 6]}],
    "expect": {"over": True, "net": {"A": 10, "house": -10}},
}


def replay(tmp_path: Path, *lines: bytes) -> int:
    file = tmp_path / "rounds.jsonl"
    file.write_bytes(b"\n".join(lines))
    return main(["replay", str(file)])


def test_a_file_that_agrees_exits_0(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay(tmp_path, json.dumps(GOOD).encode(), b"", json.dumps(GOOD).encode()) == 0
    assert capsys.readouterr().out == "2 passed, 0 failed\n"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"expect": {"net": {"A": 11, "house": -10}}}, "net of A: expected 11, got 10"),
        ({"expect": {"net": {"A": 10}}}, "net of house: expected 0, got -10"),
        ({"expect": {"net": {"A": 10, "B": 1, "house": -10}}}, "net of B"),
        ({"expect": {"over": False}}, "over: expected false, got true"),
        ({"expect": {"refused": [1]}}, 'event 1 {"throw": [5, 6]} was accepted, not refused'),
        ({"expect": {"refused": [2]}}, "expect.refused is no list of events"),
        ({"expect": {"refused": [True]}}, "expect.refused is no list of events"),
        ({"expect": {"moon": 1}}, "expect names moon"),
        ({"expect": {"next": {"caster": "B"}}}, "next of caster: expected B, got A"),
        ({"expect": {"next": {"banker": "B"}}}, "next of banker: expected B, got None"),
        ({"expect": {"next": "A"}}, "next: expected an object"),
        ({"expect": []}, "needs expect, an object"),
        ({"events": [{"throw": [5, 6]}]}, "was refused, stake_first"),
        ({"events": {}}, "needs events, a list"),
        ({"events": [7]}, "was refused, event_unknown"),
        ({"game": "roulette"}, "no game called"),
        ({"game": ["hazard"]}, "needs game, text"),
        ({"edition": "99"}, "no edition"),
        ({"edition": 1}, "edition is no text"),
        ({"settings": {"mian": "seven"}}, "setting_unknown"),
        ({"settings": {"main": 7}}, "setting_wrong"),
        ({"seats": [], "purses": {}}, "seats_number"),
        ({"seats": [["A"]]}, "purses names A"),
        ({"seats": ["A", None]}, "seats_wrong"),
        ({"seats": ["A", {}], "purses": {}}, "seats_wrong"),
        ({"purses": {"A": 100, "B": 1}}, "purses names B"),
        ({"purses": {"A": 100.0}}, "no whole number"),
        ({"purses": {"A": -1}}, "no whole number"),
        ({"purses": {"A": True}}, "no whole number"),
        ({"start": {"losses": -1}}, "start_wrong"),
        ({"start": {"losses": "2"}}, "start_wrong"),
        ({"start": {"line": [{}]}}, "start_wrong"),
        ({"start": {"caster": 5}}, "start_wrong"),
        ({"start": {"moon": 2}}, "start_wrong"),
        ({"start": []}, "start is no object"),
        ({"codes": ["over", None]}, "codes: the record has others"),
        ({"movements": []}, "movements: the record has others"),
        ({"calls": [[], []]}, "calls: the record has others"),
    ],
    ids=str,
)
def test_a_record_that_differs_exits_1_with_the_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: dict[str, Any], reason: str
) -> None:
    assert replay(tmp_path, json.dumps({**GOOD, **change}).encode(), json.dumps(GOOD).encode()) == 1
    differs, counts = capsys.readouterr().out.splitlines()
    assert differs.startswith("good: ")
    assert reason in differs
    assert counts == "1 passed, 1 failed"


@pytest.mark.parametrize(
    "line",
    [
        b"{",
        b"\xff\xfe",
        b"7",
        b"null",
        b"[]",
        b"[" * 100_000,
        b'{"id": "x", "id": "y"}',
        b'{"id": NaN}',
        b'{"id": ' + b"9" * 5000 + b"}",
        b"{}",
    ],
    ids=lambda line: line[:20].decode("latin-1"),
)
def test_a_line_that_is_no_record_fails_by_its_number(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: bytes
) -> None:
    assert replay(tmp_path, json.dumps(GOOD).encode(), line) == 1
    differs, counts = capsys.readouterr().out.splitlines()
    assert differs.startswith("line 2: ")
    assert counts == "1 passed, 1 failed"


def test_a_missing_file_exits_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(tmp_path / "none.jsonl")]) == 2
    assert "can't be read" in capsys.readouterr().err


VECTORS = Path(__file__).parent.parent / "vectors" / "fairness.json"


def derived(tmp_path: Path, answers: object) -> int:
    file = tmp_path / "answers.json"
    file.write_text(json.dumps(answers))
    return main(["derive", str(file)])


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        (("links", "41"), "0" * 64, "link 41: expected 0000"),
        (("links", "5000"), "0" * 64, "the chain has links 0 to 4096"),
        (("links", "²"), "0" * 64, "the chain has links 0 to 4096"),
        (("mix", "value"), "-", "mix: expected -"),
        (("mix", "nonces"), ["x"], "mix: nonce: give"),
        (("mix",), 7, "mix: "),
        (("beacon", "bytes"), "FF", "beacon: beacon bytes: give lower-case"),
        (("throws", 0, "faces"), [1, 6], "throw 1: expected [1, 6], got [1, 5]"),
        (("throws", 0, "i"), 43, "throw 1: its link is not link 43"),
        (("throws", 0, "round"), "7", "throw 1: round: give a whole number"),
        (("throws", 0), 5, "throw 1: "),
        (("throws", 0), {}, "throw 1: 'i' is missing"),
    ],
    ids=str,
)
def test_one_changed_answer_is_the_one_that_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], path: tuple[Any, ...], value: Any, reason: str
) -> None:
    answers = json.loads(VECTORS.read_text())
    inner = answers
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    assert derived(tmp_path, answers) == 1
    differs, counts = capsys.readouterr().out.splitlines()
    assert reason in differs
    assert counts.endswith("passed, 1 failed")


@pytest.mark.parametrize(
    "answers", [7, [], {}, {"shift": "A", "root": "x", "N": 2}, {"shift": "A", "root": "0" * 64, "N": 10**9}]
)
def test_a_file_of_something_else_fails_with_a_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], answers: object
) -> None:
    assert derived(tmp_path, answers) == 1
    assert "is no file of known answers" in capsys.readouterr().out


def test_the_odds_of_a_game_are_printed_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "hazard", "main=seven", "min_stake=7", 'odds_rounding="exact"']) == 0
    head, line, stake, *odds = capsys.readouterr().out.splitlines()
    assert head.startswith("| bet | wins | ties | loses |")
    assert line.count("---") == head.count("|") - 1
    assert stake.startswith("| stake | 244/495 | 0 | 251/495 | -7/495 = -1.414 % | 7/495 = 1.414 % |")
    assert [row.split(" | ")[0] for row in odds] == ["| odds on 4, 10", "| odds on 5, 9", "| odds on 6, 8"]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["roulette"], "game_unknown"),
        (["hazard", "main"], "settings_shape"),
        (["hazard", "main=eight"], "setting_wrong"),
        (["hazard", "mian=seven"], "setting_unknown"),
        (["zar", "preset=die_rich", "bank=house", "miss=0"], "setting_wrong"),
    ],
    ids=str,
)
def test_odds_of_no_game_or_wrong_settings_exit_2_with_a_sentence(
    arguments: list[str], code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["odds", *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"{code}: ")
