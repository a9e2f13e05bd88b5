"""The exact odds of a table's bets: for whoever sets it up, and for every door that shows them."""

from collections.abc import Mapping
from typing import Any

from casino.books.refusals import of_games
from casino.refusal import BadInput
from games import Refused, discover, find
from games.engine.edges import edges, livable
from games.engine.figures import decimal, root
from games.engine.odds_table import Row, rows


def check_game(game: str) -> None:
    """Refused, with the games that there are: no such game."""
    games = sorted(discover())
    if game not in games:
        raise BadInput("no_such_game", f"The house has no game {game}; there are {', '.join(games)}.", games=games)


def odds(*, game: str, settings: Mapping[str, Any]) -> tuple[Row, ...]:
    """Every bet of a table so set, equal ones in one row, per chip staked. Refused: no such game, wrong settings."""
    check_game(game)
    try:
        rules = find(game)
        return tuple(rows(edges(rules, rules.settings(settings))))
    except Refused as refused:
        raise of_games(refused) from refused


def accepted(game: str, settings: Mapping[str, Any]) -> dict[str, Any]:
    """What differs from the game's defaults, checked for saving; games.Refused also where the house would lose."""
    rules = find(game)
    read = rules.settings(settings)
    livable(rules, read)
    saved: dict[str, Any] = read.differences()
    return saved


def plain(row: Row) -> dict[str, Any]:
    """A row as JSON: fractions as 7/495; `player`, `house` and `deviation` per chip staked, also as decimals.

    Of a bet that people decide only `house`, the fee, is known; the rest is null.
    """
    line = row.line
    known = bool(line.endings)
    exact = {
        "win": line.win, "push": line.push, "lose": line.lose, "player": line.expectation, "variance": line.variance,
    } if known else dict.fromkeys(("win", "push", "lose", "player", "variance"))  # fmt: skip
    return {
        "bet": row.bet,
        "verb": line.verb,
        "against": line.against,
        **{name: None if value is None else str(value) for name, value in exact.items()},
        "house": str(line.house),
        "player_percent": decimal(100 * line.expectation, 3) if known else None,
        "house_percent": decimal(100 * line.house, 3),
        "deviation": root(line.variance, 4) if known else None,
        "at_most_lost": str(line.worst) if known else None,
        "at_most_won": str(line.dearest) if known else None,
    }
