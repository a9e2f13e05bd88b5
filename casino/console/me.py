"""One's own page: the second factor that makes signatures fresh."""

from datetime import UTC, datetime

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from casino.console import screens, step_up
from casino.console.doing import Asked, does_own, login_of, looks_own
from casino.console.pages import Notice
from casino.console.screens import Screen
from casino.fairness.entropy import draw
from casino.people import step_up as factors
from casino.profile.roles import Role

BYTES = 20


def _screen(login: int, at: datetime, enrolled: factors.Enrolment | None = None) -> Screen:
    seen = {
        "has": step_up.has_authenticator(login),
        "fresh": step_up.is_fresh(login, at),
        "enrolled": enrolled,
        "secret": " ".join(enrolled.secret[n : n + 4] for n in range(0, len(enrolled.secret), 4)) if enrolled else "",
    }
    return Screen("me", _("My signature"), seen)


@looks_own
def show(request: HttpRequest, roles: frozenset[Role]) -> HttpResponse:
    return screens.show(request, roles, _screen(login_of(request).pk, datetime.now(UTC)), whole=True)


@does_own
def enrol(request: HttpRequest, asked: Asked) -> HttpResponse:
    """The secret is shown on this one answer and never again."""
    name = login_of(request).username
    made = factors.enrol(login=asked.login, name=name, entropy=draw(BYTES), at=asked.at)
    return screens.done(request, asked, _screen(asked.login, asked.at, made), _("Your authenticator is set up."))


@does_own
def code(request: HttpRequest, asked: Asked) -> HttpResponse:
    step_up.freshen(asked.login, asked.text("code"), asked.at)
    text = _("Your signature is fresh: sign again.")
    if request.headers.get("HX-Target") == "notice":
        return screens.told(request, Notice(text))
    return screens.done(request, asked, _screen(asked.login, asked.at), text)
