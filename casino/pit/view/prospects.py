"""What the next throw would bring, total by total: the pure rules are asked, nothing is thrown."""

from dataclasses import dataclass
from itertools import product

from casino.pit.desk import AnyGame, AnyState
from games.engine import HOUSE

MOST_DICE = 2


@dataclass(frozen=True, slots=True)
class Prospect:
    """A total of the dice that are due: `ways` of all throws show it, `house` is what the house wins in chips."""

    total: int
    ways: int
    calls: tuple[str, ...]
    over: bool
    house: int


def prospects(rules: AnyGame, state: AnyState, dice: int) -> tuple[Prospect, ...]:
    """For one or two dice, in order of totals; empty for more dice, or where the same total can end differently."""
    if not 0 < dice <= MOST_DICE:
        return ()
    found: dict[int, Prospect] = {}
    for faces in product(range(1, 7), repeat=dice):
        step = rules.throw(state, faces)
        total = sum(faces)
        house = sum(move.chips * ((move.target.seat == HOUSE) - (move.source.seat == HOUSE)) for move in step.movements)
        known = found.get(total)
        one = Prospect(total, known.ways + 1 if known else 1, step.calls, step.over, house)
        if known and (known.calls, known.over, known.house) != (one.calls, one.over, one.house):
            return ()
        found[total] = one
    return tuple(found[total] for total in sorted(found))
