"""Exact edges of the line and of a proposition, as fractions of the stake."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from games.engine import Odds
from games.zar.line import FACES, Line


@lru_cache(maxsize=256)
def line_edge(line: Line) -> Fraction:
    """What the thrower's side wins on average, in stakes; the other side wins its negative."""
    return _line_edge(line, 0, 0)


def _line_edge(line: Line, point: int, attempts: int) -> Fraction:
    won = Fraction(0)
    for face in FACES:
        fall = line.fall(point, attempts, face)
        won += fall.takes or _line_edge(line, fall.point, fall.attempts)
    return won / len(FACES)


@lru_cache(maxsize=1024)
def chance(line: Line, number: int) -> Fraction:
    """The probability that a number falls before a round ends, the throw that ends it among them."""
    return _chance(line, number, 0, 0)


def _chance(line: Line, number: int, point: int, attempts: int) -> Fraction:
    falls = Fraction(0)
    for face in FACES:
        fall = line.fall(point, attempts, face)
        if face == number:
            falls += 1
        elif not fall.takes:
            falls += _chance(line, number, fall.point, fall.attempts)
    return falls / len(FACES)


def proposition_edge(line: Line, scope: str, number: int, odds: Odds) -> Fraction:
    """What a proposition wins for its player on average, per chip laid, before rounding."""
    hit = Fraction(1, len(FACES)) if scope == "throw" else chance(line, number)
    return hit * (1 + Fraction(odds.wins, odds.stake)) - 1
