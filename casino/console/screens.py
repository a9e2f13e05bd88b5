"""A screen: a page with its head and sections, or its inside alone for who shows it; 304 when nothing is new."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from casino.console.doing import Asked
from casino.console.pages import Notice, page
from casino.console.unchanged import unchanged
from casino.people.permissions import ACTS
from casino.pit.view import version
from casino.profile import versions


@dataclass(frozen=True, slots=True)
class Screen:
    """What a page shows: the template of its inside, its title, the words that templates know what was `seen` by.

    `now` names the address that gives the inside alone, asked again every few seconds; without it the page stands.
    """

    body: str
    title: str
    seen: Mapping[str, Any]
    now: str = ""
    where: tuple[Any, ...] = ()


def show(
    request: HttpRequest, roles: Iterable[str], screen: Screen, *, whole: bool, notice: Notice | None = None
) -> HttpResponse:
    roles = sorted(roles)
    stamp = version((dict(screen.seen), roles))
    same = unchanged(request, stamp) if notice is None and not whole else None
    if same is not None:
        return same
    context = {
        **screen.seen,
        "body": f"console/rooms/{screen.body}.html",
        "heading": screen.title,
        "now": reverse(f"console:{screen.now}", args=screen.where) if screen.now else "",
        "profile": versions.current(),
        "version": stamp,
        "notice": notice,
        "may": may(roles),
    }
    return page(request, "console/screen.html" if whole else "console/screen_now.html", context, roles=roles)


def done(request: HttpRequest, asked: Asked, screen: Screen, text: str) -> HttpResponse:
    """The screen after an act, with what was done."""
    whole = not request.headers.get("HX-Request")
    return show(request, asked.roles, screen, whole=whole, notice=Notice(text))


def told(request: HttpRequest, notice: Notice) -> HttpResponse:
    """Words alone, for an act that changes nothing on the screen."""
    return render(request, "console/notice.html", {"notice": notice})


def may(roles: Iterable[str]) -> dict[str, bool]:
    """What these roles may do, as templates ask: `may.cage_window`."""
    held = frozenset(roles)
    return {act.replace(".", "_"): bool(held & allowed) for act, allowed in ACTS.items()}
