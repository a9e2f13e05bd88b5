"""The floor: all tables on one page, what needs a hand first."""

from datetime import UTC, datetime

from django.http import HttpRequest, HttpResponse

from casino.console.doing import looks
from casino.console.pages import page
from casino.console.unchanged import unchanged
from casino.pit.view import floor as seen
from casino.pit.view import version
from casino.profile.roles import Role


@looks
def floor(request: HttpRequest, roles: frozenset[Role]) -> HttpResponse:
    return _floor(request, roles, "console/floor.html")


@looks
def floor_now(request: HttpRequest, roles: frozenset[Role]) -> HttpResponse:
    """The tables alone, for the page that asks again and again; 304 while nothing has changed."""
    return _floor(request, roles, "console/floor_tables.html")


def _floor(request: HttpRequest, roles: frozenset[Role], template: str) -> HttpResponse:
    rows = seen.by_need(seen.tables(datetime.now(UTC)))
    stamp = version(rows)
    return unchanged(request, stamp) or page(request, template, {"tables": rows, "version": stamp}, roles=roles)
