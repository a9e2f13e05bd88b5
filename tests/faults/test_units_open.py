"""A server of one's own, by deploy/README.md: keys, static files, each unit's command in its own environment."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

from casino.settings.environment import database_variable
from deploy import new_keys
from deploy.local.leash import die_with_parent
from deploy.local.members import KEEPER, LIVE, SEALER, WEB, WITNESS, WORKERS, Member
from deploy.local.state import CHECKOUT
from tests.databases import Database
from tests.faults.stacks import eventually
from tests.faults.test_systemd import UNITS, _service

pytestmark = pytest.mark.slow
PORTS = {"8000": "", "8001": "", "8002": ""}


@pytest.fixture
def server(tmp_path: Path, clone: Callable[[], Database]) -> Iterator["Server"]:
    found = Server(tmp_path, clone().environment())
    try:
        yield found
    finally:
        found.stop()


class Server:
    """The units' processes with `/etc`, `/run` and `/var/lib` under one folder, on free ports."""

    def __init__(self, root: Path, addresses: dict[str, str]) -> None:
        self.addresses = addresses
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        self.ports = {port: _free() for port in PORTS}
        self.places = {
            "/opt/hazard-house/.venv/bin/python": sys.executable, "/opt/hazard-house": str(CHECKOUT),
            "/etc/hazard-house": str(root / "etc"), "/var/lib/hazard-house": str(root / "lib"), "%%": "%",
        }  # fmt: skip
        for folder in ("lib", "lib-witness"):
            (root / folder).mkdir(mode=0o700)
        self.files = {
            "house": {
                "HOUSE_ENV": "production", "HOUSE_HOSTS": "casino.example", "HOUSE_URL": "https://casino.example",
                "BROKER_URL": addresses["BROKER_URL"], "KEEPER_SOCKET": str(root / "k.sock"),
            },
            "witness": {"WITNESS_LISTEN": f"127.0.0.1:{self.ports['8002']}"},
        }  # fmt: skip
        at = f"http://127.0.0.1:{self.ports['8002']}"
        assert new_keys.main([str(root / "etc"), "--log", "c/log", "--witness", "c/w", "--witness-at", at]) == 0

    def begin(self, name: str, login: str) -> None:
        """Start the unit with nothing but what it and its two files say."""
        service = _service(UNITS / f"hazard-house-{name}.service")
        given = dict(self._here(word).split("=", 1) for word in service["Environment"].split())
        own = {} if login == "witness" else {database_variable(login): self.addresses[database_variable(login)]}
        files = self.files["witness"] if login == "witness" else self.files["house"]
        words = [self.ports.get(word) or self._here(word) for word in service["ExecStart"].split()]
        parent = os.getpid()
        self.running[name] = subprocess.Popen(
            words,
            env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8", **files, **own, **given},
            cwd=CHECKOUT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            preexec_fn=lambda: die_with_parent(parent),
        )  # fmt: skip

    def _here(self, text: str) -> str:
        for there, here in self.places.items():
            text = text.replace(there, here)
        return text.replace("127.0.0.1:8000", f"127.0.0.1:{self.ports['8000']}")

    def asked(self, port: str, path: str) -> int:
        """The status of a page, as the proxy before the house would ask for it; 0 while nobody answers."""
        door = HTTPConnection("127.0.0.1", int(self.ports[port]), timeout=5)
        try:
            door.request("GET", path, headers={"Host": "casino.example", "X-Forwarded-Proto": "https"})
            return door.getresponse().status
        except OSError:
            return 0
        finally:
            door.close()

    def stop(self) -> None:
        for process in self.running.values():
            process.send_signal(signal.SIGTERM)
        for process in self.running.values():
            process.communicate(timeout=60)


def _free() -> str:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return str(door.getsockname()[1])


def test_the_units_open_a_house_in_production(server: Server) -> None:
    static = [sys.executable, "manage.py", "collectstatic", "--noinput"]
    build = {"HOUSE_ENV": "production", "HOUSE_BUILD": "1", "HOUSE_HOSTS": "casino.example", "PATH": os.environ["PATH"]}
    subprocess.run(static, cwd=CHECKOUT, env=build, check=True, stdout=subprocess.DEVNULL)
    server.begin("migrate", "owner")
    migrate = server.running.pop("migrate")
    said, _ = migrate.communicate(timeout=180)
    assert migrate.returncode == 0, said
    members: tuple[Member, ...] = (KEEPER, WITNESS, SEALER, *WORKERS, WEB, LIVE)
    for member in members:
        server.begin(member.name, member.login)
    eventually(lambda: server.asked("8000", "/readyz") == 200, 90)
    eventually(lambda: server.asked("8001", "/readyz") == 200, 60)
    assert server.asked("8000", "/login") == 200
    ended = {name: process.communicate()[0] for name, process in server.running.items() if process.poll() is not None}
    assert ended == {}
