"""How endpoints are described: every status that they can give, the key that acts need."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema

from casino.api.problems import FAMILIES, MEDIA
from casino.api.shapes import Problem

KEY: Final = OpenApiParameter(
    "Idempotency-Key", {"type": "string", "pattern": "^[A-Za-z0-9._:-]{8,64}$"}, OpenApiParameter.HEADER, required=True,
    description="Your own choice; the same request sent again with it counts once and gets the first answer.",
)  # fmt: skip
PAGE: Final = (
    OpenApiParameter("cursor", {"type": "string", "pattern": "^[1-9][0-9]{0,18}$"}, description="`next` of a page"),
    OpenApiParameter("limit", {"type": "integer", "minimum": 1, "maximum": 200}, description="50 by default"),
    OpenApiParameter("day", {"type": "string", "format": "date"}, description="a gaming day"),
)  # fmt: skip
SEEN: Final = OpenApiParameter("If-None-Match", str, OpenApiParameter.HEADER, description="an ETag; 304 when it stands")

ALWAYS: Final = ("unauthenticated", "forbidden", "method", "not-acceptable", "throttled", "unavailable")
ACT: Final = (*ALWAYS, "bad-input", "unknown", "conflict", "media-type", "key-reused")


def problems(*families: str) -> dict[tuple[int, str], Any]:
    """The answers of these families, one description a status."""
    by_status: dict[int, list[str]] = {}
    for family in families:
        by_status.setdefault(FAMILIES[family][0], []).append(FAMILIES[family][2])
    return {(status, MEDIA): OpenApiResponse(Problem, " ".join(said)) for status, said in by_status.items()}


def look(
    shape: Any,
    summary: str,
    *more: str,
    page: bool = False,
    versioned: bool = False,
    called: str | None = None,
    query: Sequence[str] = (),
) -> Callable[[Any], Any]:
    """A GET that answers `shape`; `more` are families beyond those that every address can give.

    `called` names the operation where its path alone would give it the name of another.
    """
    asked = [OpenApiParameter(name, str) for name in query]
    parameters = [*(PAGE if page else ()), *((SEEN,) if versioned else ()), *asked]
    not_modified: dict[Any, Any] = {304: OpenApiResponse(description="It stands as you have it.")} if versioned else {}
    answers = {(200, "application/json"): shape, **not_modified, **problems(*ALWAYS, "bad-input", *more)}
    return extend_schema(operation_id=called, summary=summary, parameters=parameters, responses=answers, request=None)


def does(sent: Any, shape: Any, summary: str) -> Callable[[Any], Any]:
    """A POST that does something once a key."""
    answers = {(201, "application/json"): shape, **problems(*ACT)}
    return extend_schema(summary=summary, parameters=[KEY], request=sent, responses=answers)
