"""What a table of covered hazard may set."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine import choice, whole
from games.engine.pot import PotSettings


@dataclass(frozen=True, slots=True)
class CoveredHazardSettings(PotSettings):
    """Defaults are the rules of seed 003 as read in this game's README."""

    main: str = choice("named", "seven", "thrown", says="how the main comes about")
    short_cover: str = choice(
        "shrink", "void", "wait", says="what the cast does where the stake is not all covered: shrink, void, or wait"
    )
    casts_each: int | None = whole(None, low=1, optional=True, says="rounds that each player casts in a session")
