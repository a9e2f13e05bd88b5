"""A round as its record (games/engine/records.py): what the house keeps, in the form that `games replay` takes."""

from collections.abc import Iterable, Mapping
from typing import Any

from games import find
from games.engine import HOUSE

Movement = list[Any]
"""As the pit keeps it: [source kind, seat, target kind, seat, chips, why, seat]."""


def record(kept: Mapping[str, Any]) -> dict[str, Any]:
    """The record of a kept round, with calls and movements as kept, its throws and their chains.

    A round that is not over yet expects only that; what it won is open.
    """
    game = find(kept["game"], kept["edition"])
    seats = sorted(kept["seats"], key=int)
    purses, came_in = covering(kept["purses"], (movement for _, _, moved in kept["events"] for movement in moved))
    start = starting(kept, seats)
    over = kept["state"] in ("over", "void")
    return {
        "id": f"round:{kept['id']}",
        "game": kept["game"],
        "edition": kept["edition"],
        "settings": game.settings(kept["settings"]).differences(),
        "seats": seats,
        "purses": purses,
        **({"start": start} if start else {}),
        "events": [event for event, _, _ in kept["events"]],
        "expect": {"over": over, **({"net": kept["net"]} if over else {})},
        "codes": [None] * len(kept["events"]),
        "calls": [calls for _, calls, _ in kept["events"]],
        "movements": [[plain(movement) for movement in moved] for _, _, moved in kept["events"]],
        "house": {
            name: kept[name]
            for name in ("table", "day", "shift", "number", "state", "chip", "currency", "opened_at", "over_at")
        }
        | {"round": kept["id"], "players": kept["seats"], "came_in": came_in},
        "throws": kept["throws"],
        "chains": kept["chains"],
    }


def plain(movement: Movement) -> list[Any]:
    """A movement as records have it: [source, target, chips, why, seat], a place as its kind or kind:seat."""
    source, giver, target, taker, chips, why, seat = movement
    return [f"{source}:{giver}" if giver else source, f"{target}:{taker}" if taker else target, chips, why, seat]


def covering(purses: Mapping[str, int], movements: Iterable[Movement]) -> tuple[dict[str, int], dict[str, int]]:
    """The purses that cover these movements, and what must have come in since the round opened.

    A player may buy in, and a table be filled, while a round runs; a record has purses at its beginning only.
    """
    free, came_in = dict(purses), dict[str, int]()
    for source, giver, target, taker, chips, _, _ in movements:
        if source in ("purse", "bank"):
            who = giver or HOUSE
            free[who] = free.get(who, 0) - chips
            if free[who] < 0:
                came_in[who] = came_in.get(who, 0) - free[who]
                free[who] = 0
        if target in ("purse", "bank"):
            who = taker or HOUSE
            free[who] = free.get(who, 0) + chips
    return {who: purses.get(who, 0) + came_in.get(who, 0) for who in sorted({*purses, *came_in})}, came_in


def starting(kept: Mapping[str, Any], seats: list[str]) -> dict[str, Any]:
    """What stood before, so that a round opened from it without purses has the roles that this one had.

    At the table a seat without chips gets no role; a record's reader does not know who had chips.
    """
    game = find(kept["game"], kept["edition"])
    settings, start = game.settings(kept["settings"]), dict(kept["start"])
    opened = game.open(settings, seats, start, kept["purses"])
    if game.dump(game.open(settings, seats, start)) == game.dump(opened):
        return start
    return game.carry(game.void(opened).state)
