"""python -m deploy.local COMMAND: the embedded stack from the command line."""

import argparse
import os
import sys
from pathlib import Path

from deploy.local import commands
from deploy.local.refusal import Refusal
from deploy.local.state import default_root


def main(arguments: list[str]) -> int:
    """Run one command; a Refusal is shown as its sentence, and its exit code returned."""
    parser = argparse.ArgumentParser(prog="python -m deploy.local", description="The house on one machine.")
    parser.add_argument("command", choices=["demo", "up", "cluster", "env", "status", "stop"])
    parser.add_argument(
        "--state", type=Path, default=default_root(), help="state folder (default: $HOUSE_STATE or var)"
    )
    parser.add_argument("--while-used", action="store_true", help="cluster: end with the last test that uses it")
    wish = parser.parse_args(arguments)
    os.umask(0o077)
    try:
        match wish.command:
            case "demo":
                return commands.demo(wish.state)
            case "up":
                return commands.up(wish.state)
            case "cluster":
                return commands.run_cluster(wish.state, while_used=wish.while_used)
            case "env":
                return commands.print_addresses(wish.state)
            case "status":
                return commands.status(wish.state)
            case _:
                return commands.stop(wish.state)
    except Refusal as refusal:
        print(refusal, file=sys.stderr)
        return refusal.exit_code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
