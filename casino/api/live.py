"""The live door as a plain ASGI application: livez, readyz, and /events, a stream of changed tables."""

import asyncio
import json
from collections.abc import Awaitable, Callable, MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any, Final

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection
from django.http import HttpRequest
from knox.auth import TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed

from casino.api.wire import Wire
from casino.pit.view.changes import Change

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
BEAT: Final = 15.0


class Live:
    """Screens that hold a stream open; each event names a table and its version."""

    def __init__(self) -> None:
        self.wire = Wire()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        while True:
            said = (await receive())["type"]
            if said == "lifespan.shutdown":
                await self.wire.stop()
            await send({"type": f"{said}.complete"})
            if said == "lifespan.shutdown":
                return

    async def _answer(self, scope: Message, receive: Receive, send: Send) -> None:
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        if scope["method"] not in ("GET", "HEAD"):
            await _text(send, 405, "GET only\n")
        elif scope["path"] == "/livez":
            await _text(send, 200, "alive\n")
        elif scope["path"] == "/readyz":
            ready = await self._try(_reach_books)
            await _text(send, 200 if ready else 503, "ready\n" if ready else "the books can't be reached\n")
        elif scope["path"] != "/events":
            await _text(send, 404, "There is no such address.\n")
        elif await self._try(lambda: _knows(headers)):
            await self._stream(headers, receive, send)
        else:
            await _text(send, 401, "Sign in, or send a token.\n")

    async def _try(self, ask: Callable[[], bool]) -> bool:
        try:
            return await self.wire.in_thread(ask)
        except Exception:
            return False

    async def _stream(self, headers: dict[str, str], receive: Receive, send: Send) -> None:
        start = [(b"content-type", b"text/event-stream"), (b"cache-control", b"no-store"), *_origin(headers)]
        await send({"type": "http.response.start", "status": 200, "headers": start})
        gone = asyncio.create_task(_until_gone(receive))
        last = headers.get("last-event-id", "")
        changes = self.wire.listen(int(last) if last.isdecimal() and len(last) < 19 else None)
        following = asyncio.ensure_future(anext(changes, _END))
        try:
            await _body(send, "retry: 2000\n\n")
            while not gone.done():
                await asyncio.wait({gone, following}, timeout=BEAT, return_when=asyncio.FIRST_COMPLETED)
                if not following.done():
                    await _body(send, ": beat\n\n")
                elif (said := following.result()) is _END:
                    break
                else:
                    await _body(send, _event(said))
                    following = asyncio.ensure_future(anext(changes, _END))
        finally:
            gone.cancel()
            following.cancel()
            await send({"type": "http.response.body", "body": b"", "more_body": False})


class _End:
    pass


_END: Final = _End()


def _event(said: Change | _End | None) -> str:
    if not isinstance(said, Change):
        return "event: stale\ndata: {}\n\n"
    data = json.dumps({"table": said.table, "version": said.seq, "verb": said.verb})
    return f"id: {said.seq}\nevent: table\ndata: {data}\n\n"


def _knows(headers: dict[str, str]) -> bool:
    """Whether a token or a console's session in the headers belongs to an active login."""
    request = HttpRequest()
    if "authorization" in headers:
        request.META["HTTP_AUTHORIZATION"] = headers["authorization"]
        try:
            return TokenAuthentication().authenticate(request) is not None
        except AuthenticationFailed:
            return False
    try:
        cookies = SimpleCookie(headers.get("cookie", ""))
    except CookieError:
        return False
    held = cookies.get(settings.SESSION_COOKIE_NAME)
    if held is None:
        return False
    request.session = SessionStore(held.value)
    return bool(get_user(request).is_active)


def _reach_books() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("select 1")
    return True


def _origin(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    """The console's own origin may read the stream, where live listens on a port of its own."""
    origin = headers.get("origin", "")
    if not origin or origin != settings.HOUSE_URL:
        return []
    return [
        (b"access-control-allow-origin", origin.encode("latin-1")),
        (b"access-control-allow-credentials", b"true"),
        (b"vary", b"origin"),
    ]


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _text(send: Send, status: int, text: str) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text.encode()})


async def _body(send: Send, text: str) -> None:
    await send({"type": "http.response.body", "body": text.encode(), "more_body": True})
