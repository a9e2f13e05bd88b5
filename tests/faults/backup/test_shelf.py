"""What lies in a backup folder, and what is refused before any server is started."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from deploy.backup import new_log, restore, take
from deploy.backup.__main__ import main
from deploy.backup.programs import server
from deploy.backup.shelf import Shelf, begins, needed
from deploy.local import log_keys
from deploy.local.locks import Hold
from deploy.local.refusal import Refusal
from deploy.local.state import open_state
from ledger.log import keys

NIGHT = datetime(2026, 6, 15, 23, 10, tzinfo=UTC)
FIRST = "0000000100000000000000FE"


def _archive(folder: Path, *names: str) -> list[Path]:
    for name in names:
        (folder / name).touch()
    return sorted(folder.iterdir())


def test_the_newest_base_backup_from_before_the_instant_is_taken(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    for hours in (0, 1, 2):
        shelf.base(NIGHT + timedelta(hours=hours)).mkdir(parents=True)
    assert shelf.base_for(None) == shelf.base(NIGHT + timedelta(hours=2))
    assert shelf.base_for(NIGHT + timedelta(minutes=90)) == shelf.base(NIGHT + timedelta(hours=1))
    assert shelf.base_for(NIGHT) == shelf.base(NIGHT)
    with pytest.raises(Refusal, match="no base backup from before"):
        shelf.base_for(NIGHT - timedelta(seconds=1))


def test_a_base_backup_says_where_its_log_begins(tmp_path: Path) -> None:
    label = tmp_path / "backup_label"
    label.write_text(f"START WAL LOCATION: 0/FE000028 (file {FIRST})\nCHECKPOINT LOCATION: 0/FE000080\n")
    assert begins(tmp_path) == FIRST
    label.write_text("nothing of the kind\n")
    with pytest.raises(Refusal, match="take another base backup"):
        begins(tmp_path)


def test_segments_are_counted_over_the_end_of_a_file_number_and_over_timelines(tmp_path: Path) -> None:
    names = [FIRST, "0000000100000000000000FF", "000000010000000100000000", "000000020000000100000001.partial"]
    files = _archive(tmp_path, "0000000100000000000000FD", *names, "00000002.history", "archive_status")
    assert [path.name for path in needed(files, FIRST)] == [*names, "00000002.history"]


def test_a_missing_segment_is_refused_by_name(tmp_path: Path) -> None:
    files = _archive(tmp_path, FIRST, "000000010000000100000000")
    with pytest.raises(Refusal, match=re.escape("lacks segment 0000000100000000000000FF")):
        needed(files, FIRST)


def test_keys_are_not_kept_with_the_database(tmp_path: Path) -> None:
    state = open_state(tmp_path / "state")
    log_keys.ensure(state)
    (tmp_path / "backup" / "base").mkdir(parents=True)
    for folder in (tmp_path / "backup", tmp_path / "backup" / "keys"):
        with pytest.raises(Refusal, match="keep the keys apart"):
            take.keys(state, folder)
    copy = take.keys(state, tmp_path / "vault")
    assert (copy / "secrets" / "log" / "log.key").read_bytes() == (state.secrets / "log" / "log.key").read_bytes()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["base", ""], "it is empty; with make, give `make backup TO=… KEYS=…`"),
        (["restore", "", "--keys", "", "--to", ""], "it is empty"),
        (
            ["restore", "a", "--keys", "b", "--to", "c", "--until", "dawn"],
            "'dawn' is no instant: write it as 2026-06-15T",
        ),
        (["restore", "a", "--keys", "b", "--to", "c", "--until", "2026-06-15T23:10:00"], "needs a time zone"),
    ],
)
def test_an_empty_folder_and_an_instant_that_is_none_are_said_so(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """`make backup` without TO= must not write into the present folder."""
    with pytest.raises(SystemExit) as left:
        main(words)
    assert left.value.code == 2
    assert sentence in capsys.readouterr().err


def test_a_server_that_is_away_is_said_with_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BACKUP_DATABASE_URL", raising=False)
    with pytest.raises(Refusal, match="open the house"):
        server(tmp_path)


def test_nothing_is_restored_over_a_house_that_is_there(tmp_path: Path) -> None:
    state = open_state(tmp_path / "state")
    log_keys.ensure(state)
    copy = take.keys(state, tmp_path / "vault")
    with pytest.raises(Refusal, match="secrets of its own"):
        restore.keys(copy, state)
    (state.root / "postgres").mkdir()
    with pytest.raises(Refusal, match="has data already"):
        restore.lay(Shelf(tmp_path / "backup"), state, None)
    with pytest.raises(Refusal, match="holds no keys"):
        restore.keys(tmp_path, open_state(tmp_path / "other"))


def test_a_new_log_has_another_name_each_time_and_is_not_begun_in_a_running_house(tmp_path: Path) -> None:
    state = open_state(tmp_path / "state")
    first = log_keys.ensure(state)
    old = keys.read(Path(first["LOG_KEY"])).public
    with Hold(state.root / "lock"), pytest.raises(Refusal, match="stop it first"):
        new_log.begin(state)
    begun = new_log.begin(state)
    assert begun.startswith(f"{old.name}/after-")
    assert Path(first["WITNESS_LOGS"]).read_text() == f"{begun}\n"
    (kept,) = Path(first["LOG_KEY"]).parent.glob("log.key.until-*")
    assert keys.read(kept).public == old
