"""The games: pure rules, standard library only. README.md here says how a game is added."""

from games.engine.catalogue import discover, find
from games.engine.refusals import Refused

__all__ = ["Refused", "discover", "find"]
