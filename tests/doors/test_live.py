"""The live door: who may listen, what he hears, that nothing is heard twice and nothing is lost."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import asynccontextmanager
from typing import Any

import pytest
from django.db import connection

from casino.api import wire
from casino.api.live import Live
from casino.fairness.keeper import client as keeper
from tests.doors.doors import Doors

Message = MutableMapping[str, Any]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "EVERY", 0.02)


class Listener:
    """A client of the stream: what came so far, and a way to hang up."""

    def __init__(self) -> None:
        self.status = 0
        self.text = ""
        self.gone = asyncio.Event()

    async def send(self, message: Message) -> None:
        self.status = message.get("status", self.status)
        self.text += message.get("body", b"").decode()

    async def receive(self) -> Message:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    def events(self) -> list[dict[str, Any]]:
        return [json.loads(line[6:]) for line in self.text.splitlines() if line.startswith("data: {")]

    async def until(self, enough: Callable[[], bool]) -> None:
        async with asyncio.timeout(5):
            while not enough():
                await asyncio.sleep(0.01)


@asynccontextmanager
async def listening(live: Live, headers: dict[str, str]) -> AsyncIterator[Listener]:
    listener = Listener()
    task = asyncio.create_task(ask(live, "/events", headers, listener))
    try:
        await listener.until(lambda: listener.status != 0)
        yield listener
    finally:
        listener.gone.set()
        await task


async def ask(live: Live, path: str, headers: dict[str, str], listener: Listener, method: str = "GET") -> None:
    raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    await live({"type": "http", "method": method, "path": path, "headers": raw}, listener.receive, listener.send)


async def answer(live: Live, path: str, headers: dict[str, str] | None = None, method: str = "GET") -> Listener:
    listener = Listener()
    await ask(live, path, headers or {}, listener, method)
    return listener


def play(doors: Doors) -> None:
    """A stake and a throw, on a connection of this thread's own."""
    try:
        doors.floor.act(1, {"stake": 10})
        doors.floor.throw()
    finally:
        keeper.hang_up()
        connection.close()


def run(story: Callable[[Live], Awaitable[None]]) -> None:
    async def whole() -> None:
        live = Live()
        try:
            await story(live)
        finally:
            await live.wire.stop()

    asyncio.run(whole())


def test_livez_and_readyz_answer_anybody_and_other_addresses_nothing(doors: Doors) -> None:
    async def story(live: Live) -> None:
        assert (await answer(live, "/livez")).text == "alive\n"
        assert (await answer(live, "/readyz")).status == 200
        assert (await answer(live, "/nothing")).status == 404
        assert (await answer(live, "/events", method="POST")).status == 405

    run(story)


def test_only_who_has_a_token_or_a_session_may_listen(doors: Doors) -> None:
    token = {"Authorization": f"Token {doors.caller(doors.floor.house.dealer).token}"}
    screen = doors.screen(doors.floor.house.supervisor)
    session = {"Cookie": f"sessionid={screen.client.cookies['sessionid'].value}"}

    async def story(live: Live) -> None:
        for headers in ({}, {"Authorization": "Token none"}, {"Cookie": "sessionid=none"}, {"Cookie": ";;=="}):
            assert (await answer(live, "/events", headers)).status == 401
        for headers in (token, session):
            async with listening(live, headers) as listener:
                assert listener.status == 200

    run(story)
    doors.dismiss(doors.floor.house.dealer)

    async def later(live: Live) -> None:
        assert (await answer(live, "/events", token)).status == 401

    run(later)


def test_every_act_at_a_table_is_heard_once_by_all_in_order(doors: Doors) -> None:
    headers = {"Authorization": f"Token {doors.caller(doors.floor.house.dealer).token}"}

    async def story(live: Live) -> None:
        async with listening(live, headers) as first, listening(live, headers) as second:
            await asyncio.to_thread(play, doors)
            await first.until(lambda: len(first.events()) >= 2)
            await second.until(lambda: len(second.events()) >= 2)
            assert [event["verb"] for event in first.events()] == ["round.act", "round.throw"]
            assert {event["table"] for event in first.events()} == {"H1"}
            versions = [event["version"] for event in first.events()]
            assert versions == sorted(versions)
            assert first.events() == second.events()

    run(story)


def test_who_comes_back_says_what_he_has_seen_and_hears_the_rest(doors: Doors) -> None:
    headers = {"Authorization": f"Token {doors.caller(doors.floor.house.dealer).token}"}
    doors.floor.act(1, {"stake": 10})
    seen = doors.rows("select max(id) from audit_auditrow")[0][0]
    doors.floor.throw()

    async def story(live: Live) -> None:
        async with listening(live, {**headers, "Last-Event-ID": str(seen)}) as listener:
            await listener.until(lambda: len(listener.events()) >= 1)
            assert [event["verb"] for event in listener.events()] == ["round.throw"]

    run(story)
