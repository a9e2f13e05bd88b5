"""The count room's page: boxes collected, counted blind by two, resolved by both."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from casino.console import words
from casino.console.doing import Asked, does, looks
from casino.console.pages import Notice, page
from casino.console.unchanged import unchanged
from casino.count import boxes, drop, view
from casino.people.permissions import ACTS
from casino.pit.view import version
from casino.profile import versions
from casino.profile.roles import Role


@looks("count.box", "count.collect", "ledger.read")
def show(request: HttpRequest, roles: frozenset[Role]) -> HttpResponse:
    return answer(request, roles, whole=True)


@looks("count.box", "count.collect", "ledger.read")
def now(request: HttpRequest, roles: frozenset[Role]) -> HttpResponse:
    """The boxes alone, for the page that asks again and again; 304 while nothing has changed."""
    return answer(request, roles, whole=False)


def answer(
    request: HttpRequest, roles: frozenset[Role], *, whole: bool, notice: Notice | None = None
) -> HttpResponse:  # fmt: skip
    seen, profile = view.boxes(), versions.current()
    stamp = version((seen, sorted(roles)))
    same = unchanged(request, stamp) if notice is None and not whole else None
    may = {act.replace(".", "_"): bool(roles & allowed) for act, allowed in ACTS.items()}
    context = {"boxes": seen, "profile": profile, "version": stamp, "notice": notice, "may": may}
    template = "console/count.html" if whole else "console/count_now.html"
    return same or page(request, template, context, roles=roles)


def _done(request: HttpRequest, asked: Asked, text: str) -> HttpResponse:
    return answer(request, asked.roles, whole=not request.headers.get("HX-Request"), notice=Notice(text))


@does("count.collect")
def collect(request: HttpRequest, asked: Asked, code: str, box: int) -> HttpResponse:
    boxes.collect(
        key=asked.key, table=code, box=box, collector=asked.login, witness=asked.signer(), at=asked.at
    )  # fmt: skip
    return _done(request, asked, _("Box %(box)s of table %(table)s is here.") % {"box": box, "table": code})


@does("count.box")
def enter(request: HttpRequest, asked: Asked, code: str, box: int) -> HttpResponse:
    """One counter's result; nobody sees it before the second has entered his."""
    profile = versions.current()
    counted = drop.enter(
        key=asked.key, table=code, box=box, cash=asked.money("cash", profile.places),
        chip_lines=asked.lines(profile.denominations), counter=asked.login, at=asked.at,
    )  # fmt: skip
    facts = {"box": box, "table": code, "state": words.said("count state", counted.state, counted.state)}
    return _done(request, asked, _("Box %(box)s of table %(table)s: %(state)s.") % facts)


@does("count.box")
def resolve(request: HttpRequest, asked: Asked, code: str, box: int) -> HttpResponse:
    """Both counters sign: the second is who is signed in, the first signs on this form."""
    places = versions.current().places
    drop.resolve(
        key=asked.key, table=code, box=box, cash=asked.money("cash", places), chips=asked.money("chips", places),
        reason=asked.text("reason"), counters=(asked.signer(), asked.login), at=asked.at,
    )  # fmt: skip
    return _done(request, asked, _("Box %(box)s of table %(table)s is posted.") % {"box": box, "table": code})
