"""The witness's HTTP: one verb, POST …/add-checkpoint, on a port or a Unix socket."""

import os
import socketserver
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any, Final

from casino.witness.judgement import Answer, Witness

_LARGEST: Final = 100_000
_PATIENCE: Final = 10.0


class Desk(BaseHTTPRequestHandler):
    """One caller's connection."""

    protocol_version = "HTTP/1.1"
    timeout = _PATIENCE
    server: "TcpServer | UnixServer"

    def do_POST(self) -> None:
        answer = self._answer()
        body = answer.body.encode()
        self.send_response(answer.status)
        self.send_header("Content-Type", answer.kind)
        self.send_header("Content-Length", str(len(body)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body)

    def _answer(self) -> Answer:
        length = self.headers.get("Content-Length", "")
        if not (length.isascii() and length.isdigit()) or int(length) > _LARGEST:
            self.close_connection = True
            return Answer(413, f"send at most {_LARGEST} bytes and say how many\n")
        raw = self.rfile.read(int(length))
        if not self.path.endswith("/add-checkpoint"):
            return Answer(404, "there is only add-checkpoint\n")
        try:
            body = raw.decode()
        except UnicodeDecodeError:
            return Answer(400, "not UTF-8\n")
        return self.server.witness.add_checkpoint(body, int(datetime.now(UTC).timestamp()))

    def address_string(self) -> str:
        return str(self.client_address[0]) if self.client_address else "unix"

    def log_message(self, format: str, *args: Any) -> None:
        """What was cosigned stands in the memory; the rest is nobody's news."""


class TcpServer(socketserver.ThreadingTCPServer):
    """Listens on a host and port."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, address: tuple[str, int], witness: Witness) -> None:
        self.witness = witness
        super().__init__(address, Desk)


class UnixServer(socketserver.ThreadingUnixStreamServer):
    """Listens on a Unix socket, mode 0600; a stale one of a killed witness is replaced."""

    daemon_threads = True

    def __init__(self, path: Path, witness: Witness) -> None:
        self.witness = witness
        path.unlink(missing_ok=True)
        mask = os.umask(0o177)
        try:
            super().__init__(str(path), Desk)
        finally:
            os.umask(mask)


def serve(listen: str, witness: Witness) -> TcpServer | UnixServer:
    """A server on `unix:/path` or `host:port`. ValueError if it is neither, OSError if it can't be had."""
    if listen.startswith("unix:"):
        return UnixServer(Path(listen.removeprefix("unix:")), witness)
    host, _, port = listen.rpartition(":")
    if not host or not (port.isascii() and port.isdigit()):
        raise ValueError(f"{listen!r} is no address: give host:port or unix:/path")
    return TcpServer((host.strip("[]"), int(port)), witness)
