"""python -m ledger.log.sealer — seals the books five times a second, and has the seals cosigned.

SEALER_DATABASE_URL is its login, LOG_KEY its signing key's file, LOG_WITNESSES a file of lines `URL KEY`, or unset.
Kill it as you like: a seal is in the database whole or not at all. A second one waits until the first is gone.
"""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any, Final

import psycopg

from ledger.log import keys
from ledger.log.cosigning import Witness, WitnessRefuses, WitnessSilent, cosign, parse_witnesses
from ledger.log.note import Malformed
from ledger.log.sealing import OPTIONS, Sealer
from ledger.log.store import Missing

LOOKS_EVERY: Final = 0.2
_BREATH: Final = 0.02
_RESTS_AFTER_A_FAULT: Final = 1.0
_REFUSED_RESTS: Final = 30.0

Act = Callable[[], object]


def main() -> int:
    """Runs until told to stop; 1 if what it needs is missing or it can't go on."""
    for variable in ("SEALER_DATABASE_URL", "LOG_KEY"):
        if not os.environ.get(variable):
            print(f"sealer: {variable} is not set", file=sys.stderr)
            return 1
    dsn = os.environ["SEALER_DATABASE_URL"]
    try:
        key = keys.read(Path(os.environ["LOG_KEY"]))
        listed = os.environ.get("LOG_WITNESSES")
        witnesses = parse_witnesses(Path(listed).read_text(encoding="utf-8")) if listed else ()
    except (OSError, Malformed) as wrong:
        print(f"sealer: {wrong}", file=sys.stderr)
        return 1
    stopping, told = threading.Event(), threading.Event()

    def stop(number: int, frame: FrameType | None) -> None:
        told.set()
        stopping.set()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    asking = [threading.Thread(target=have_cosigned, args=(dsn, each, stopping)) for each in witnesses]
    for thread in asking:
        thread.start()
    keep_sealing(dsn, key, stopping)
    for thread in asking:
        thread.join()
    return 0 if told.is_set() else 1


def keep_sealing(dsn: str, key: keys.SigningKey, stopping: threading.Event) -> None:
    """Seals on one connection after another, until `stopping`."""
    print(f"sealer: {key.public}", flush=True)

    def work(connection: psycopg.Connection[Any]) -> None:
        sealer = Sealer(connection, key)
        while not sealer.take_office():
            if stopping.wait(LOOKS_EVERY):
                return
        while True:
            begun = time.monotonic()
            sealer.seal()
            if stopping.wait(max(_BREATH, begun + LOOKS_EVERY - time.monotonic())):
                return

    _with_connections(dsn, "sealer", work, stopping)


def have_cosigned(dsn: str, witness: Witness, stopping: threading.Event) -> None:
    """Asks one witness for every newest seal, until `stopping`."""

    def work(connection: psycopg.Connection[Any]) -> None:
        said, rest = "", LOOKS_EVERY
        while not stopping.wait(rest):
            try:
                cosign(connection, witness)
                words, rest = "", LOOKS_EVERY
            except WitnessSilent as silent:
                words, rest = str(silent), _RESTS_AFTER_A_FAULT
            except WitnessRefuses as refuses:
                words, rest = f"ALARM: {refuses}", _REFUSED_RESTS
            if words and words != said:
                print(f"sealer: {words}", file=sys.stderr, flush=True)
            said = words

    _with_connections(dsn, witness.key.name, work, stopping)


def _with_connections(
    dsn: str, who: str, work: Callable[[psycopg.Connection[Any]], None], stopping: threading.Event
) -> None:
    while not stopping.is_set():
        try:
            with psycopg.connect(dsn, autocommit=True, connect_timeout=5, options=OPTIONS) as connection:
                work(connection)
        except (psycopg.Error, Missing) as error:
            print(f"sealer: {who}: {error}", file=sys.stderr, flush=True)
            stopping.wait(_RESTS_AFTER_A_FAULT)
        except BaseException:
            # A thread that fails must not leave the others looking busy: all end, and the supervisor starts anew.
            stopping.set()
            raise


if __name__ == "__main__":
    sys.exit(main())
