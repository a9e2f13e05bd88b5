"""python -m deploy.local COMMAND: the embedded stack from the command line."""

import argparse
import os
import shlex
import sys
from pathlib import Path

from deploy.local import cluster
from deploy.local.locks import Unused
from deploy.local.refusal import Refusal
from deploy.local.state import default_root, open_state
from deploy.local.supervisor import Supervisor


def main(arguments: list[str]) -> int:
    """Run one command; a Refusal is shown in one sentence and becomes the exit code."""
    parser = argparse.ArgumentParser(prog="python -m deploy.local", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, what in (
        ("cluster", "start PostgreSQL and Valkey and keep them running"),
        ("env", "print the addresses"),
    ):
        command = commands.add_parser(name, help=what)
        command.add_argument("--state", type=Path, default=default_root(), help="state folder (default: var)")
        if name == "cluster":
            command.add_argument(
                "--while-used", action="store_true", help="end when no test uses them any more"
            )
    wish = parser.parse_args(arguments)
    os.umask(0o077)
    try:
        return _cluster(wish) if wish.command == "cluster" else _env(wish)
    except Refusal as refusal:
        print(refusal, file=sys.stderr)
        return refusal.exit_code


def _cluster(wish: argparse.Namespace) -> int:
    state = open_state(wish.state)
    supervisor = Supervisor(state, cluster.plan(state, owner_makes_databases=True), say=_say)
    until = Unused(state.root / "users.lock") if wish.while_used else lambda: False

    def serve(running: Supervisor) -> int:
        _env(wish)
        return running.wait(until)

    return supervisor.run(serve)


def _env(wish: argparse.Namespace) -> int:
    for name, value in cluster.connections(open_state(wish.state)).items():
        print(f"export {name}={shlex.quote(value)}", flush=True)
    return 0


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
