"""The rooms of the console: which pages each has; who finds which follows from the pages themselves."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from django.http import HttpRequest
from django.urls import Resolver404, ResolverMatch, resolve, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from casino.people.permissions import ACTS

Words = str | Promise


@dataclass(frozen=True, slots=True)
class Room:
    """A word in the bar and the pages behind it: address names with their own words, the room's first page first."""

    words: Words
    pages: tuple[tuple[str, Words], ...]


@dataclass(frozen=True, slots=True)
class Link:
    """A way to a page; `here` when it is the one that is shown, or its room."""

    words: Words
    address: str
    here: bool


FLOOR: Final = (
    "table.open", "table.count", "table.void", "slip.sign", "ledger.read", "currency.list", "player.register",
)  # fmt: skip
"""Who does one of these sees floor and tables: all who work there, bring chips there, or check it."""

ROOMS: Final = (
    Room(_("Floor"), (("floor", _("Floor")), ("dice", _("Dice sets")), ("set_up", _("Set-up")))),
    Room(
        _("Cage"),
        (("cage", _("Slips")), ("window", _("Window")), ("drawers", _("Drawers")), ("slip_register", _("Register"))),
    ),
    Room(_("Count"), (("count", _("Count")),)),
    Room(_("Players"), (("players_desk", _("Players")), ("currency", _("Currency")))),
    Room(_("Night"), (("night", _("Night")),)),
    Room(
        _("Audit"),
        (("exceptions", _("Exceptions")), ("figures", _("Figures")), ("books", _("Books")), ("exports", _("Exports")),
         ("access", _("Access"))),
    ),
)  # fmt: skip


BELONGS: Final = {
    "table": "floor", "shift": "floor", "settings": "set_up", "new_table": "set_up", "player": "players_desk",
}  # fmt: skip
"""Pages of one thing, by the page from which they are reached."""


def allowed(page: str, roles: Iterable[str]) -> bool:
    """Whether somebody with these roles may look at the page of this address name."""
    acts: tuple[str, ...] = getattr(resolve(reverse(f"console:{page}")).func, "acts", ())
    return any(role in ACTS[act] for act in acts for role in roles)


def bar(request: HttpRequest, roles: Iterable[str]) -> list[Link]:
    """The rooms that these roles find, each by the first of its pages that they may see."""
    here, roles, found = _here(request), tuple(roles), []
    for room in ROOMS:
        first = next((page for page, _words in room.pages if allowed(page, roles)), None)
        if first is not None:
            found.append(Link(room.words, reverse(f"console:{first}"), here in dict(room.pages)))
    return found


def sections(request: HttpRequest, roles: Iterable[str]) -> list[Link]:
    """The pages of the room that is shown; none where there is only one to see."""
    here, roles = _here(request), tuple(roles)
    room = next((room for room in ROOMS if here in dict(room.pages)), None)
    pages = [each for each in room.pages if allowed(each[0], roles)] if room else []
    links = [Link(words, reverse(f"console:{page}"), page == here) for page, words in pages]
    return links if len(links) > 1 else []


def home(roles: Iterable[str]) -> str:
    """Where these roles begin: the first page that they may see, else one's own."""
    pages = (page for room in ROOMS for page, _words in room.pages)
    return reverse("console:" + next((page for page in pages if allowed(page, roles)), "me"))


def _here(request: HttpRequest) -> str:
    """The page that is shown, or from which what is shown was reached; after an act the page where it was done."""
    match = request.resolver_match
    if request.method == "POST":
        match = _match(request.headers.get("HX-Current-URL") or request.headers.get("Referer", ""))
    name = ((match and match.url_name) or "").removesuffix("_now")
    return BELONGS.get(name, name)


def _match(address: str) -> ResolverMatch | None:
    """The page of an address that a browser named; None where it is no page of the house."""
    try:
        return resolve(urlsplit(address).path)
    except (Resolver404, ValueError):
        return None
