"""JSON as the API takes it: UTF-8, small, no key twice, no NaN, no NUL, not too deep."""

import json
from collections.abc import Mapping
from typing import IO, Any, Final

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

MOST_BYTES: Final = 64 * 1024


class StrictJSON(JSONParser):
    """Refuses what two readers could read differently."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        body = stream.read(MOST_BYTES + 1)
        if len(body) > MOST_BYTES:
            raise ParseError(f"A request is at most {MOST_BYTES} bytes.")
        try:
            text = body.decode("utf-8")
            read = json.loads(text, object_pairs_hook=_object, parse_constant=_constant, parse_float=_constant)
            json.dumps(read, ensure_ascii=False).encode("utf-8")
        except (ValueError, RecursionError) as wrong:
            raise ParseError(f"This is no JSON that can be taken: {str(wrong)[:120]}.") from wrong
        if "\\u0000" in text:
            raise ParseError("Text can't hold the character NUL.")
        if not isinstance(read, dict):
            raise ParseError("Send a JSON object.")
        return read


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(pairs)
    if len(read) != len(pairs):
        raise ValueError("an object names a key twice")
    return read


def _constant(word: str) -> None:
    raise ValueError(f"{word} is no number that can be taken")
