"""The compliance lists: report candidates, the log of single amounts, sums near the line, attempts of the excluded."""

from datetime import UTC, date, datetime, timedelta

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from casino.console import screens
from casino.console.doing import login_of, looks, parse_day
from casino.console.screens import Screen
from casino.day import gaming_day
from casino.people import attempts, currency_lists
from casino.people.permissions import ACTS
from casino.profile import versions
from casino.profile.roles import Role

MONTH = timedelta(days=30)


@looks("currency.list")
def show(request: HttpRequest, roles: frozenset[Role]) -> HttpResponse:
    """Of one day, today unless asked; restated with the links and voids made since, if asked."""
    today = gaming_day(versions.current().day_rule, datetime.now(UTC))
    day = parse_day(request.GET["day"], "day") if request.GET.get("day") else today
    restated = request.GET.get("restated") == "yes"
    return screens.show(request, roles, _screen(login_of(request).pk, roles, day, restated), whole=True)


def _screen(reader: int, roles: frozenset[Role], day: date, restated: bool) -> Screen:
    near = bool(roles & ACTS["currency.near"])
    seen = {
        "of": day,
        "restated": restated,
        "ctr": currency_lists.ctr(day=day, reader=reader, restated=restated),
        "mtl": currency_lists.mtl(day=day, reader=reader),
        "sees_near": near,
        "attempts": attempts.register(first=day - MONTH, last=day, reader=reader) if near else [],
        "near": currency_lists.near(first=day - MONTH, last=day, reader=reader) if near else [],
    }
    return Screen("currency", _("Currency"), seen)
