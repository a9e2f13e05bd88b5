"""The cage's first page: slips signed step by step, made void, taken back, put on paper."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from casino.cage import reversals, slips, view, voids
from casino.console import screens, words
from casino.console.doing import Asked, does, looks
from casino.console.pages import Notice
from casino.console.screens import Screen
from casino.console.table import answer as table_page
from casino.profile import versions
from casino.profile.roles import Role


def _screen() -> Screen:
    return Screen("slips", _("Cage"), {"slips": view.cage().slips}, now="cage_now")


@looks("slip.sign", "ledger.read")
def show(request: HttpRequest, roles: frozenset[Role]) -> HttpResponse:
    return screens.show(request, roles, _screen(), whole=True)


@looks("slip.sign", "ledger.read")
def now(request: HttpRequest, roles: frozenset[Role]) -> HttpResponse:
    """The slips alone, for the page that asks again and again; 304 while nothing has changed."""
    return screens.show(request, roles, _screen(), whole=False)


def _done(request: HttpRequest, asked: Asked, text: str) -> HttpResponse:
    """The page from which the slip was signed: its table's, or the cage's."""
    table = asked.text("table")
    if table:
        whole = not request.headers.get("HX-Request")
        return table_page(request, asked.roles, table, whole=whole, notice=Notice(text))
    return screens.done(request, asked, _screen(), text)


@does("slip.sign")
def sign(request: HttpRequest, asked: Asked, slip: int) -> HttpResponse:
    """The step that is due, signed by whoever gives his own user name and password, over what he counted."""
    places = versions.current().places
    signed = slips.sign(
        key=asked.key, slip=slip, step=asked.text("step"), amount=asked.money("amount", places),
        signer=asked.signer(), at=asked.at,
    )  # fmt: skip
    facts = {"number": signed.number, "state": words.said("slip state", signed.state, signed.state)}
    return _done(request, asked, _("Slip %(number)s: %(state)s.") % facts)


@does("slip.sign")
def void(request: HttpRequest, asked: Asked, slip: int) -> HttpResponse:
    """Two sign: who is signed in, and an independent second on this form."""
    gone = voids.void(
        key=asked.key, slip=slip, signers=(asked.login, asked.signer()), reason=asked.text("reason"),
        actor=asked.actor, at=asked.at,
    )  # fmt: skip
    return _done(request, asked, _("Slip %(number)s is void.") % {"number": gone.number})


@does("slip.sign")
def reverse(request: HttpRequest, asked: Asked, slip: int) -> HttpResponse:
    """Asks for the slip that takes this one back; it is signed like any other."""
    back = reversals.reverse(
        key=asked.key, slip=slip, reason=asked.text("reason"), signer=asked.login, at=asked.at
    )  # fmt: skip
    return _done(request, asked, _("Slip %(number)s takes it back once all have signed.") % {"number": back.number})
