"""Refusals as RFC 9457 problems: one handler for everything that goes wrong behind /api/."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import psycopg
from django.core.exceptions import PermissionDenied
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from rest_framework import exceptions, status
from rest_framework.response import Response

from casino.refusal import BadInput, Conflict, Forbidden, KeyReused, Refusal, TooMany, Unavailable, Unknown

MEDIA: Final = "application/problem+json"
RETRY_SECONDS: Final = "2"
AWAY: Final = Unavailable("database_away", "The books can't be reached; send the same request again in a moment.")

# Family of a problem: its status, its title, what it means. The page of a family is its `type`.
FAMILIES: Final[Mapping[str, tuple[int, str, str]]] = {
    "bad-input": (400, "Bad input", "What was sent can't be understood or is outside the bounds. Nothing changed."),
    "key-missing": (400, "Idempotency key missing", "Every POST that may move chips needs an Idempotency-Key."),
    "unauthenticated": (401, "Not signed in", "Send a valid token as Authorization: Token …"),
    "forbidden": (403, "Not allowed", "This caller may not do this. Nothing changed."),
    "unknown": (404, "Not found", "There is no such thing, or it isn't the caller's: both answer alike."),
    "method": (405, "Method not allowed", "This address does not take this method; see the Allow header."),
    "not-acceptable": (406, "Not acceptable", "Answers are application/json."),
    "conflict": (409, "Conflict", "Right in itself, but not in the present state. Nothing changed."),
    "media-type": (415, "Unsupported media type", "Send application/json."),
    "key-reused": (422, "Idempotency key reused", "This key belongs to another request: use a new one."),
    "throttled": (429, "Too many requests", "Wait as long as Retry-After says."),
    "unavailable": (503, "Unavailable", "The house can't answer now; the same request may be sent again."),
    "fault": (500, "Fault", "Something broke on the house's side. Tell it the request_id."),
}
OF_REFUSAL: Final[Mapping[type[Refusal], str]] = {
    BadInput: "bad-input", Forbidden: "forbidden", Unknown: "unknown", Conflict: "conflict", KeyReused: "key-reused",
    Unavailable: "unavailable", TooMany: "throttled",
}  # fmt: skip
OF_REST: Final[tuple[tuple[type[exceptions.APIException], str, str], ...]] = (
    (exceptions.ParseError, "bad-input", "not_json"),
    (exceptions.NotAuthenticated, "unauthenticated", "no_token"),
    (exceptions.AuthenticationFailed, "unauthenticated", "bad_token"),
    (exceptions.PermissionDenied, "forbidden", "not_allowed"),
    (exceptions.NotFound, "unknown", "not_found"),
    (exceptions.MethodNotAllowed, "method", "method_not_allowed"),
    (exceptions.NotAcceptable, "not-acceptable", "not_acceptable"),
    (exceptions.UnsupportedMediaType, "media-type", "not_json"),
    (exceptions.Throttled, "throttled", "throttled"),
)


def handler(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """REST framework's hook: the answer to an error, or None for a fault, which is then logged as one."""
    request = context["request"]
    if isinstance(error, Refusal):
        wait = {"Retry-After": str(error.facts["wait"])} if isinstance(error, TooMany) else {}
        return _response(of_refusal(error, request), wait)
    if isinstance(error, exceptions.ValidationError):
        detail = "Some fields can't be taken; errors names each."
        return _response(problem("bad-input", "fields_wrong", detail, request, errors=list(pointers(error.detail))), {})
    if isinstance(error, OperationalError | InterfaceError | psycopg.OperationalError):
        return _response(of_refusal(AWAY, request), {})
    if isinstance(error, Http404):
        error = exceptions.NotFound("There is no such address.")
    if isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    for kind, family, code in OF_REST:
        if isinstance(error, kind):
            return _response(problem(family, code, str(error.detail), request), _headers(error))
    return None


def problem(
    family: str, code: str, detail: str, request: HttpRequest, *, errors: list[dict[str, str]] | None = None,
    facts: Mapping[str, Any] | None = None,
) -> dict[str, Any]:  # fmt: skip
    """The body of a problem."""
    number, title, _ = FAMILIES[family]
    return {
        "type": f"/api/problems/{family}",
        "title": title,
        "status": number,
        "detail": detail,
        "code": code,
        "request_id": getattr(request, "request_id", ""),
        **({"errors": errors} if errors else {}),
        **({"facts": _plain(facts)} if facts else {}),
    }


def of_refusal(refusal: Refusal, request: HttpRequest) -> dict[str, Any]:
    family = next(name for kind, name in OF_REFUSAL.items() if isinstance(refusal, kind))
    if refusal.code == "key_missing":
        family = "key-missing"
    errors = [{"pointer": f"/{refusal.facts['field']}", "detail": refusal.sentence}] if "field" in refusal.facts else []
    return problem(family, refusal.code, refusal.sentence, request, errors=errors, facts=refusal.facts)


def pointers(detail: Any, at: str = "") -> Iterator[dict[str, str]]:
    """Every message of a serializer's errors with the JSON pointer of its field."""
    if isinstance(detail, Mapping):
        for name, below in detail.items():
            yield from pointers(below, at if name == "non_field_errors" else f"{at}/{_escaped(name)}")
    elif isinstance(detail, list):
        for index, below in enumerate(detail):
            yield from pointers(below, at if isinstance(below, str) else f"{at}/{index}")
    else:
        yield {"pointer": at, "detail": str(detail)}


def server_error(request: HttpRequest, error: BaseException | None) -> HttpResponse:
    """What the API answers when a view could not: 503 while the database is away, else 500 without details."""
    if isinstance(error, OperationalError | InterfaceError | psycopg.OperationalError):
        body = of_refusal(AWAY, request)
    else:
        body = problem("fault", "fault", "Something broke on our side; nothing is half done.", request)
    headers = {"Retry-After": RETRY_SECONDS} if body["status"] == status.HTTP_503_SERVICE_UNAVAILABLE else {}
    return JsonResponse(body, status=body["status"], content_type=MEDIA, headers=headers)


def not_found(request: HttpRequest) -> HttpResponse:
    """There is no such address behind /api/."""
    return JsonResponse(
        problem("unknown", "not_found", "There is no such address.", request), status=404, content_type=MEDIA
    )


def _response(body: dict[str, Any], headers: Mapping[str, str]) -> Response:
    more = {"Retry-After": RETRY_SECONDS} if body["status"] == status.HTTP_503_SERVICE_UNAVAILABLE else {}
    return Response(body, status=body["status"], content_type=MEDIA, headers={**more, **headers})


def _headers(error: exceptions.APIException) -> dict[str, str]:
    """What REST framework found out on the way: how to sign in, how long to wait."""
    sign_in, wait = getattr(error, "auth_header", None), getattr(error, "wait", None)
    return {
        **({"WWW-Authenticate": sign_in} if sign_in else {}),
        **({"Retry-After": f"{wait:.0f}"} if wait else {}),
    }


def _plain(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Facts as the API writes them: numbers as text, what isn't JSON by its name."""
    return {name: _word(value) for name, value in facts.items()}


def _word(value: Any) -> Any:
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, Mapping):
        return _plain(value)
    if isinstance(value, list | tuple):
        return [_word(each) for each in value]
    return str(value)


def _escaped(name: str) -> str:
    return str(name).replace("~", "~0").replace("/", "~1")
