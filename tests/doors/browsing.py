"""A real browser before a real server: Debian's Chromium, Django's own threads, the floor's keeper."""

import shutil
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from django.core.handlers.wsgi import WSGIHandler
from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler
from django.db import connections
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect

from casino.fairness.keeper import client as keeper
from casino.wsgi import application
from tests.doors.doors import PASSWORD, Doors

T = TypeVar("T")
SHOTS = Path(__file__).resolve().parents[2] / "var" / "screenshots"
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync",
]  # fmt: skip


class Quiet(WSGIRequestHandler):
    """Serves without a line for every request."""

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def serving(handler: WSGIHandler = application) -> Iterator[str]:
    """The house's web at an address of its own."""
    server = ThreadedWSGIServer(("127.0.0.1", 0), Quiet)
    server.set_app(handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def chromium(playwright: Playwright) -> Browser:
    """Debian's; without it the test fails and says what is missing."""
    path = shutil.which("chromium")
    assert path, "these tests need Debian's package chromium"
    return playwright.chromium.launch(executable_path=path, args=FLAGS)


@contextmanager
def desk() -> Iterator[ThreadPoolExecutor]:
    """A thread where the test uses the departments; its connections end with it."""
    with ThreadPoolExecutor(1) as thread:
        try:
            yield thread
        finally:
            thread.submit(connections.close_all).result()
            thread.submit(keeper.hang_up).result()


@dataclass
class Site:
    """The doors in a browser; everything that a page asked for or complained of is kept."""

    url: str
    doors: Doors
    browser: Browser
    desk: ThreadPoolExecutor
    asked: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def do(self, work: Callable[[], T]) -> T:
        """Does something in the house's departments: in a thread of its own, because the browser's loop runs here."""
        return self.desk.submit(work).result()

    def context(self, width: int = 1440, height: int = 900) -> BrowserContext:
        context = self.browser.new_context(viewport={"width": width, "height": height})
        context.set_default_timeout(10_000)
        return context

    def page(self, context: BrowserContext) -> Page:
        page = context.new_page()
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        return page

    def sign_in(self, login: int, context: BrowserContext) -> Page:
        """A page of somebody's, signed in by the form."""
        username = self.do(lambda: self.doors.password(login))
        page = self.page(context)
        page.goto(f"{self.url}/login")
        page.fill("#id_username", username)
        page.fill("#id_password", PASSWORD)
        page.keyboard.press("Enter")
        page.wait_for_url(lambda url: not url.endswith("/login"))
        return page

    def show(self, page: Page, path: str) -> None:
        """A page, its fonts loaded and its first picture complete."""
        page.goto(self.url + path)
        page.wait_for_load_state("load")
        page.evaluate("document.fonts.ready")


def tab_to(page: Page, element: str) -> None:
    """Presses Tab until the element with this id has the focus."""
    for _ in range(120):
        if page.evaluate("document.activeElement.id") == element:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"#{element} is not reached by Tab")


def posted(page: Page, *keys: str) -> str:
    """Presses the keys; what the house then says."""
    with page.expect_response(lambda response: response.request.method == "POST"):
        for key in keys:
            page.keyboard.press(key)
    expect(page.locator("#notice p")).to_be_visible()
    page.wait_for_timeout(750)
    return page.inner_text("#notice")
