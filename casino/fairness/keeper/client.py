"""How the pit asks the keeper: one connection per thread, one reconnect, then a clear refusal."""

import json
import os
import socket
import threading
from typing import Any

from casino.refusal import Conflict, Unavailable

SECONDS = 3.0
_thread = threading.local()


def link(close: int) -> str:
    """The link of a committed close."""
    return str(_ask({"ask": "link", "close": close})["link"])


def roots(shift: int) -> dict[int, str]:
    """Chain id -> root of a shift that has ended with every close thrown."""
    return {int(chain): root for chain, root in _ask({"ask": "roots", "shift": shift})["roots"].items()}


def _ask(question: dict[str, Any]) -> dict[str, Any]:
    line = json.dumps(question).encode() + b"\n"
    try:
        answer = _exchange(line)
    except OSError:
        hang_up()
        try:
            answer = _exchange(line)
        except OSError:
            hang_up()
            raise Unavailable("keeper_silent", "The keeper does not answer; the throw stays safe, ask again.") from None
    if "refused" in answer:
        raise Conflict("keeper_refused", f"The keeper refuses: {answer['refused']}.", reason=answer["refused"])
    return answer


def _exchange(line: bytes) -> dict[str, Any]:
    stream = getattr(_thread, "stream", None)
    if stream is None:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(SECONDS)
            connection.connect(os.environ.get("KEEPER_SOCKET", "/nonexistent/keeper.sock"))
            stream = _thread.stream = connection.makefile("rwb")
    stream.write(line)
    stream.flush()
    reply = stream.readline()
    if not reply:
        raise ConnectionResetError("the keeper hung up")
    answer: dict[str, Any] = json.loads(reply)
    return answer


def hang_up() -> None:
    """Closes this thread's connection, if it has one."""
    stream = getattr(_thread, "stream", None)
    _thread.stream = None
    if stream is not None:
        stream.close()
