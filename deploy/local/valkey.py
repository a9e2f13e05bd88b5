"""The embedded Valkey (or Redis): the broker between the house's processes, over a Unix socket only."""

import signal
import socket
from pathlib import Path
from typing import Final

from deploy.local.binaries import find_valkey
from deploy.local.program import Program
from deploy.local.state import State

# A queue must never be evicted, and must survive a restart: https://valkey.io/topics/persistence
_SETTINGS: Final = """\
port 0
unixsocket "{socket}"
unixsocketperm 700
dir "{folder}"
daemonize no
databases 1
maxmemory-policy noeviction
appendonly yes
appendfsync everysec
save ""
loglevel notice
logfile ""
"""


def socket_path(state: State) -> Path:
    """Where the server listens; only the owner of the socket folder gets there."""
    return state.sockets / "valkey.sock"


def broker_url(state: State) -> str:
    """The address in the form that Celery (kombu) takes."""
    return f"redis+socket://{socket_path(state)}"


def program(state: State) -> Program:
    """The server of this state."""
    folder = state.root / "valkey"
    settings = folder / "valkey.conf"

    def prepare() -> None:
        folder.mkdir(mode=0o700, exist_ok=True)
        settings.write_text(_SETTINGS.format(socket=socket_path(state), folder=_quoted(folder)))

    return Program(
        name="valkey",
        command=(str(find_valkey()), str(settings)),
        prepare=prepare,
        ready=lambda: _answers(socket_path(state)),
        death_signal=signal.SIGTERM,
        stop_signal=signal.SIGTERM,
    )


def _quoted(path: Path) -> str:
    return str(path).replace("\\", "\\\\").replace('"', '\\"')


def _answers(path: Path) -> bool:
    """Whether the server says PONG; while it loads its file it says LOADING."""
    try:
        with socket.socket(socket.AF_UNIX) as talk:
            talk.settimeout(2)
            talk.connect(str(path))
            talk.sendall(b"PING\r\n")
            return talk.recv(16).startswith(b"+PONG")
    except OSError:
        return False
