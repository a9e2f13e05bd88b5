"""What every page has: the person, the gaming day in the house's own zone, the theme, a notice."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from casino.console import beside, rooms
from casino.console.words import sentence
from casino.day import gaming_day
from casino.fairness.entropy import draw
from casino.people import staff
from casino.people.models import Login
from casino.profile import versions
from casino.refusal import BadInput, Conflict, Forbidden, KeyReused, Refusal, TooMany, Unavailable, Unknown

STATUS: Mapping[type[Refusal], int] = {
    BadInput: 400, Forbidden: 403, Unknown: 404, Conflict: 409, KeyReused: 422, Unavailable: 503,
    TooMany: 429,
}  # fmt: skip
THEMES = ("dark", "light")


@dataclass(frozen=True, slots=True)
class Notice:
    """What the person is told after an act: a sentence; for a refusal its code and the fields that it may be about."""

    text: str
    code: str = ""
    fields: tuple[str, ...] = ()


def page(
    request: HttpRequest, template: str, context: Mapping[str, Any], *, roles: Iterable[str] = (), status: int = 200
) -> HttpResponse:
    """Renders a page or fragment; `nonce` in it makes the keys of its forms, new with each rendering."""
    at = datetime.now(UTC)
    rule = versions.current().day_rule
    roles = sorted(roles)
    whole = {
        "roles": roles,
        "rooms": rooms.bar(request, roles),
        "sections": rooms.sections(request, roles),
        "at": at,
        "day": gaming_day(rule, at),
        "zone": rule.zone,
        "theme": theme(request),
        "languages": settings.LANGUAGES,
        "nonce": draw(16).hex(),
        **context,
    }
    with timezone.override(rule.zone):
        response = render(request, template, whole, status=status)
    response["Cache-Control"] = "no-store, private"
    return response


def theme(request: HttpRequest) -> str:
    chosen = request.COOKIES.get("theme", "")
    return chosen if chosen in THEMES else THEMES[0]


def refused(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """The refusal's sentence with its code. On a screen it goes beside what was entered, which stays as it is."""
    status = next(code for family, code in STATUS.items() if isinstance(refusal, family))
    notice = Notice(sentence(refusal, request.POST.get("game", "")), refusal.code, beside.fields(refusal))
    own = refusal.code == "step_up" and refusal.facts.get("login") == request.user.pk
    nonce = draw(16).hex() if own else ""
    if request.headers.get("HX-Request"):
        response = render(request, "console/notice.html", {"notice": notice, "nonce": nonce}, status=status)
        response["HX-Retarget"] = "#notice"
        response["HX-Reswap"] = "innerHTML"
    else:
        back = request.headers.get("Referer", "")
        roles = staff.roles_of(request.user.pk) if isinstance(request.user, Login) else ()
        response = page(request, "console/refused.html", {"refusal": notice, "back": back}, roles=roles, status=status)
    if isinstance(refusal, Unavailable):
        response["Retry-After"] = "2"
    if isinstance(refusal, TooMany):
        response["Retry-After"] = str(refusal.facts["wait"])
    return response
