"""A table's page: the felt, the seats, what may be done now."""

from datetime import UTC, datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.loader import select_template

from casino.cage.view import slips_of
from casino.console.doing import looks
from casino.console.pages import Notice, page
from casino.console.rooms import FLOOR
from casino.console.unchanged import unchanged
from casino.people.permissions import ACTS
from casino.pit.view import crew, version
from casino.pit.view.table import ClosedTable, table
from casino.profile import versions
from casino.profile.roles import Role


@looks(*FLOOR)
def show(request: HttpRequest, roles: frozenset[Role], code: str) -> HttpResponse:
    return answer(request, roles, code, whole=True)


@looks(*FLOOR)
def now(request: HttpRequest, roles: frozenset[Role], code: str) -> HttpResponse:
    """The table alone, for the page that asks again and again; 304 while nothing has changed."""
    return answer(request, roles, code, whole=False)


@looks(*FLOOR)
def players(request: HttpRequest, roles: frozenset[Role], code: str) -> HttpResponse:
    """Players found by card or name, to be seated at this table."""
    asked = request.GET.get("asked", "")
    found = crew.find_players(asked[:60], datetime.now(UTC))
    return page(request, "console/players.html", {"players": found, "asked": asked.strip()}, roles=roles)


def answer(
    request: HttpRequest, roles: frozenset[Role], code: str, *, whole: bool, notice: Notice | None = None
) -> HttpResponse:
    """The table as it is now: the page, or what a screen that shows it puts in its place."""
    at = datetime.now(UTC)
    seen = table(code, at)
    slips = slips_of(code)
    stamp = version((seen, slips, sorted(roles)))
    if notice is None and not whole:
        same = unchanged(request, stamp)
        if same is not None:
            return same
    may = {act.replace(".", "_"): bool(roles & allowed) for act, allowed in ACTS.items()}
    context: dict[str, Any] = {
        "table": seen,
        "version": stamp,
        "notice": notice,
        "may": may,
        "slips": slips,
        "profile": versions.current(),
    }
    if isinstance(seen, ClosedTable):
        context |= {
            "dealers": crew.crew((Role.DEALER,), code, at),
            "supervisors": crew.crew((Role.SUPERVISOR, Role.PIT), code, at),
        }
    else:
        context["felt"] = select_template([f"{seen.game}/felt.html", "console/felt.html"])
    template = "console/table.html" if whole else "console/table_now.html"
    return page(request, template, context, roles=roles)
