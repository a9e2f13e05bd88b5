"""What every endpoint shares: its body read strictly, its query too, its answer shaped, its version answered 304."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any, Final

from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from casino.api.access import SignedIn, login_of
from casino.api.fields import Nothing
from casino.api.keys import answered, key_of
from casino.day import read_day
from casino.people import actors, pace, permissions, staff
from casino.refusal import BadInput

MOST: Final = 200
USUAL: Final = 50
CURSOR: Final = re.compile(r"[1-9][0-9]{0,18}")


class Endpoint(APIView):
    """One address. Its class says who may use it; without saying so, nobody may."""

    permission_classes: Sequence[type[BasePermission]] = (SignedIn,)
    acts: tuple[str, ...] = ()
    """Staff may come in who may do one of these; none where a caller sees his own things, or what is everybody's."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Who is let in is counted by his token: TooMany above its calls in a minute, wherever he calls from."""
        super().initial(request, *args, **kwargs)
        token: Any = request.auth
        if token is not None:
            pace.take(f"token:{token.token_key}", pace.CALLS, datetime.now(UTC))


class Page:
    """A list's query: `cursor` (from the answer before), `limit`, `day`. Anything else in the query is refused."""

    def __init__(self, request: Request) -> None:
        asked = only(request, ("cursor", "limit", "day"))
        self.before = int(_matched("cursor", asked.get("cursor", str(2**63 - 1))))
        self.limit = int(_matched("limit", asked.get("limit", str(USUAL))))
        if self.before >= 2**63 or self.limit > MOST:
            raise BadInput("query_wrong", f"A limit is at most {MOST}, a cursor one that was given.", field="limit")
        self.day = day_of(asked["day"]) if "day" in asked else None

    def answer(self, request: Request, name: str, found: list[Any], shape: type[Serializer[Any]], key: str) -> Response:
        """The page under `name`, with the cursor of the next one; `found` is one longer when there is more."""
        shown, more = found[: self.limit], len(found) > self.limit
        cursor = str(getattr(shown[-1], key)) if more else None
        response = Response({name: shape(shown, many=True).data, "next": cursor})
        if cursor:
            query = request.query_params.copy()
            query["cursor"] = cursor
            response["Link"] = f'<{request.path}?{query.urlencode()}>; rel="next"'
        return response


def only(request: Request, names: Iterable[str]) -> dict[str, str]:
    """The query's values by name; an unknown name, or one given twice, is refused."""
    known = tuple(names)
    for name in request.query_params:
        if name not in known or len(request.query_params.getlist(name)) > 1:
            raise BadInput("query_unknown", f"The query knows {', '.join(known) or 'nothing'}, once each.", field=name)
    return request.query_params.dict()


def sent(request: Request, shape: type[Serializer[Any]] = Nothing) -> Mapping[str, Any]:
    """The request's body, read by its shape; no query beside it."""
    only(request, ())
    read = shape(data=request.data)
    read.is_valid(raise_exception=True)
    return dict(read.validated_data)


def arrived(request: Request) -> datetime:
    """When the whole request was here: who sends his body late does not act at the time of its first line."""
    request.data  # noqa: B018 - reads the body to its end
    return datetime.now(UTC)


class Doing:
    """An act asked for by token: who, in which roles at the table, with which key, when."""

    def __init__(self, request: Request, acts: tuple[str, ...], table: str = "") -> None:
        """`acts`: what the caller must be allowed to do there, one of them at least."""
        self.login: int = login_of(request).pk
        permissions.check_any(acts, staff.roles_of(self.login, f"table:{table}" if table else ""))
        self.actor = actors.staff(self.login)
        self.key = key_of(request)
        self.again = answered(self.actor, self.key)
        self.at = arrived(request)

    def done(self, body: Mapping[str, Any], status: int = 201) -> Response:
        """The answer; marked when it was given before."""
        return Response(body, status=status, headers={"Idempotency-Hit": "true"} if self.again else {})


def reading(request: Request, acts: tuple[str, ...]) -> int:
    """The caller's login, once his roles let him read this; Forbidden `not_allowed`."""
    login: int = login_of(request).pk
    permissions.check_any(acts, staff.roles_of(login))
    return login


def versioned(request: Request, version: str, body: Mapping[str, Any]) -> Response:
    """The body with its ETag, or 304 for who has it."""
    tag = f'"{version}"'
    headers = {"ETag": tag, "Cache-Control": "private, no-cache"}
    if tag in re.findall(r'"[^"]*"', request.headers.get("If-None-Match", "")):
        return Response(status=304, headers=headers)
    return Response(body, headers=headers)


def _matched(name: str, value: str) -> str:
    if not CURSOR.fullmatch(value):
        raise BadInput("query_wrong", f"{name} is a whole number from 1 on.", field=name)
    return value


def day_of(value: str, name: str = "day") -> date:
    """A gaming day, 2026-03-29; BadInput `query_wrong`."""
    try:
        if re.fullmatch(r"\d{4}-\d{2}-\d{2}", value):
            return read_day(value)
    except ValueError:
        pass
    raise BadInput("query_wrong", "A gaming day is written 2026-03-29.", field=name)
