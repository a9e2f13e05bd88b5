"""python -m casino.witness — cosigns until told to stop.

WITNESS_LISTEN is `host:port` or `unix:/path`, WITNESS_KEY the key's file, WITNESS_LOGS a file with the keys of the logs
it trusts, one a line, WITNESS_MEMORY its SQLite file.
"""

import os
import signal
import sys
from pathlib import Path
from types import FrameType

from casino.witness.desk import serve
from casino.witness.judgement import Witness
from casino.witness.memory import Memory
from casino.witness.notes import Unreadable, read_key, read_logs


def main() -> int:
    for variable in ("WITNESS_LISTEN", "WITNESS_KEY", "WITNESS_LOGS", "WITNESS_MEMORY"):
        if not os.environ.get(variable):
            print(f"witness: {variable} is not set", file=sys.stderr)
            return 1
    try:
        key = read_key(Path(os.environ["WITNESS_KEY"]))
        logs = read_logs(Path(os.environ["WITNESS_LOGS"]).read_text(encoding="utf-8"))
        memory = Memory(Path(os.environ["WITNESS_MEMORY"]))
        server = serve(os.environ["WITNESS_LISTEN"], Witness(key, logs, memory))
    except (OSError, Unreadable, ValueError) as wrong:
        print(f"witness: {wrong}", file=sys.stderr)
        return 1

    def stop(number: int, frame: FrameType | None) -> None:
        raise SystemExit(0)

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    print(f"witness: {key.public} watches {', '.join(sorted(logs)) or 'nothing'}", flush=True)
    try:
        server.serve_forever(poll_interval=0.5)
    finally:
        server.server_close()
        memory.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
