"""The cage's drawers: handed over, counted by two, filled from and emptied to the world outside."""

from datetime import UTC, datetime, timedelta

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from casino.cage import conservation, drawer_counts, hand_overs, outside, view
from casino.console import figures, screens
from casino.console.doing import Asked, does, looks
from casino.console.screens import Screen
from casino.day import gaming_day
from casino.profile import versions
from casino.profile.roles import Role
from casino.refusal import BadInput

WEEK = timedelta(days=6)


def _screen(at: datetime) -> Screen:
    day = gaming_day(versions.current().day_rule, at)
    cage = view.cage()
    seen = {
        "drawers": cage.drawers,
        "hand_overs": cage.hand_overs,
        "variances": drawer_counts.variances(first=day - WEEK, last=day),
        "conservation": conservation.conservation(),
    }
    return Screen("drawers", _("Cage"), seen, now="drawers_now")


@looks("cage.window", "cage.vault", "cage.outside_witness", "ledger.read")
def show(request: HttpRequest, roles: frozenset[Role]) -> HttpResponse:
    return screens.show(request, roles, _screen(datetime.now(UTC)), whole=True)


@looks("cage.window", "cage.vault", "cage.outside_witness", "ledger.read")
def now(request: HttpRequest, roles: frozenset[Role]) -> HttpResponse:
    """The same without its frame; 304 while nothing has changed."""
    return screens.show(request, roles, _screen(datetime.now(UTC)), whole=False)


@does("cage.window", "cage.vault")
def offer(request: HttpRequest, asked: Asked) -> HttpResponse:
    places = versions.current().places
    offered = hand_overs.offer(
        key=asked.key, source=asked.text("source"), target=asked.text("target"), what=asked.text("what"),
        amount=asked.money("amount", places), sender=asked.login, at=asked.at,
    )  # fmt: skip
    amount = figures.money(offered.amount, places)
    text = _("Offered %(amount)s; it moves when accepted.") % {"amount": amount}
    return screens.done(request, asked, _screen(asked.at), text)


@does("cage.window", "cage.vault")
def end(request: HttpRequest, asked: Asked, transfer: int) -> HttpResponse:
    """What was offered, taken or not taken by whoever opens the other drawer."""
    verb = asked.text("verb")
    if verb not in ("accept", "refuse"):
        raise BadInput("verb_unknown", "Accept it or refuse it.", field="verb")
    ended = (hand_overs.accept if verb == "accept" else hand_overs.refuse)(
        key=asked.key, transfer=transfer, receiver=asked.login, at=asked.at
    )  # fmt: skip
    text = _("Accepted.") if ended.state == "accepted" else _("Refused: it stays where it was.")
    return screens.done(request, asked, _screen(asked.at), text)


@does("cage.window", "cage.vault")
def count(request: HttpRequest, asked: Asked) -> HttpResponse:
    """The holder is who is signed in; the other counter signs on this form. Only then is the difference shown."""
    profile = versions.current()
    counted = drawer_counts.count(
        key=asked.key, drawer=asked.text("drawer"), chip_lines=asked.lines(profile.denominations),
        cash=asked.money("cash", profile.places), holder=asked.login, second=asked.signer(), at=asked.at,
    )  # fmt: skip
    facts = {
        "chips": figures.money(counted.chips - counted.expected_chips, profile.places, signed=True),
        "cash": figures.money(counted.cash - counted.expected_cash, profile.places, signed=True),
    }
    text = _("Counted. Against the books: chips %(chips)s, cash %(cash)s.") % facts
    return screens.done(request, asked, _screen(asked.at), text)


@does("cage.outside")
def document(request: HttpRequest, asked: Asked) -> HttpResponse:
    """Chips issued or destroyed, cash fetched or brought: two sign, who is signed in and a witness on this form."""
    profile = versions.current()
    chips = {"chip_issue": outside.issue_chips, "chip_destroy": outside.destroy_chips}
    cash = {"bank_fetch": outside.fetch_cash, "bank_bring": outside.bring_cash}
    kind = asked.text("kind")
    if kind in chips:
        made = chips[kind](
            key=asked.key, lines=asked.lines(profile.denominations, "outside"), signer=asked.login,
            witness=asked.signer(), at=asked.at,
        )  # fmt: skip
    elif kind in cash:
        made = cash[kind](
            key=asked.key, amount=asked.money("amount", profile.places), signer=asked.login, witness=asked.signer(),
            at=asked.at,
        )  # fmt: skip
    else:
        raise BadInput("kind_unknown", "Choose what is issued, destroyed, fetched or brought.", field="kind")
    text = _("Signed: %(amount)s.") % {"amount": figures.money(made.amount, profile.places)}
    return screens.done(request, asked, _screen(asked.at), text)
