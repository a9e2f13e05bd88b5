"""The count room's page: boxes collected, boxes and rakes counted blind by two, resolved by both."""

from dataclasses import dataclass
from datetime import date

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from casino.console import words
from casino.console.doing import Asked, does, looks
from casino.console.pages import Notice, page
from casino.console.unchanged import unchanged
from casino.count import boxes, drop, rake, view
from casino.count.models import RakeCount
from casino.people.permissions import ACTS
from casino.pit.models import Shift
from casino.pit.view import version
from casino.profile import versions
from casino.profile.roles import Role
from games import discover

MOST = 60


@looks("count.box", "count.collect", "ledger.read")
def show(request: HttpRequest, roles: frozenset[Role]) -> HttpResponse:
    return answer(request, roles, whole=True)


@looks("count.box", "count.collect", "ledger.read")
def now(request: HttpRequest, roles: frozenset[Role]) -> HttpResponse:
    """The boxes alone, for the page that asks again and again; 304 while nothing has changed."""
    return answer(request, roles, whole=False)


@dataclass(frozen=True, slots=True)
class RakeView:
    """A closed shift's fees that are not posted yet, and who has counted them. Never what one counter found."""

    shift: int
    table: str
    day: date
    number: int
    counters: tuple[int, ...]


def _rakes() -> list[RakeView]:
    """The oldest first; a game that the bank holds has none, and zar takes no fee."""
    games = [name for name, game in discover().items() if game.kind != "bank" and name != "zar"]
    due = Shift.objects.filter(state="closed", rake=None, game__in=games).select_related("table").order_by("pk")[:MOST]
    counters: dict[int, list[int]] = {}
    counts = RakeCount.objects.filter(shift__in=[each.pk for each in due]).order_by("n")
    for shift, counter in counts.values_list("shift", "counter"):
        counters.setdefault(shift, []).append(counter)
    return [
        RakeView(each.pk, each.table.code, each.day, each.number, tuple(counters.get(each.pk, ()))) for each in due
    ]  # fmt: skip


def answer(
    request: HttpRequest, roles: frozenset[Role], *, whole: bool, notice: Notice | None = None
) -> HttpResponse:  # fmt: skip
    seen, rakes, profile = view.boxes(), _rakes(), versions.current()
    stamp = version((seen, rakes, sorted(roles)))
    same = unchanged(request, stamp) if notice is None and not whole else None
    may = {act.replace(".", "_"): bool(roles & allowed) for act, allowed in ACTS.items()}
    context = {"boxes": seen, "rakes": rakes, "profile": profile, "version": stamp, "notice": notice, "may": may}
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


@does("count.box")
def enter_rake(request: HttpRequest, asked: Asked, shift: int) -> HttpResponse:
    """One counter's chips out of a shift's rake; nobody sees them before the second has entered his."""
    counted = rake.enter(
        key=asked.key, shift=shift, lines=asked.lines(versions.current().denominations), counter=asked.login,
        at=asked.at,
    )  # fmt: skip
    state = words.said("count state", counted.state, counted.state)
    return _done(request, asked, _("Rake: %(state)s.") % {"state": state})


@does("count.box")
def resolve_rake(request: HttpRequest, asked: Asked, shift: int) -> HttpResponse:
    """Both counters sign: the second is who is signed in, the first signs on this form."""
    rake.resolve(
        key=asked.key, shift=shift, chips=asked.money("chips", versions.current().places),
        reason=asked.text("reason"), counters=(asked.signer(), asked.login), at=asked.at,
    )  # fmt: skip
    return _done(request, asked, _("The rake is posted."))
