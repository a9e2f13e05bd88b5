"""Statements with named values, as the wire wants them: numbered, every value as text whose type the server knows."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from functools import lru_cache
from typing import Any

Values = Mapping[str, Any] | Sequence[Any]

_PLACE = re.compile(r"%\((\w+)\)s|%s")


@lru_cache(maxsize=512)
def prepared(sql: str) -> tuple[str, tuple[str, ...]]:
    """`%(name)s` or `%s` places as $1, $2 …, and the names in that order (empty for `%s`)."""
    names: list[str] = []
    count = 0

    def place(found: re.Match[str]) -> str:
        nonlocal count
        name = found.group(1)
        if name is None:
            count += 1
            return f"${count}"
        if name not in names:
            names.append(name)
        return f"${names.index(name) + 1}"

    return _PLACE.sub(place, sql).replace("%%", "%"), tuple(names)


def text(value: Any) -> str | None:
    """A value as PostgreSQL reads it: mappings and lists as JSON, tuples of numbers or plain words as an array."""
    form = _FORMS.get(type(value))
    if form is not None:
        return form(value)
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        return _json(dict(value))
    raise TypeError(f"no text for {type(value).__name__}")


_json = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode
_FORMS: Mapping[type, Callable[[Any], str]] = {
    str: lambda value: value,
    int: str,
    bool: lambda value: "t" if value else "f",
    date: date.isoformat,
    datetime: datetime.isoformat,
    tuple: lambda value: "{" + ",".join(map(str, value)) + "}",
    dict: _json,
    list: _json,
}
