"""The night's page: the gaming days, the button that closes one, its frozen report."""

import base64
import hashlib
from datetime import date

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from casino.console.doing import Asked, does, looks
from casino.console.pages import Notice, page
from casino.console.unchanged import unchanged
from casino.night import close, progress, view
from casino.night.rendering.page import STYLE
from casino.night.rendering.page import page as drawn
from casino.people.permissions import ACTS
from casino.pit.view import version
from casino.profile.roles import Role

HASH = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
POLICY = f"default-src 'none'; style-src 'sha256-{HASH}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"


@looks("night.close", "ledger.read")
def show(request: HttpRequest, roles: frozenset[Role]) -> HttpResponse:
    return answer(request, roles, whole=True)


@looks("night.close", "ledger.read")
def now(request: HttpRequest, roles: frozenset[Role]) -> HttpResponse:
    """The days alone, for the page that asks again and again; 304 while nothing has changed."""
    return answer(request, roles, whole=False)


@looks("night.close", "ledger.read")
def report(request: HttpRequest, roles: frozenset[Role], day: date) -> HttpResponse:
    """The report as it was frozen: one file with its style inside, which only its own policy lets in."""
    frozen = progress.report(day)
    response = HttpResponse(drawn(frozen.figures, frozen.digest))
    response["Content-Security-Policy"] = POLICY
    return response


def answer(
    request: HttpRequest, roles: frozenset[Role], *, whole: bool, notice: Notice | None = None
) -> HttpResponse:  # fmt: skip
    seen = view.days()
    stamp = version((seen, sorted(roles)))
    same = unchanged(request, stamp) if notice is None and not whole else None
    may = {"night_close": bool(roles & ACTS["night.close"])}
    context = {"days": seen, "version": stamp, "notice": notice, "may": may}
    return same or page(request, "console/night.html" if whole else "console/night_now.html", context, roles=roles)


@does("night.close")
def close_day(request: HttpRequest, asked: Asked, day: date) -> HttpResponse:
    close.close_night(day=day, key=asked.key, actor=asked.actor, at=asked.at)
    text = _("Gaming day %(day)s is being reconciled.") % {"day": day.isoformat()}
    return answer(request, asked.roles, whole=not request.headers.get("HX-Request"), notice=Notice(text))
