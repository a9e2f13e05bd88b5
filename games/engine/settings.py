"""Settings of a game: frozen, checked once, refused with a code and a sentence that names the field."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, NamedTuple, Self

from games.engine.refusals import Refused


class Field(NamedTuple):
    """What one setting accepts; enough to read it, to draw a form and to write the README's table.

    kind is choice, whole, flag or a game's own word; `read(name, raw)` gives the checked value or refuses;
    `write(value)` gives it back as JSON.
    """

    kind: str
    says: str
    read: Callable[[str, object], object]
    write: Callable[[Any], object] = lambda value: value
    choices: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None
    optional: bool = False


def setting(default: object, described: Field) -> Any:
    """A dataclass field for a setting of a game's own kind."""
    return field(default=default, metadata={"field": described})


def choice(default: str, *others: str, says: str) -> Any:
    """One of some words; the first is the default."""
    words = (default, *others)

    def read(name: str, raw: object) -> object:
        if type(raw) is not str or raw not in words:
            raise _wrong(name, raw, "one of " + ", ".join(words))
        return raw

    return setting(default, Field("choice", says, read, choices=words))


def whole(default: int | None, *, says: str, low: int = 0, high: int | None = None, optional: bool = False) -> Any:
    """A whole number from low to high (None: no upper bound); null means off where it is optional."""
    bounds = f"a whole number of at least {low}" + ("" if high is None else f" and at most {high}")
    wanted = bounds + (" or null" if optional else "")

    def read(name: str, raw: object) -> object:
        if raw is None and optional:
            return None
        if type(raw) is not int or raw < low or (high is not None and raw > high):
            raise _wrong(name, raw, wanted)
        return raw

    return setting(default, Field("whole", says, read, low=low, high=high, optional=optional))


def flag(default: bool, *, says: str) -> Any:
    """True or false, as JSON's own words."""

    def read(name: str, raw: object) -> object:
        if type(raw) is not bool:
            raise _wrong(name, raw, "true or false")
        return raw

    return setting(default, Field("flag", says, read))


def _wrong(name: str, raw: object, wanted: str) -> Refused:
    return Refused("setting_wrong", "Setting {name} must be {wanted}.", name=name, wanted=wanted, given=repr(raw)[:80])


def typed(given: str) -> tuple[str, object]:
    """A setting as it is typed on a command line: NAME=VALUE, the value as JSON; what is no JSON is a word."""
    name, equals, value = given.partition("=")
    if not equals:
        raise Refused("settings_shape", "Give a setting as NAME=VALUE, such as main=seven.", given=given[:80])
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


@dataclass(frozen=True, slots=True)
class Settings:
    """The base of every game's settings.

    presets maps the value of a field `preset` to what it sets differently; what is given by name still wins.
    """

    presets: ClassVar[Mapping[str, Mapping[str, object]]] = {}

    @classmethod
    def described(cls) -> dict[str, Field]:
        """Every setting by name, in the order of the class."""
        return {each.name: each.metadata["field"] for each in fields(cls)}

    @classmethod
    def read(cls, raw: Mapping[str, object]) -> Self:
        """Checked settings from JSON; a missing key is the default, an unknown one is refused."""
        if not isinstance(raw, Mapping):
            raise Refused("settings_shape", "Give settings as names and values.", given=repr(raw)[:80])
        described = cls.described()
        for name in raw:
            if name not in described:
                raise Refused(
                    "setting_unknown",
                    "There is no setting {name}; there are {known}.",
                    name=repr(name)[:80],
                    known=", ".join(described),
                )
        given = {**cls._preset(raw), **raw}
        settings = cls(**{name: described[name].read(name, value) for name, value in given.items()})
        settings.check()
        return settings

    @classmethod
    def _preset(cls, raw: Mapping[str, object]) -> Mapping[str, object]:
        named = raw.get("preset")
        return cls.presets.get(named, {}) if isinstance(named, str) else {}

    def check(self) -> None:
        """Override to refuse values that do not go together."""

    def full(self) -> dict[str, object]:
        """Every setting as JSON; stored with the round, so a later default changes nothing."""
        return {name: each.write(getattr(self, name)) for name, each in self.described().items()}

    def differences(self) -> dict[str, object]:
        """What differs from the default (or from the preset), as JSON; reads back to the same settings."""
        full = self.full()
        named = {"preset": full["preset"]} if "preset" in full else {}
        plain = type(self).read(named).full()
        default = type(self)().full()
        return {
            name: value for name, value in full.items() if value != (default[name] if name == "preset" else plain[name])
        }
