"""The paper at a table: opener and closer, buy-ins, fills and credit slips asked for."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from casino.cage import exchange, slips
from casino.console import figures
from casino.console.acts import done
from casino.console.doing import Asked, does
from casino.pit import counts
from casino.pit.view.table import ClosedTable, table
from casino.profile import versions
from casino.profile.roles import Role
from casino.refusal import Conflict


@does("table.count")
def opener(request: HttpRequest, asked: Asked, code: str) -> HttpResponse:
    return _count(request, asked, code, "opener")


@does("table.count")
def closer(request: HttpRequest, asked: Asked, code: str) -> HttpResponse:
    return _count(request, asked, code, "closer")


def _count(request: HttpRequest, asked: Asked, code: str, kind: str) -> HttpResponse:
    """Two sign: who is signed in, in the role that he has, and the other of dealer and supervisor on this form."""
    profile = versions.current()
    other = asked.signer()
    deals = Role.DEALER in asked.roles
    count = counts.opener if kind == "opener" else counts.closer
    signed = count(
        key=asked.key, table=code, lines=asked.lines(profile.denominations),
        dealer=asked.login if deals else other, supervisor=other if deals else asked.login,
        actor=asked.actor, at=asked.at,
    )  # fmt: skip
    facts = {
        "amount": figures.money(signed.amount, profile.places),
        "difference": figures.money(signed.difference, profile.places, signed=True),
    }
    return done(request, asked, code, _("Counted %(amount)s; against the books %(difference)s.") % facts)


@does("table.buy_in")
def buy_in(request: HttpRequest, asked: Asked, code: str) -> HttpResponse:
    """Cash for whole chips of the table."""
    seen = table(code, asked.at)
    if isinstance(seen, ClosedTable):
        raise Conflict("table_closed", f"Table {code} sells no chips now.", table=code)
    sold = exchange.buy_in_at_table(
        key=asked.key, player=asked.number("player"), table=code, amount=asked.number("chips") * seen.chip,
        actor=asked.actor, at=asked.at,
    )  # fmt: skip
    return done(
        request, asked, code, _("Bought in for %(amount)s.") % {"amount": figures.money(sold.amount, seen.places)}
    )


@does("slip.sign")
def slip(request: HttpRequest, asked: Asked, code: str) -> HttpResponse:
    """A fill or a credit asked for, with its first signature."""
    lines = asked.lines(versions.current().denominations)
    asked_for = slips.request(
        key=asked.key, kind=asked.text("kind"), table=code, window=asked.number("window"), lines=lines,
        signer=asked.login, at=asked.at,
    )  # fmt: skip
    return done(request, asked, code, _("Slip %(number)s is on its way.") % {"number": asked_for.number})
