"""The keeper's Unix socket: one JSON question a line, one JSON answer a line."""

import json
import os
import socketserver
from pathlib import Path
from typing import Any

import psycopg

from casino.fairness.keeper.chest import Chest, Silent

LONGEST_QUESTION = 200


class Desk(socketserver.StreamRequestHandler):
    """A caller's connection; it may ask as often as it likes."""

    server: "Keeper"

    def handle(self) -> None:
        while line := self.rfile.readline(LONGEST_QUESTION + 1):
            self.wfile.write(json.dumps(self.answer(line)).encode() + b"\n")
            if len(line) > LONGEST_QUESTION:
                return

    def answer(self, line: bytes) -> dict[str, Any]:
        """`{"link": …}`, `{"roots": {…}}` or `{"refused": code}`; never more than was asked for."""
        try:
            question = json.loads(line)
        except ValueError:
            return {"refused": "not_json"}
        try:
            match question:
                case {"ask": "link", "close": int(close), **rest} if not rest and type(close) is int:
                    return {"link": self.server.chest.link(close)}
                case {"ask": "roots", "shift": int(shift), **rest} if not rest and type(shift) is int:
                    return {"roots": self.server.chest.roots(shift)}
        except Silent as silent:
            return {"refused": str(silent)}
        except psycopg.Error:
            return {"refused": "no_database"}
        return {"refused": "not_a_question"}


class Keeper(socketserver.ThreadingUnixStreamServer):
    """Listens on `path`, mode 0600; a stale socket of a killed keeper is replaced."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, path: Path, chest: Chest) -> None:
        self.chest = chest
        path.unlink(missing_ok=True)
        mask = os.umask(0o177)
        try:
            super().__init__(str(path), Desk)
        finally:
            os.umask(mask)

    def server_close(self) -> None:
        super().server_close()
        self.chest.close()
