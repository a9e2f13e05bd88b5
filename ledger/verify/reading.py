"""JSON that nobody vouches for, as one thing only: readers differ in which of two values of one name they take."""

import json
from typing import Any, Final

NOT_AS_WRITTEN: Final = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError)
"""What a value of another shape than the exporter's may raise where it is used."""


def read(content: bytes) -> Any:
    """What the bytes say. Raises ValueError, RecursionError."""
    return json.loads(content, object_pairs_hook=_once, parse_constant=_no_number)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("an object names a key twice")
    return found


def _no_number(word: str) -> None:
    raise ValueError(f"{word} is no number")
