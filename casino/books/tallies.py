"""What the movements of a round mean for each player's limits, in minor units."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.engine import HOUSE, Movement


@dataclass(frozen=True, slots=True)
class Tally:
    """`laid`: stakes put on the layout. `lost`: what left purse and reserve less what came to them."""

    player: int
    laid: int
    lost: int


def tallies(movements: Iterable[Movement], *, players: Mapping[str, int], chip: int) -> tuple[Tally, ...]:
    """One for each player whose chips moved, by player; `players` names who sits in each seat."""
    laid: dict[int, int] = {}
    lost: dict[int, int] = {}
    for move in movements:
        for place, sign in ((move.source, 1), (move.target, -1)):
            if place.kind in ("purse", "held") and place.seat != HOUSE:
                player = players[place.seat]
                lost[player] = lost.get(player, 0) + sign * move.chips * chip
        if move.target.kind == "layout" and move.source.kind in ("purse", "held") and move.source.seat != HOUSE:
            player = players[move.source.seat]
            laid[player] = laid.get(player, 0) + move.chips * chip
    return tuple(Tally(player, laid.get(player, 0), lost[player]) for player in sorted(lost))
