"""An attack and what came of it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """One attack: on what, what was done, which control caught it, and what that said. Not caught: it got through."""

    target: str
    attack: str
    control: str
    caught: bool
    said: str
