"""Which games there are: every folder beside the engine whose package names its editions."""

from __future__ import annotations

import importlib
import pkgutil
import re
from importlib.util import find_spec
from typing import Any

import games
from games.engine.game import Game
from games.engine.refusals import Refused

AnyGame = Game[Any, Any]
FOLDER = re.compile(r"[a-z][a-z0-9_]*")


def discover() -> dict[str, AnyGame]:
    """The newest edition of every game by name, in order of name. Folders added while running are found."""
    importlib.invalidate_caches()
    folders = sorted(each.name for each in pkgutil.iter_modules(games.__path__) if each.ispkg)
    return {folder: known[-1] for folder in folders if (known := _editions(folder))}


def find(name: str, edition: str | None = None) -> AnyGame:
    """A game by name: the newest edition, or the one asked for."""
    known = _editions(name) if isinstance(name, str) and FOLDER.fullmatch(name) else ()
    if not known:
        raise Refused("game_unknown", "There is no game called {name}.", name=repr(name)[:80])
    if edition is None:
        return known[-1]
    for game in known:
        if game.edition == edition:
            return game
    raise Refused(
        "edition_unknown",
        "The game {name} has no edition {edition}; it has {known}.",
        name=name,
        edition=repr(edition)[:80],
        known=", ".join(game.edition for game in known),
    )


def _editions(folder: str) -> tuple[AnyGame, ...]:
    if find_spec(f"games.{folder}") is None:
        return ()
    editions: tuple[AnyGame, ...] = getattr(importlib.import_module(f"games.{folder}"), "EDITIONS", ())
    for game in editions:
        if game.name != folder:
            raise RuntimeError(f"the game in games/{folder} calls itself {game.name}; name it as its folder")
    return editions
