"""The register of slips of a year, and a slip on paper: the original once, every further copy marked REPRINT n."""

from datetime import UTC, datetime

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from casino.cage import register
from casino.cage.models import Slip
from casino.console import screens
from casino.console.doing import Asked, does, looks
from casino.console.pages import page
from casino.console.screens import Screen
from casino.day import gaming_day
from casino.people.models import Login
from casino.profile import versions
from casino.profile.roles import Role
from casino.refusal import BadInput, Unknown

MOST: int = 300


@looks("slip.print", "ledger.read")
def show(request: HttpRequest, roles: frozenset[Role]) -> HttpResponse:
    """This gaming-day year's, newest first, unless another is asked for."""
    this = gaming_day(versions.current().day_rule, datetime.now(UTC)).year
    asked = request.GET.get("year") or str(this)
    if not (asked.isascii() and asked.isdigit() and len(asked) == 4):
        raise BadInput("year_wrong", "Enter a year such as 2026.", field="year")
    found = register.register(int(asked))
    ids = dict(Slip.objects.filter(year=int(asked)).values_list("number", "pk"))
    signers = {word.rpartition(" ")[2] for row in found.rows for word in row.signers}
    names = {str(pk): name for pk, name in Login.objects.filter(pk__in=signers).values_list("pk", "display_name")}
    rows = [
        (ids[row.number], row, [(step, names.get(who, "")) for step, who in (word.split(" ") for word in row.signers)])
        for row in reversed(found.rows[-MOST:])
    ]
    seen = {"year": int(asked), "rows": rows, "missing": found.missing, "more": len(found.rows) - len(rows)}
    return screens.show(request, roles, Screen("slip_register", _("Cage"), seen), whole=True)


@does("slip.print")
def put_on_paper(request: HttpRequest, asked: Asked, slip: int) -> HttpResponse:
    """One more paper, counted; the same form sent again shows the same copy."""
    printed = register.print_slip(key=asked.key, slip=slip, actor=asked.actor, at=asked.at)
    found = Slip.objects.filter(pk=slip).first()
    if found is None:
        raise Unknown("no_slip", "There is no such slip.", slip=slip)
    signed = list(found.signatures.select_related("login").order_by("pk"))
    lines = sorted(((int(denomination), pieces) for denomination, pieces in found.lines.items()), reverse=True)
    context = {
        "slip": found, "printed": printed, "signed": signed, "profile": versions.current(),
        "lines": [(denomination, pieces, denomination * pieces) for denomination, pieces in lines],
    }  # fmt: skip
    return page(request, "console/paper.html", context, roles=asked.roles)
