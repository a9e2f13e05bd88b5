"""Backed up, restored to another server, verified there; and what the log and its witness say to it."""

import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from deploy.local.cluster import running
from ledger.balances import trial_balance
from ledger.log import keys
from ledger.log.audit import audit
from ledger.log.cosigning import WitnessRefuses
from tests.faults.backup.conftest import Taken
from tests.faults.backup.house import House, backup, done

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("backup")]
WHOLE = "the restored books are whole"
FORKED = "THE LOG WENT BACK"


def _postings(house: House) -> int:
    with house.connect("auditor") as auditor:
        ((postings,),) = auditor.execute("select count(*) from ledger_posting").fetchall()
    return int(postings)


def _log_is_whole(house: House, *former: Path) -> None:
    path = Path(house.env["LOG_KEY"])
    with house.connect("auditor") as auditor:
        assert audit(auditor, keys.read(path).public, former=[keys.read(each).public for each in former]) == []


def test_restored_to_the_end_it_has_every_row_and_its_log_goes_on(taken: Taken, tmp_path: Path) -> None:
    with taken.restored(tmp_path / "state") as (house, said):
        assert house.rows() == taken.rows
        assert house.rules() == taken.rules
        assert WHOLE in said
        assert "VERIFIED" in said
        assert FORKED not in said
        assert house.seal() == 2, "what the old house hadn't sealed yet"
        house.post(1)
        assert house.seal() == 1
        with house.witness():
            assert house.cosign() == taken.all + 1
        _log_is_whole(house)


def test_restored_to_an_instant_what_came_later_is_gone_and_its_witness_refuses_the_fork(
    taken: Taken, tmp_path: Path
) -> None:
    state = tmp_path / "state"
    with taken.restored(state, "--until", taken.instant.isoformat()) as (house, said):
        assert _postings(house) == taken.early
        with house.connect("auditor") as auditor:
            assert [line for line in trial_balance(auditor) if not line.balances] == []
            assert max(line.positive for line in trial_balance(auditor)) == 100 * taken.early
        assert WHOLE in said
        assert FORKED in said
        with house.witness():
            for _ in range(2):
                house.post(taken.all - taken.early)
                house.seal()
                with pytest.raises(WitnessRefuses, match="has seen another log"):
                    house.cosign()
    new = done("--state", state, "new-log").partition("+")[0]
    with running(state) as env, House(env).witness():
        house = House(env)
        house.post(1)
        house.seal()
        assert house.cosign() == _postings(house)
        (old,) = Path(house.env["LOG_KEY"]).parent.glob("log.key.until-*")
        assert keys.read(Path(house.env["LOG_KEY"])).public.name == new
        _log_is_whole(house, old)


def test_a_dump_restored_under_another_system_identifier_is_sealed_on_from_what_has_no_leaf(
    taken: Taken, tmp_path: Path
) -> None:
    with taken.restored(tmp_path / "state", source=taken.dump) as (house, said):
        assert house.rows() == taken.rows
        assert house.rules() == taken.rules
        assert WHOLE in said
        house.post(1)
        assert house.seal() == 3
        with house.witness():
            assert house.cosign() == taken.all + 1
        _log_is_whole(house)


def test_an_instant_past_the_archives_end_is_refused(taken: Taken, tmp_path: Path) -> None:
    late = datetime.now(UTC).isoformat()
    refused = backup("restore", taken.shelf, "--keys", taken.keys, "--to", tmp_path / "state", "--until", late)
    assert refused.returncode == 1
    assert "recovery ended before configured recovery target was reached" in refused.stderr
    assert WHOLE not in refused.stderr


def test_a_base_backup_with_a_changed_byte_is_refused(taken: Taken, tmp_path: Path) -> None:
    shelf = tmp_path / "shelf"
    shutil.copytree(taken.shelf, shelf)
    (damaged,) = shelf.glob("base/*/global/pg_control")
    content = bytearray(damaged.read_bytes())
    content[100] ^= 1
    damaged.write_bytes(content)
    refused = backup("restore", shelf, "--keys", taken.keys, "--to", tmp_path / "state")
    assert refused.returncode == 1
    assert "pg_verifybackup failed" in refused.stderr
    assert not (tmp_path / "state" / "postgres").exists()
    assert list((tmp_path / "state" / "secrets").iterdir()) == []
