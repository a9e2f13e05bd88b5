"""The auditor's desk: exceptions to be signed off, the master game report, who holds which role."""

from datetime import UTC, date, datetime, timedelta

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from casino.cage import drawer_counts
from casino.console import screens
from casino.console.doing import Asked, does, looks, parse_day
from casino.console.screens import Screen
from casino.count import exceptions as register
from casino.count import master
from casino.day import gaming_day
from casino.people import review
from casino.people.models import Login
from casino.pit import overrides
from casino.profile import versions
from casino.profile.roles import Role
from casino.refusal import BadInput

WEEK = timedelta(days=6)


def _span(request: HttpRequest) -> tuple[date, date]:
    """The gaming days asked for; the last seven unless asked. BadInput `day_wrong`, `bad_range`."""
    today = gaming_day(versions.current().day_rule, datetime.now(UTC))
    last = parse_day(request.GET["last"], "last") if request.GET.get("last") else today
    first = parse_day(request.GET["first"], "first") if request.GET.get("first") else last - WEEK
    if first > last:
        raise BadInput("bad_range", "The range ends before it begins.", field="last")
    return first, last


def _exceptions(first: date, last: date, at: datetime) -> Screen:
    found = register.register(first=first, last=last)
    logins = {login for one in found for login in (one.who, *one.approved_by, one.signed_off_by or 0)}
    names = dict(Login.objects.filter(pk__in=logins).values_list("pk", "display_name"))
    rows = [
        (one, names.get(one.who, ""), ", ".join(names.get(each, "") for each in one.approved_by),
         names.get(one.signed_off_by or 0, ""))
        for one in found
    ]  # fmt: skip
    overdue = [one.subject for one in register.overdue(at=at)]
    return Screen("exceptions", _("Audit"), {"rows": rows, "overdue": overdue, "first": first, "last": last})


@looks("ledger.read")
def exceptions(request: HttpRequest, roles: frozenset[Role]) -> HttpResponse:
    return screens.show(request, roles, _exceptions(*_span(request), datetime.now(UTC)), whole=True)


@does("exception.sign_off")
def sign_off(request: HttpRequest, asked: Asked) -> HttpResponse:
    register.sign_off(
        key=asked.key, subject=asked.text("subject"), reason=asked.text("reason"), auditor=asked.login, at=asked.at
    )  # fmt: skip
    screen = _exceptions(asked.day("first"), asked.day("last"), asked.at)
    return screens.done(request, asked, screen, _("The exception is closed."))


@looks("ledger.read")
def figures(request: HttpRequest, roles: frozenset[Role]) -> HttpResponse:
    """A line per table, pit, game, shift, day, month or year; payouts by hand; drawers by the person who held them."""
    first, last = _span(request)
    by = request.GET.get("by", "table")
    seen = {
        "first": first, "last": last, "by": by, "groups": tuple(master.GROUPS),
        "lines": master.report(first=first, last=last, by=by),
        "by_hand": overrides.by_dealer(first=first, last=last),
        "variances": drawer_counts.variances(first=first, last=last),
    }  # fmt: skip
    return screens.show(request, roles, Screen("figures", _("Audit"), seen), whole=True)


@looks("ledger.read", "staff.grant")
def access(request: HttpRequest, roles: frozenset[Role]) -> HttpResponse:
    """Every role held now, logins that outlived their people by more than allowed, passwords that another gave."""
    at = datetime.now(UTC)
    seen = {"holders": review.holders(at=at), "late": review.late_leavers(at=at), "given": review.given()}
    return screens.show(request, roles, Screen("access", _("Audit"), seen), whole=True)
