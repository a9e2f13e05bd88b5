"""A night's bundle from real tables: records replay, dice derive, and a bare Python far away verifies it all."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import psycopg
import pytest

from casino.bundle.jobs import MAKERS
from casino.bundle.records import record
from casino.bundle.verify import verify_bundle
from casino.bundle.verify.__main__ import main as verify_path
from casino.bundle.write import bundle, export_rounds
from casino.cage import exchange
from casino.people.actors import staff
from casino.pit import acts
from deploy.build_verifier import build, parts
from games.__main__ import main as games
from games.engine.replay import differences
from ledger.errors import Refused
from ledger.exports import Scope, jobs
from ledger.exports.models import Job
from tests.casino.night.evening import DAY, Evening, use
from tests.casino.world import House
from tests.ledger.sealed import ARGUMENTS, TRUST, seal

NAME = DAY.isoformat()


def records_of(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in next(folder.glob("rounds-*.jsonl")).read_bytes().splitlines()]


def auditor(house: House) -> psycopg.Connection[Any]:
    return psycopg.connect(house.addresses["AUDITOR_DATABASE_URL"], autocommit=True)


def test_a_nights_bundle_is_verified(night_bundle: Path) -> None:
    report = verify_bundle(night_bundle, TRUST)
    assert report.faults == ()
    assert report.counts["throws"] >= 120
    assert report.counts["chains"] == 2
    assert report.transfers is not None
    assert report.transfers.scope == ("day", NAME)


def test_every_round_exports_as_a_record_that_replays(night_bundle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert games(["replay", str(night_bundle / f"rounds-{NAME}.jsonl")]) == 0
    count = len(records_of(night_bundle))
    assert capsys.readouterr().out.splitlines()[-1] == f"{count} passed, 0 failed"
    assert all(each["expect"]["over"] for each in records_of(night_bundle))


def test_records_carry_their_dice_back_to_link_0_and_the_root(night_bundle: Path) -> None:
    for each in records_of(night_bundle):
        assert [one["throw"]["faces"] for one in each["throws"]] == [
            event["throw"] for event in each["events"] if "throw" in event
        ]
        for facts in each["chains"].values():
            assert len(facts["link0"]) == len(facts["root"]) == 64


def test_the_verifier_runs_on_a_bare_python_far_from_the_repository(night_bundle: Path, tmp_path: Path) -> None:
    """Copied out, without site packages, without an environment, from an empty folder."""
    far = tmp_path / "far"
    far.mkdir()
    verifier = shutil.copy(build(tmp_path / "verify.pyz"), far)
    shutil.copytree(night_bundle, far / "bundle")

    def verdict(path: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-I", "-S", verifier, path, *ARGUMENTS]
        return subprocess.run(command, cwd=far, env={}, capture_output=True, text=True, check=False)

    whole = verdict("bundle")
    assert whole.returncode == 0, whole.stdout + whole.stderr
    assert whole.stdout.splitlines()[-1].startswith("VERIFIED")
    one = verdict(f"bundle/transfers-{NAME}.csv")
    assert (one.returncode, one.stdout.splitlines()[-1].startswith("VERIFIED: day")) == (0, True)
    rows = far / "bundle" / f"transfers-{NAME}.csv"
    rows.chmod(0o644)
    rows.write_bytes(rows.read_bytes().replace(b",staff:", b",player:", 1))
    edited = verdict("bundle")
    assert edited.returncode == 1
    assert "edited: row" in edited.stdout


def test_the_same_sources_give_the_same_verifier(tmp_path: Path) -> None:
    assert build(tmp_path / "one.pyz").read_bytes() == build(tmp_path / "two.pyz").read_bytes()
    assert not any("django" in path.read_text() or "psycopg" in path.read_text() for path in parts())


def test_a_bundle_packed_in_one_file_is_verified_as_it_is(played: House, tmp_path: Path) -> None:
    number, _ = jobs.request("bundle", "csv", Scope.of_day(DAY), "staff:1", MAKERS)
    use(played, "worker")
    assert jobs.run(number, tmp_path, MAKERS) == "done"
    job = Job.objects.get(id=number)
    packed = Path(job.folder) / job.name
    assert [path.name for path in packed.parent.iterdir()] == [f"bundle-{NAME}.zip"]
    assert verify_path([str(packed), *ARGUMENTS]) == 0
    assert verify_path([str(packed)]) == 3


def test_a_round_still_open_is_exported_as_open(evening: Evening, tmp_path: Path) -> None:
    evening.open("H1")
    receipts = evening.play("H1", 3)
    while receipts[-1].over:
        receipts = evening.play("H1", 1)
    seal(evening.house.addresses["SEALER_DATABASE_URL"])
    with auditor(evening.house) as link:
        made = bundle(link, Scope(), tmp_path / "bundle")
    report = verify_bundle(made.folder)
    assert report.faults == ()
    assert report.notes[1:] == ("1 rounds are still open.",)
    last = records_of(made.folder)[-1]
    assert last["expect"] == {"over": False}
    assert differences(last) == []


def test_chips_bought_while_a_round_runs_are_in_its_purses(evening: Evening, tmp_path: Path) -> None:
    """A record knows purses at its beginning only: what was laid from chips that came in later must be covered too."""
    evening.open("H1")
    house = evening.house
    while True:
        evening.lay("H1", "stake")
        if evening.play("H1", 1)[-1].calls == ["chance_set"]:
            break
    exchange.buy_in_at_table(
        key=house.key(),
        player=evening.players[1],
        table="H1",
        amount=20_000,
        actor=staff(house.dealer),
        at=house.now(),
    )
    acts.take(key=house.key(), table="H1", seat=2, event={"odds": 400}, actor=staff(house.dealer), at=house.now())
    seal(house.addresses["SEALER_DATABASE_URL"])
    with auditor(house) as link:
        made = export_rounds(link, Scope(), tmp_path)
    last = json.loads(made.path.read_bytes().splitlines()[-1])
    assert last["house"]["came_in"]["2"] > 0
    assert differences(last) == []


def test_a_bundle_of_a_house_that_is_ahead_of_its_log_says_what_is_not_sealed_yet(
    evening: Evening, tmp_path: Path
) -> None:
    """Rounds go on while the sealer is a moment behind: what they moved since is named, not taken for a lie."""
    house = evening.house
    evening.open("H1")
    evening.play("H1", 3)
    evening.play_out("H1")
    seal(house.addresses["SEALER_DATABASE_URL"])
    evening.play("H1", 6)
    house.stock(chips={100: 20})
    house.done("fill", {100: 20}, "H1")
    with auditor(house) as link:
        made = bundle(link, Scope(), tmp_path / "bundle", wait=False)
    report = verify_bundle(made.folder, TRUST)
    assert report.faults == ()
    ahead = next(note for note in report.notes if "events and slips were not sealed yet" in note)
    assert int(ahead.split()[0]) >= 1
    contents = json.loads((made.folder / "manifest.json").read_bytes())
    (made.folder / "manifest.json").chmod(0o644)
    hidden = next(each for each in contents["beyond"] if each[0].startswith("round:"))
    told = [each for each in contents["beyond"] if each != hidden]
    (made.folder / "manifest.json").write_text(json.dumps({**contents, "beyond": told}))
    assert {fault.kind for fault in verify_bundle(made.folder, TRUST).faults} == {"payout"}


def test_a_day_without_play_says_no_activity(house: House, tmp_path: Path) -> None:
    with auditor(house) as link:
        made = bundle(link, Scope.of_day(DAY), tmp_path / "bundle")
    assert json.loads((made.folder / "manifest.json").read_bytes())["note"] == "No activity"
    assert verify_bundle(made.folder).good


def test_rounds_are_exported_by_days_only(house: House, tmp_path: Path) -> None:
    with auditor(house) as link, pytest.raises(Refused) as refusal:
        export_rounds(link, Scope(account="player:1"), tmp_path)
    assert refusal.value.code == "days_only"


def test_a_record_starts_from_who_had_chips_though_its_reader_can_not_know() -> None:
    """Seat 1 had none, so the dice were seat 2's; a reader without purses must open the round the same."""
    kept = {
        "id": 1, "number": 1, "state": "open", "seats": {"1": 11, "2": 12}, "purses": {"1": 0, "2": 50, "house": 99},
        "start": {}, "net": {}, "opened_at": "", "over_at": None, "shift": 1, "table": "H1", "day": NAME,
        "game": "hazard", "edition": "1", "settings": {"main": "seven"}, "chip": 100, "currency": "GBP",
        "events": [[{"stake": 5, "by": "2"}, [], [["purse", "2", "layout", "", 5, "stake", "2"],
                    ["bank", "house", "bank_held", "house", 5, "hold", "house"]]]],
        "throws": [], "chains": {},
    }  # fmt: skip
    made = record(kept)
    assert made["start"]["caster"] == "2"
    assert differences(made) == []
