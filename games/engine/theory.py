"""What the house may expect of the bets that were actually taken in a round, and how far luck may carry it off."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from games.engine.chips import HOUSE, RAKE
from games.engine.solver import AnyGame, AnyState, AnyStep, endings, mean, variance, won_by_house


class Expected(NamedTuple):
    """Chips that the house wins on average, and the variance around it in chips squared. Rounds add up."""

    win: Fraction = Fraction(0)
    variance: Fraction = Fraction(0)


def theoretical_win(game: AnyGame, played: Iterable[tuple[Mapping[str, Any], AnyStep]]) -> Expected:
    """Of one round, from its events and the steps that they made, in order; Undecided where dice alone don't decide.

    Each bet against the house counts with what it is worth at the first throw that it stands for: the average that
    it adds there, and the variance that it adds to the bets that stand beside it. Over many rounds the
    difference between win and expectation then has mean 0 and the sum of these variances, whatever the players
    chose to lay on the way. A bet that was given back counts nothing. A fee is no luck: it counts as it was taken.
    """
    steps = list(played)
    ruled = [ruling for _, step in steps for ruling in step.rulings if ruling.outcome != "void"]
    counted = frozenset(ruling.bet.number for ruling in ruled if ruling.bet.against == HOUSE)
    win = Fraction(sum(move.chips for _, step in steps for move in step.movements if move.target == RAKE))
    spread = Fraction(0)
    known: frozenset[int] = frozenset()
    for (_, before), (event, _) in pairwise(steps):
        standing = counted.intersection(bet.number for bet in before.state.bets)
        if "throw" in event and not standing <= known:
            now, already = _worth(game, before.state, standing), _worth(game, before.state, standing & known)
            win += now.win - already.win
            spread += now.variance - already.variance
            known |= standing
    return Expected(win, spread)


@lru_cache(maxsize=16_384)
def _worth(game: AnyGame, state: AnyState, numbers: frozenset[int]) -> Expected:
    """What these bets bring the house from here on."""
    if not numbers:
        return Expected()
    brought = endings(game, state, won_by_house(numbers))
    return Expected(mean(brought), variance(brought))
