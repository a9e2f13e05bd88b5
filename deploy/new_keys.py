"""python -m deploy.new_keys FOLDER --log NAME [--witness NAME --witness-at URL]: a server's own secrets, made once.

Lays into FOLDER what the units of `systemd/` and the containers of `compose/` read: `web`, `fairness`, `log`, `witness`
(folders 0700, files 0600). What is there stays as it is. Exit code 0, or 1 with a sentence; nothing secret is printed.
"""

import argparse
import base64
import os
import sys
from collections.abc import Callable
from pathlib import Path

from casino.fairness.entropy import draw
from casino.witness.notes import private_line, read_key
from ledger.log import keys


def main(arguments: list[str]) -> int:
    """Make what is missing; print the two public keys."""
    parser = argparse.ArgumentParser(prog="python -m deploy.new_keys", description="A server's own secrets, made once.")
    parser.add_argument("folder", type=Path, help="as /etc/hazard-house")
    parser.add_argument("--log", required=True, metavar="NAME", help="the log's name for ever, as casino.example/log")
    parser.add_argument(
        "--witness", metavar="NAME", default="", help="as casino.example/witness; without it none is made"
    )
    parser.add_argument(
        "--witness-at", metavar="URL", default="http://127.0.0.1:8002", help="where the sealer finds it"
    )
    wish = parser.parse_args(arguments)
    os.umask(0o077)
    try:
        _make(wish.folder, wish.log, wish.witness, wish.witness_at)
    except (OSError, ValueError) as wrong:
        print(f"the keys can't be made: {wrong}", file=sys.stderr)
        return 1
    return 0


def _make(folder: Path, log: str, witness: str, witness_at: str) -> None:
    django = _once(folder / "web" / "django.key", lambda: base64.urlsafe_b64encode(draw(48)))
    _once(folder / "fairness" / "django.key", lambda: django)
    _once(folder / "fairness" / "fairness.key", draw)
    _once(folder / "log" / "log.key", lambda: f"{keys.private_text(log, draw())}\n".encode())
    public = keys.read(folder / "log" / "log.key").public
    print(f"log      {public}")
    if not witness:
        _once(folder / "log" / "witnesses", lambda: b"# a line for each witness: URL KEY\n")
        return
    _once(folder / "witness" / "witness.key", lambda: f"{private_line(witness, draw())}\n".encode())
    _once(folder / "witness" / "logs", lambda: f"{public}\n".encode())
    cosigner = read_key(folder / "witness" / "witness.key").public
    _once(folder / "log" / "witnesses", lambda: f"{witness_at} {cosigner}\n".encode())
    print(f"witness  {cosigner}")


def _once(path: Path, make: Callable[[], bytes]) -> bytes:
    """The file's bytes, made if it isn't there; an interrupted run leaves none half-written."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists():
        draft = path.with_name(f".{path.name}.{os.getpid()}")
        draft.write_bytes(make())
        draft.rename(path)
    return path.read_bytes()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
