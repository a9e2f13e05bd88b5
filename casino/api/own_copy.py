"""A round's record as one of its players gets it: it replays, and says nothing of what others had."""

from collections.abc import Mapping
from typing import Any

from casino.bundle.records import covering, record


def own_copy(kept: Mapping[str, Any], player: int) -> dict[str, Any]:
    """The record of the round; of other seats it has what they laid in sight of all, and purses that just cover it."""
    full = record(kept)
    own = [seat for seat, who in kept["seats"].items() if who == player]
    known = {seat: chips for seat, chips in kept["purses"].items() if seat in own}
    purses, came_in = covering(known, (movement for _, _, moved in kept["events"] for movement in moved))
    return full | {
        "purses": {**dict.fromkeys(full["seats"], 0), **purses},
        "house": full["house"]
        | {
            "players": dict.fromkeys(own, player),
            "came_in": {seat: chips for seat, chips in came_in.items() if seat in own},
        },
    }
