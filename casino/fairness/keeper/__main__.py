"""`python -m casino.fairness.keeper`: listens on KEEPER_SOCKET until told to stop."""

import os
import signal
import sys
from pathlib import Path
from types import FrameType

from casino.fairness.keeper.chest import Chest
from casino.fairness.keeper.server import Keeper
from casino.fairness.vault import WrappingKey


def main() -> int:
    for variable in ("KEEPER_SOCKET", "KEEPER_DATABASE_URL", "HOUSE_SECRETS"):
        if not os.environ.get(variable):
            print(f"keeper: {variable} is not set", file=sys.stderr)
            return 1
    chest = Chest(os.environ["KEEPER_DATABASE_URL"], WrappingKey.read(Path(os.environ["HOUSE_SECRETS"])))
    keeper = Keeper(Path(os.environ["KEEPER_SOCKET"]), chest)

    def stop(number: int, frame: FrameType | None) -> None:
        raise SystemExit(0)

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    try:
        keeper.serve_forever(poll_interval=0.5)
    finally:
        keeper.server_close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
