"""The line of a round: what each fall of the die does to the main stake (seed 002)."""

from __future__ import annotations

from typing import NamedTuple

FACES = range(1, 7)


class Fall(NamedTuple):
    """What one throw does to the line.

    call      what the table calls out; empty for a throw that is nobody's
    takes     stakes that come to the thrower's side, below 0 from it; 0: the round goes on
    point     the point and the attempts made at it from now on, where the round goes on
    """

    call: str
    takes: int = 0
    point: int = 0
    attempts: int = 0


class Line(NamedTuple):
    """What the thrower's side wins and loses, in stakes: by a 6, a 1, the point made on each attempt, a miss."""

    six_pays: int
    one_pays: int
    takes: tuple[int, ...]
    miss: int
    one_loses_later: bool

    def fall(self, point: int, attempts: int, face: int) -> Fall:
        """The next throw: the come-out where there is no point, else one more attempt at it."""
        if not point:
            if face == 6:
                return Fall("six", self.six_pays)
            return Fall("one", -self.one_pays) if face == 1 else Fall("point", point=face)
        if face == point:
            return Fall("made", self.takes[attempts])
        if face == 1 and self.one_loses_later:
            return Fall("one", -self.one_pays)
        if attempts + 1 == len(self.takes):
            return Fall("missed", -self.miss)
        return Fall("", point=point, attempts=attempts + 1)
