"""python -m deploy.backup COMMAND: what the house needs to begin again elsewhere (README.md beside this file)."""

import argparse
import os
import sys
from datetime import datetime
from pathlib import Path

from deploy.backup import check, new_log, restore, take
from deploy.backup.programs import server
from deploy.backup.shelf import Shelf
from deploy.local import addresses
from deploy.local.refusal import Refusal
from deploy.local.state import default_root, open_state


def main(arguments: list[str]) -> int:
    """Run one command; a Refusal is shown as its sentence, and its exit code returned."""
    wish = _parser().parse_args(arguments)
    os.umask(0o077)
    try:
        return _do(wish)
    except Refusal as refusal:
        print(refusal, file=sys.stderr)
        return refusal.exit_code


def _do(wish: argparse.Namespace) -> int:
    if wish.command in ("restore", "load"):
        return _restore(wish)
    match wish.command:
        case "base":
            print(take.base(server(wish.state), Shelf(wish.folder.absolute())))
        case "follow":
            take.follow(server(wish.state), Shelf(wish.folder.absolute()))
        case "let-go":
            take.let_go(server(wish.state))
        case "dump":
            take.dump(server(wish.state), wish.file.absolute())
            print(wish.file)
        case "keys":
            print(take.keys(open_state(wish.state), wish.folder))
        case _:
            print(new_log.begin(open_state(wish.state)))
    return 0


def _restore(wish: argparse.Namespace) -> int:
    addresses.refuse_production()
    state = open_state(wish.to)
    copy = wish.keys.absolute()
    if wish.command == "load":
        restore.keys(copy, state)
        return restore.load(wish.file, state, lambda running: check.books(state, running))
    restore.guard(copy, state)
    restore.lay(Shelf(wish.folder.absolute()), state, wish.until)
    restore.keys(copy, state)
    return restore.recover(state, lambda running: check.books(state, running))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m deploy.backup", description="Back the house up; restore it.")
    parser.add_argument(
        "--state", type=Path, default=default_root(), help="state folder (default: $HOUSE_STATE or var)"
    )
    commands = parser.add_subparsers(dest="command", required=True)
    for name, what, said in (
        ("base", "folder", "take a base backup into this folder"),
        ("follow", "folder", "write the server's log into this folder as it comes, until stopped"),
        ("let-go", "", "the server need keep nothing for `follow` any more"),
        ("dump", "file", "write the database as one file"),
        ("keys", "folder", "copy secrets and the witness's memory, to a medium of their own"),
        ("new-log", "", "after books went back: go on under a new log, which its witness will take"),
    ):
        command = commands.add_parser(name, help=said)
        if what:
            command.add_argument(what, type=_path)
    for name, what, said in (
        ("restore", "folder", "restore base backup and log to a new state folder, and check the books"),
        ("load", "file", "load a dump into a new state folder, and check the books"),
    ):
        command = commands.add_parser(name, help=said)
        command.add_argument(what, type=_path)
        command.add_argument("--keys", type=_path, required=True, help="a folder that `keys` made")
        command.add_argument("--to", type=_path, required=True, help="a new state folder")
        if name == "restore":
            command.add_argument("--until", type=_instant, help="2026-06-15T23:10:00+00:00; without it, to the end")
    return parser


def _instant(text: str) -> datetime:
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no instant: write it as 2026-06-15T23:10:00+00:00") from None
    if at.utcoffset() is None:
        raise argparse.ArgumentTypeError(f"{text} needs a time zone, as in 2026-06-15T23:10:00+00:00")
    return at


def _path(text: str) -> Path:
    """An empty word is a variable that nobody set: never the present folder."""
    if not text.strip():
        raise argparse.ArgumentTypeError(
            "it is empty; with make, give `make backup TO=… KEYS=…` or `make restore FROM=… KEYS=… TO=…`"
        )
    return Path(text)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
