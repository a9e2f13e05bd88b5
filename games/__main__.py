"""python -m games replay FILE | derive FILE | odds GAME [NAME=VALUE ...]

Check records of rounds, or known answers of the fair throws, or print the exact odds of a game's bets as Markdown.
Needs nothing but Python. Exit code 0: all passed; 1: some failed; 2: no such file, game or setting.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

from games.engine.catalogue import find
from games.engine.edges import edges
from games.engine.odds_table import markdown, rows
from games.engine.refusals import Refused
from games.engine.replay import replay
from games.engine.settings import typed
from games.fair.answers import derive


def main(arguments: list[str] | None = None) -> int:
    """Run one command; gives the exit code."""
    parser = argparse.ArgumentParser(prog="python -m games", description="Check rounds and throws, offline.")
    commands = parser.add_subparsers(dest="command", required=True)
    for name, text in (
        ("replay", "play round records (JSON Lines) again"),
        ("derive", "derive known answers (JSON) again"),
    ):
        commands.add_parser(name, help=text).add_argument("file", type=Path)
    odds = commands.add_parser("odds", help="print the exact odds of every bet of a game")
    odds.add_argument("game")
    odds.add_argument("settings", nargs="*", metavar="NAME=VALUE", help="as JSON, or a word: main=seven")
    asked = parser.parse_args(arguments)
    try:
        if asked.command == "odds":
            print(odds_of(asked.game, asked.settings))
            return 0
        text = asked.file.read_bytes()
    except (OSError, Refused) as wrong:
        print(wrong if isinstance(wrong, Refused) else f"{asked.file} can't be read: {wrong.strerror}", file=sys.stderr)
        return 2
    if asked.command == "replay":
        return report((name, "; ".join(reasons)) for name, reasons in replay(text.splitlines()))
    return report(derive(text))


def odds_of(name: str, settings: Iterable[str]) -> str:
    """The odds table of a game with these settings, each NAME=VALUE."""
    game = find(name)
    return markdown(rows(edges(game, game.settings(dict(map(typed, settings))))))


def report(results: Iterable[tuple[str, str]]) -> int:
    """Print each result with a reason, then the counts; 1 if any has one."""
    passed = failed = 0
    for name, reason in results:
        if reason:
            failed += 1
            print(f"{name}: {reason}")
        else:
            passed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
