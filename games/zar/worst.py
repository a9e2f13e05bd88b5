"""The worst that can come to whoever holds the propositions: the banker, or the house."""

from __future__ import annotations

from functools import lru_cache

from games.zar.line import Line

Pairs = tuple[tuple[int, int], ...]
"""For each of the numbers 1 to 6: the chips laid on it, and the chips that they win."""
NOTHING: Pairs = ((0, 0),) * 6


@lru_cache(maxsize=4096)
def worst(line: Line, scope: str, stake: int, props: Pairs, point: int, attempts: int) -> int:
    """The deepest, in chips, that the holder can stand below this moment at any later one, whatever falls.

    At any moment and not only at the end, because propositions are paid at once and burn later; within one throw
    what burns pays what wins. stake is what one stake of the line is worth to the holder: on the thrower's side
    the chips staked, on the other side their negative.
    """
    if point and scope == "round":
        return _from_point(line, stake, props, point, attempts)
    burns = sum(laid for laid, _ in props)
    deepest = 0
    for face, (laid, wins) in enumerate(props, 1):
        fall = line.fall(point, attempts, face)
        cost = wins + laid - burns - fall.takes * stake
        if not fall.takes and scope == "throw":
            cost += worst(line, "round", stake, NOTHING, fall.point, fall.attempts)
        elif not fall.takes:
            standing = (*props[: face - 1], (0, 0), *props[face:])
            cost = wins + _from_point(line, stake, standing, fall.point, fall.attempts)
        deepest = max(deepest, cost)
    return deepest


def _from_point(line: Line, stake: int, props: Pairs, point: int, attempts: int) -> int:
    """The same with a point, for propositions on the round (none is left on the point itself).

    Nothing is worse for the holder than that the dearest numbers fall first, as many as the attempts allow.
    """
    free = [pair for face, pair in enumerate(props, 1) if face != point and not (face == 1 and line.one_loses_later)]
    hits = sorted((laid + wins for laid, wins in free), reverse=True)
    last = len(line.takes) - 1
    deepest = sum(sorted((wins for _, wins in free), reverse=True)[: last - attempts])
    cost = -sum(laid for laid, _ in props)
    for attempt, hit in zip(range(attempts, last + 1), hits, strict=False):
        deepest = max(deepest, cost - line.takes[attempt] * stake)
        if line.one_loses_later:
            deepest = max(deepest, cost + sum(props[0]) + line.one_pays * stake)
        cost += hit
    return max(deepest, cost + line.miss * stake)
