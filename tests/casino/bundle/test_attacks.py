"""What somebody may do to a bundle, its manifest written anew: found, and the round or chain named."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from casino.bundle.drill import on_bundle
from casino.bundle.verify import verify_bundle
from casino.bundle.verify.findings import Kind
from tests.casino.night.evening import DAY

Records = list[dict[str, Any]]
ROUNDS = f"rounds-{DAY.isoformat()}.jsonl"
TRANSFERS = f"transfers-{DAY.isoformat()}.csv"


def relist(folder: Path, name: str, content: bytes) -> None:
    """The file with other content, and the manifest agreeing."""
    (folder / name).write_bytes(content)
    manifest = json.loads((folder / "manifest.json").read_bytes())
    manifest["files"][name] |= {"size": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    (folder / "manifest.json").write_text(json.dumps(manifest))


def attacked(folder: Path, change: Callable[[Records], None]) -> set[str]:
    """The kinds of fault found once the records were changed."""
    records = [json.loads(line) for line in (folder / ROUNDS).read_bytes().splitlines()]
    change(records)
    relist(folder, ROUNDS, b"".join(json.dumps(each).encode() + b"\n" for each in records))
    return {fault.kind for fault in verify_bundle(folder).faults}


def thrown(records: Records) -> dict[str, Any]:
    """A round in the middle in which the dice fell more than once."""
    return next(each for each in records[2:] if len(each["throws"]) > 1 and each["house"]["state"] == "over")


def test_a_copy_as_it_is_is_verified(copy: Path) -> None:
    assert attacked(copy, lambda records: None) == set()


def other_mix(records: Records) -> None:
    thrown(records)["throws"][0]["close"]["mix"] = "ab" * 32


def other_number(records: Records) -> None:
    thrown(records)["throws"][0]["close"]["round_number"] += 1


def a_beacon_nobody_knows(records: Records) -> None:
    thrown(records)["throws"][0]["close"]["beacon"] = "drand"


def link_used_twice(records: Records) -> None:
    throws = thrown(records)["throws"]
    throws[1]["close"]["i"], throws[1]["throw"]["link"] = throws[0]["close"]["i"], throws[0]["throw"]["link"]


def other_root(records: Records) -> None:
    for each in records:
        for facts in each["chains"].values():
            facts["root"] = "ef" * 32


def one_round_with_another_chain(records: Records) -> None:
    for facts in thrown(records)["chains"].values():
        facts["links"] -= 1


def other_player(records: Records) -> None:
    house = thrown(records)["house"]
    house["players"] = {seat: player + 100 for seat, player in house["players"].items()}


def other_currency(records: Records) -> None:
    thrown(records)["house"]["currency"] = "EUR"


def other_day(records: Records) -> None:
    thrown(records)["house"]["day"] = "2026-06-14"


def other_table(records: Records) -> None:
    thrown(records)["house"]["table"] = "H9"


def stake_left_out(records: Records) -> None:
    record = thrown(records)
    at = next(n for n, moves in enumerate(record["movements"]) if moves)
    for key in ("events", "codes", "calls", "movements"):
        del record[key][at]


def said_to_be_open(records: Records) -> None:
    thrown(records)["expect"] = {"over": False}


def other_settings(records: Records) -> None:
    thrown(records)["settings"] = {"main": "seven"}


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (other_mix, "dice"), (other_number, "dice"), (a_beacon_nobody_knows, "dice"), (link_used_twice, "sequence"),
        (other_root, "chain"), (one_round_with_another_chain, "chain"), (other_player, "payout"),
        (other_currency, "payout"), (other_day, "payout"), (other_table, "payout"), (stake_left_out, "replay"),
        (said_to_be_open, "replay"), (other_settings, "replay"),
    ],
    ids=lambda value: getattr(value, "__name__", value),
)  # fmt: skip
def test_a_changed_record_is_found(copy: Path, change: Callable[[Records], None], kind: Kind) -> None:
    assert kind in attacked(copy, change)


@pytest.mark.parametrize(
    "content",
    [
        b"{}",
        b"[]",
        b"null",
        b"x",
        b'{"id": "round:1"}',
        b'{"id": "round:1", "house": {"round": "1"}}',
        b"\xff",
        b"[" * 9999,
    ],
)
def test_a_line_that_is_no_record_is_found(copy: Path, content: bytes) -> None:
    relist(copy, ROUNDS, (copy / ROUNDS).read_bytes() + content + b"\n")
    assert "replay" in {fault.kind for fault in verify_bundle(copy).faults}


@pytest.mark.parametrize("key", ["house", "throws", "chains", "events", "movements", "expect", "seats", "edition"])
def test_a_record_without_one_of_its_keys_is_found(copy: Path, key: str) -> None:
    assert "replay" in attacked(copy, lambda records: records[0].pop(key))


def test_a_file_that_is_gone_is_found(copy: Path) -> None:
    (copy / TRANSFERS).unlink()
    assert {fault.where for fault in verify_bundle(copy).faults if fault.kind == "contents"} >= {TRANSFERS}


def test_a_file_that_nobody_listed_is_found(copy: Path) -> None:
    (copy / "more.csv").write_text("x")
    assert [(fault.kind, fault.where) for fault in verify_bundle(copy).faults] == [("contents", "more.csv")]


def test_a_file_put_in_anothers_place_is_found(copy: Path) -> None:
    (copy / ROUNDS).write_bytes((copy / ROUNDS).read_bytes()[:-1])
    assert ("contents", ROUNDS) in {(fault.kind, fault.where) for fault in verify_bundle(copy).faults}


def test_transfers_of_another_scope_are_found(copy: Path) -> None:
    manifest = json.loads((copy / "manifest.json").read_bytes())
    (copy / "manifest.json").write_text(json.dumps({**manifest, "scope": ["everything"]}))
    assert "contents" in {fault.kind for fault in verify_bundle(copy).faults}


def test_a_shift_that_counts_more_rounds_is_found(copy: Path) -> None:
    manifest = json.loads((copy / "manifest.json").read_bytes())
    manifest["shifts"][0]["rounds"] += 1
    (copy / "manifest.json").write_text(json.dumps(manifest))
    assert "sequence" in {fault.kind for fault in verify_bundle(copy).faults}


def test_every_attack_of_the_drill_is_caught(night_bundle: Path) -> None:
    outcomes = [*on_bundle.attacks(night_bundle)]
    assert len(outcomes) >= 12
    assert [outcome.attack for outcome in outcomes if not outcome.caught] == []


def test_a_slip_that_is_no_slip_is_found(copy: Path) -> None:
    slips = f"slips-{DAY.isoformat()}.jsonl"
    relist(copy, slips, (copy / slips).read_bytes() + b"{}\n")
    assert [fault.kind for fault in verify_bundle(copy).faults] == ["slip"]
