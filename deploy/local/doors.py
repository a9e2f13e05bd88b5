"""The house's two listening sockets; the supervisor keeps them, so a restart of web loses no caller."""

import os
import socket
from dataclasses import dataclass
from typing import Final

from deploy.local.refusal import Refusal

HOST: Final = "127.0.0.1"
_BACKLOG: Final = 128


@dataclass(frozen=True)
class Door:
    """A listening socket and its address."""

    listener: socket.socket

    @property
    def number(self) -> int:
        return self.listener.fileno()

    @property
    def port(self) -> int:
        port: int = self.listener.getsockname()[1]
        return port

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.port}"


def open_door(variable: str, usual: int) -> Door:
    """Listen on the port that `variable` names, else on the usual one, else on any free one.

    Refusal if the variable's port can't be had: who names a port wants that one.
    """
    wanted = os.environ.get(variable)
    if wanted:
        if not (wanted.isascii() and wanted.isdigit()) or not 0 < int(wanted) < 65536:
            raise Refusal(f"{variable} is {wanted!r}: give a port number from 1 to 65535")
        try:
            return _listen(int(wanted))
        except OSError as error:
            raise Refusal(f"can't listen on port {wanted} ({error.strerror}); set {variable} to another") from error
    try:
        return _listen(usual)
    except OSError:
        return _listen(0)


def _listen(port: int) -> Door:
    listener = socket.socket(socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
        listener.listen(_BACKLOG)
    except OSError:
        listener.close()
        raise
    return Door(listener)
