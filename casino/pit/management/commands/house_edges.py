"""manage.py house_edges GAME [--setting NAME=VALUE ...] [--json]: the exact edge of every bet of a table so set.

Exit codes: 0 shown, 1 shown but the house would lose on a bet (the sentence says on which), 2 refused.
"""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from rich.console import Console
from rich.table import Table

from casino.pit.odds import accepted, odds, plain
from casino.refusal import Refusal
from games import Refused
from games.engine.odds_table import HEADS, Row, cells, markdown
from games.engine.settings import typed

LOSING, REFUSED = 1, 2


class Command(BaseCommand):
    help = "Print the exact probabilities, edge, deviation and worst case of every bet of a game, per chip staked."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", help="hazard, covered_hazard, zar, ten_thousand …")
        parser.add_argument(
            "--setting", action="append", default=[], metavar="NAME=VALUE",
            help='a setting of the game as JSON or a plain word: main=seven, fee_percent=5, punt_cap="1/2"',
        )  # fmt: skip
        parser.add_argument("--json", action="store_true", help="one JSON object; fractions as 7/495")

    def handle(self, *args: Any, **asked: Any) -> None:
        game: str = asked["game"]
        try:
            settings = dict(map(typed, asked["setting"]))
            found = odds(game=game, settings=settings)
        except (Refusal, Refused) as refusal:
            raise CommandError(f"{refusal.code}: {refusal.sentence}", returncode=REFUSED) from refusal
        losing = _losing(game, settings)
        if asked["json"]:
            refused = None if losing is None else {"code": losing.code, "sentence": losing.sentence}
            shown = {"game": game, "settings": settings, "bets": [plain(row) for row in found], "refused": refused}
            self.stdout.write(json.dumps(shown))
        else:
            _show(f"{game} {settings}" if settings else game, found)
        if losing is not None:
            print(f"{losing.code}: {losing.sentence}", file=sys.stderr)
            sys.exit(LOSING)


def _losing(game: str, settings: dict[str, Any]) -> Refused | None:
    try:
        accepted(game, settings)
    except Refused as refused:
        return refused
    return None


def _show(title: str, found: tuple[Row, ...]) -> None:
    """A table in a terminal, plain lines elsewhere."""
    console = Console()
    if not console.is_terminal:
        print(f"{title}: per chip staked", markdown(found), sep="\n")
        return
    table = Table(title=f"{title}: per chip staked", title_justify="left")
    for head in HEADS:
        table.add_column(head, justify="left" if head == HEADS[0] else "right", overflow="fold")
    for row in found:
        table.add_row(*cells(row))
    console.print(table)
