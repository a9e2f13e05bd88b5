"""Reading a profile's data strictly: every fault is named with its place, and all of them at once."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import time
from typing import Any, Final, TypeVar
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

T = TypeVar("T")
_LARGEST: Final = 10**15


class Sheet:
    """One JSON object of a profile; `faults` is shared by all its sheets, so that one look shows them all."""

    def __init__(self, data: object, at: str, faults: list[str]) -> None:
        self.at = at
        self.faults = faults
        self._seen: set[str] = set()
        self._data: Mapping[str, Any] = data if isinstance(data, Mapping) else {}
        if not isinstance(data, Mapping):
            faults.append(f"{at or 'profile'}: an object is needed")

    def fault(self, name: str, need: str) -> None:
        self.faults.append(f"{self.at}{name}: {need}")

    def value(self, name: str) -> Any:
        self._seen.add(name)
        if name not in self._data:
            self.fault(name, "is missing")
        return self._data.get(name)

    def sheet(self, name: str) -> "Sheet":
        return Sheet(self.value(name), f"{self.at}{name}.", self.faults)

    def names(self) -> list[str]:
        return [str(name) for name in self._data]

    def whole(self, name: str, low: int, high: int = _LARGEST) -> int:
        """A whole number from `low` to `high`; never a float, a string or a truth value."""
        value = self.value(name)
        if type(value) is int and low <= value <= high:
            return value
        self.fault(name, f"a whole number from {low} to {high} is needed")
        return low

    def text(self, name: str, pattern: str, like: str) -> str:
        value = self.value(name)
        if isinstance(value, str) and re.fullmatch(pattern, value):
            return value
        self.fault(name, f"a text like {like} is needed")
        return like

    def one_of(self, name: str, choices: Sequence[str]) -> str:
        value = self.value(name)
        if value in choices:
            return str(value)
        self.fault(name, f"one of {', '.join(choices)} is needed")
        return choices[0]

    def wholes(self, name: str) -> tuple[int, ...]:
        """Whole numbers from 1 on, rising, none twice, at least one."""
        value = self.value(name)
        if (
            isinstance(value, list)
            and value
            and all(type(item) is int and 0 < item <= _LARGEST for item in value)
            and value == sorted(set(value))
        ):
            return tuple(value)
        self.fault(name, "a rising list of whole numbers from 1 on is needed, none twice")
        return (1,)

    def zone(self, name: str) -> ZoneInfo:
        """An IANA region; abbreviations and fixed offsets know no clock change and are refused."""
        value = self.value(name)
        if isinstance(value, str) and "/" in value and not value.startswith("Etc/"):
            try:
                return ZoneInfo(value)
            except (ZoneInfoNotFoundError, ValueError):
                pass
        self.fault(name, "an IANA region name such as Europe/London is needed")
        return ZoneInfo("Europe/London")

    def clock(self, name: str) -> time:
        """A time of day to the minute, HH:MM."""
        text = self.text(name, r"([01]\d|2[0-3]):[0-5]\d", "06:00")
        return time.fromisoformat(text)

    def words(self, name: str, word: Callable[[str], T], choices: Sequence[str]) -> frozenset[T]:
        """A list of different words out of `choices`, at least one."""
        value = self.value(name)
        if isinstance(value, list) and value and len(set(map(str, value))) == len(value) and set(value) <= set(choices):
            return frozenset(word(item) for item in value)
        self.fault(name, f"a list of words is needed, out of {', '.join(choices)}")
        return frozenset()

    def done(self) -> None:
        """Nothing may stand here that nobody reads."""
        for name in self._data:
            if name not in self._seen:
                self.fault(str(name), "is not known")
