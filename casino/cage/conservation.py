"""Chip conservation, at any moment: what was issued lies somewhere on the chart; what the public holds is owed."""

from dataclasses import dataclass
from typing import Final

from casino.books.act import see

LYING: Final = """
select asset, issued, vault, windows, trays, held, layouts, rakes, boxes, count_room, players, unrated, tokes,
       over_short, elsewhere, accounted, liability
from cage_conservation where issued <> 0 or accounted <> 0 or elsewhere <> 0 order by asset
"""


@dataclass(frozen=True, slots=True)
class Conservation:
    """Where the chips of one currency lie, in minor units.

    `accounted` is the sum of all places of the chart; `liability` what players, unrated and tokes hold.
    """

    asset: str
    issued: int
    vault: int
    windows: int
    trays: int
    held: int
    layouts: int
    rakes: int
    boxes: int
    count_room: int
    players: int
    unrated: int
    tokes: int
    over_short: int
    elsewhere: int
    accounted: int
    liability: int

    @property
    def holds(self) -> bool:
        """Every chip issued is accounted for, and none lies off the chart."""
        return self.issued == self.accounted and self.elsewhere == 0


def conservation() -> list[Conservation]:
    """One look at the books as they are committed now; empty when no chip was ever issued."""
    (rows,) = see((LYING, {}))
    return [Conservation(*row) for row in rows]
