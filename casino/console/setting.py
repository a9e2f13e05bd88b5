"""A game's settings as a form: drawn from what the game says of each, read back strictly."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from casino.books.refusals import of_games
from casino.console import words
from casino.refusal import BadInput
from games import Refused, find
from games.engine.settings import Field as Described

PREFIX: Final = "set-"
DIGITS: Final = 15


@dataclass(frozen=True, slots=True)
class Field:
    """One setting: `kind` choice, whole or own; `value` as the form shows it; `choices` with their words."""

    name: str
    says: str
    kind: str
    value: str
    choices: tuple[tuple[str, str], ...] = ()
    optional: bool = False


def fields(game: str, given: Mapping[str, Any]) -> tuple[Field, ...]:
    """Every setting of the game as it stands with `given`, in the game's own order."""
    try:
        rules = find(game)
        full = rules.settings(given).full()
        described = type(rules.settings(given)).described()
    except Refused as refused:
        raise of_games(refused) from refused
    return tuple(_field(name, each, full[name]) for name, each in described.items())


def _field(name: str, each: Described, value: object) -> Field:
    says = words.said("setting", name, each.says)
    if each.kind == "choice":
        return Field(name, says, "choice", str(value), tuple((word, _word(word, name)) for word in each.choices))
    if each.kind == "flag":
        shown = "yes" if value else "no"
        return Field(name, says, "choice", shown, tuple((word, _word(word, name)) for word in ("yes", "no")))
    if each.kind == "whole":
        return Field(name, says, "whole", "" if value is None else str(value), optional=each.optional)
    return Field(name, says, "own", _shown(value), optional=each.optional)


def _shown(value: object) -> str:
    """A game's own kind as people write it: 1/2; 2, 1, 2; 1: 1/1, 2: 3/2."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {_shown(each)}" for key, each in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(_shown, value))
    return "" if value is None else str(value)


def _word(value: str, name: str) -> str:
    """A value in words; where one word means different things, its setting's own comes first."""
    general = words.said("setting value", value, value.replace("_", " "))
    return words.said("setting value", f"{name}:{value}", general)


def read(game: str, sent: Mapping[str, Any]) -> dict[str, Any]:
    """The settings typed, for the game to check. BadInput `setting_wrong` for what is not even of its kind."""
    described = type(find(game).settings({})).described()
    return {
        name: _value(name, each, str(sent[f"{PREFIX}{name}"]).strip())
        for name, each in described.items() if f"{PREFIX}{name}" in sent
    }  # fmt: skip


def _value(name: str, each: Described, typed: str) -> object:
    if each.kind == "choice":
        return typed
    if each.kind == "flag":
        return {"yes": True, "no": False}.get(typed, typed)
    if not typed and each.optional:
        return None
    if each.kind == "whole":
        if not (typed.isascii() and typed.isdigit() and len(typed) <= DIGITS):
            raise BadInput("number_wrong", "Enter a whole number, digits only.", field=f"{PREFIX}{name}")
        return int(typed)
    return _own(typed)


def _own(typed: str) -> object:
    """What `_shown` wrote, read back; JSON too."""
    if typed[:1] in ("{", "[", '"'):
        try:
            return json.loads(typed)
        except ValueError:
            return typed
    parts = [part.strip() for part in typed.split(",")]
    if all(":" in part for part in parts):
        pairs = [part.split(":", 1) for part in parts]
        return {key.strip(): _plain(value) for key, value in pairs}
    return [_plain(part) for part in parts] if len(parts) > 1 else _plain(typed)


def _plain(typed: str) -> object:
    word = typed.strip()
    return int(word) if word.isascii() and word.isdigit() and len(word) <= DIGITS else word
