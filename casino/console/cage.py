"""The cage's page: slips to be signed, windows, hand-overs between drawers."""

from datetime import UTC, datetime

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from casino.cage import exchange, hand_overs, slips, view, voids
from casino.console import figures, words
from casino.console.doing import Asked, does, looks
from casino.console.pages import Notice, page
from casino.console.unchanged import unchanged
from casino.people.permissions import ACTS
from casino.pit.view import crew, version
from casino.profile import versions
from casino.profile.roles import Role
from casino.refusal import BadInput


@looks
def show(request: HttpRequest, roles: frozenset[Role]) -> HttpResponse:
    return answer(request, roles, whole=True)


@looks
def now(request: HttpRequest, roles: frozenset[Role]) -> HttpResponse:
    """The cage alone, for the page that asks again and again; 304 while nothing has changed."""
    return answer(request, roles, whole=False)


@looks
def players(request: HttpRequest, roles: frozenset[Role]) -> HttpResponse:
    """Players found by card or name, to be chosen."""
    asked = request.GET.get("asked", "")
    context = {"players": crew.find_players(asked[:60], datetime.now(UTC)), "asked": asked.strip()}
    return page(request, "console/choose_player.html", context, roles=roles)


def answer(
    request: HttpRequest, roles: frozenset[Role], *, whole: bool, notice: Notice | None = None
) -> HttpResponse:  # fmt: skip
    """The cage as it is now: the page, or what a screen that shows it puts in its place."""
    seen, profile = view.cage(), versions.current()
    stamp = version((seen, sorted(roles)))
    same = unchanged(request, stamp) if notice is None and not whole else None
    may = {act.replace(".", "_"): bool(roles & allowed) for act, allowed in ACTS.items()}
    context = {"cage": seen, "profile": profile, "version": stamp, "notice": notice, "may": may}
    template = "console/cage.html" if whole else "console/cage_now.html"
    return same or page(request, template, context, roles=roles)


def _done(request: HttpRequest, asked: Asked, text: str) -> HttpResponse:
    return answer(request, asked.roles, whole=not request.headers.get("HX-Request"), notice=Notice(text))


@does("slip.sign")
def sign(request: HttpRequest, asked: Asked, slip: int) -> HttpResponse:
    """The step that is due, signed by whoever gives his own user name and password, over what he counted."""
    places = versions.current().places
    signed = slips.sign(
        key=asked.key, slip=slip, step=asked.text("step"), amount=asked.money("amount", places),
        signer=asked.signer(), at=asked.at,
    )  # fmt: skip
    facts = {"number": signed.number, "state": words.said("slip state", signed.state, signed.state)}
    return _done(
        request, asked, (_("Slip %(number)s: %(state)s.") % facts) + (f" {signed.reason}" * bool(signed.reason))
    )


@does("slip.sign")
def void(request: HttpRequest, asked: Asked, slip: int) -> HttpResponse:
    """Two sign: who is signed in, and an independent second on this form."""
    gone = voids.void(
        key=asked.key, slip=slip, signers=(asked.login, asked.signer()), reason=asked.text("reason"),
        actor=asked.actor, at=asked.at,
    )  # fmt: skip
    return _done(request, asked, _("Slip %(number)s is void.") % {"number": gone.number})


@does("cage.buy_in")
def buy_in(request: HttpRequest, asked: Asked) -> HttpResponse:
    places = versions.current().places
    line = exchange.buy_in_at_window(
        key=asked.key, player=asked.number("player"), window=asked.number("window"),
        amount=asked.money("amount", places), actor=asked.actor, at=asked.at,
    )  # fmt: skip
    return _done(request, asked, _("Sold chips for %(amount)s.") % {"amount": figures.money(line.amount, places)})


@does("cage.cash_out")
def cash_out(request: HttpRequest, asked: Asked) -> HttpResponse:
    places = versions.current().places
    line = exchange.cash_out(
        key=asked.key, player=asked.number("player"), window=asked.number("window"),
        amount=asked.money("amount", places), actor=asked.actor, at=asked.at,
    )  # fmt: skip
    return _done(request, asked, _("Paid out %(amount)s.") % {"amount": figures.money(line.amount, places)})


@does("cage.window", "cage.vault")
def offer(request: HttpRequest, asked: Asked) -> HttpResponse:
    places = versions.current().places
    offered = hand_overs.offer(
        key=asked.key, source=asked.text("source"), target=asked.text("target"), what=asked.text("what"),
        amount=asked.money("amount", places), sender=asked.login, at=asked.at,
    )  # fmt: skip
    amount = figures.money(offered.amount, places)
    return _done(request, asked, _("Offered %(amount)s; it moves when accepted.") % {"amount": amount})


@does("cage.window", "cage.vault")
def end(request: HttpRequest, asked: Asked, transfer: int) -> HttpResponse:
    """What was offered, taken or not taken by whoever opens the other drawer."""
    verb = asked.text("verb")
    if verb not in ("accept", "refuse"):
        raise BadInput("verb_unknown", "Accept it or refuse it.", field="verb")
    ended = (hand_overs.accept if verb == "accept" else hand_overs.refuse)(
        key=asked.key, transfer=transfer, receiver=asked.login, at=asked.at
    )  # fmt: skip
    return _done(request, asked, _("Accepted.") if ended.state == "accepted" else _("Refused: it stays where it was."))
