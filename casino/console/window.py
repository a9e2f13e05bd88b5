"""The window: chips sold and cashed, front money, chips changed and chips shown; lines entered in error taken back."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casino.cage import changing, corrections, exchange, front_money, unrated
from casino.console import figures, screens
from casino.console.doing import Asked, does, looks
from casino.console.pages import page
from casino.console.screens import Screen
from casino.day import gaming_day
from casino.people.models import CurrencyLine
from casino.pit.view import crew, players
from casino.profile import versions
from casino.profile.roles import Role
from casino.refusal import BadInput

ACTS: Final = ("cage.buy_in", "cage.cash_out", "cage.deposit", "cage.withdraw", "cage.draw", "cage.change")
MOST_LINES: Final = 40
DEALINGS: Final[Mapping[str, tuple[str, Callable[..., Any], Any]]] = {
    "buy-in": ("cage.buy_in", exchange.buy_in_at_window, gettext_lazy("Sold chips for %(amount)s.")),
    "cash-out": ("cage.cash_out", exchange.cash_out, gettext_lazy("Paid out %(amount)s.")),
    "deposit": ("cage.deposit", front_money.deposit, gettext_lazy("Took a deposit of %(amount)s.")),
    "withdraw": ("cage.withdraw", front_money.withdraw, gettext_lazy("Paid back %(amount)s of the deposit.")),
    "draw": ("cage.draw", front_money.draw_chips, gettext_lazy("Gave chips for %(amount)s of the deposit.")),
}


def _screen(at: datetime) -> Screen:
    day = gaming_day(versions.current().day_rule, at)
    lines = CurrencyLine.objects.filter(day=day).select_related("player", "recorder").order_by("-id")[:MOST_LINES]
    voided = {line.voids_id for line in lines if line.voids_id}
    seen = {"lines": [_line(line, voided) for line in lines]}
    return Screen("window", _("Cage"), seen, now="window_now")


def _line(line: CurrencyLine, voided: set[int]) -> dict[str, Any]:
    return {
        "id": line.pk, "at": line.at, "place": line.place, "direction": line.direction, "amount": line.amount,
        "who": line.player.card if line.player else line.description, "recorder": line.recorder.display_name,
        "voids": line.voids_id, "void": line.pk in voided,
    }  # fmt: skip


@looks(*ACTS, "ledger.read")
def show(request: HttpRequest, roles: frozenset[Role]) -> HttpResponse:
    return screens.show(request, roles, _screen(datetime.now(UTC)), whole=True)


@looks(*ACTS, "ledger.read")
def now(request: HttpRequest, roles: frozenset[Role]) -> HttpResponse:
    """The same without its frame; 304 while nothing has changed."""
    return screens.show(request, roles, _screen(datetime.now(UTC)), whole=False)


@looks(*ACTS)
def choose(request: HttpRequest, roles: frozenset[Role]) -> HttpResponse:
    """Players found by card or name with what they hold, to be chosen."""
    asked = request.GET.get("asked", "")
    found = crew.find_players(asked[:60], datetime.now(UTC))
    held = players.holdings_of([player.player for player in found])
    seen = list(zip(found, held, strict=True))
    into = "shown-found" if request.GET.get("into") == "shown-found" else "found"
    context = {"players": seen, "asked": asked.strip(), "into": into, "profile": versions.current()}
    return page(request, "console/choose_player.html", context, roles=roles)


def _player(asked: Asked) -> int:
    if not asked.text("player"):
        raise BadInput("no_player_chosen", "Find the player first: type his card or name.", field="asked")
    return asked.number("player")


@does(*ACTS)
def deal(request: HttpRequest, asked: Asked, dealing: str) -> HttpResponse:
    """One of the dealings in money or chips with a player who stands at the window."""
    _act, perform, text = DEALINGS[dealing]
    places = versions.current().places
    receipt = perform(
        key=asked.key, player=_player(asked), window=asked.number("window"), amount=asked.money("amount", places),
        actor=asked.actor, at=asked.at,
    )  # fmt: skip
    return screens.done(
        request, asked, _screen(asked.at), str(text) % {"amount": figures.money(receipt.amount, places)}
    )


@does("cage.change")
def change(request: HttpRequest, asked: Asked) -> HttpResponse:
    """Chips for chips of the same sum."""
    profile = versions.current()
    changed = changing.change(
        key=asked.key, window=asked.number("window"), taken=asked.lines(profile.denominations, "taken"),
        given=asked.lines(profile.denominations, "given"), actor=asked.actor, at=asked.at,
    )  # fmt: skip
    text = _("Changed %(amount)s in chips.") % {"amount": figures.money(changed.amount, profile.places)}
    return screens.done(request, asked, _screen(asked.at), text)


@does("cage.cash_out")
def shown(request: HttpRequest, asked: Asked) -> HttpResponse:
    """Chips that the books don't credit this player with; a witness signs on this form."""
    places = versions.current().places
    seen = unrated.show(
        key=asked.key, player=_player(asked), amount=asked.money("amount", places), cashier=asked.login,
        witness=asked.signer(), at=asked.at,
    )  # fmt: skip
    text = _("Credited %(amount)s that was shown.") % {"amount": figures.money(seen.amount, places)}
    return screens.done(request, asked, _screen(asked.at), text)


@does("slip.sign")
def take_back(request: HttpRequest, asked: Asked, line: int) -> HttpResponse:
    """A line entered in error: two sign, who is signed in and the second on this form."""
    gone = corrections.void_line(
        key=asked.key, line=line, signers=(asked.login, asked.signer()), reason=asked.text("reason"), at=asked.at
    )  # fmt: skip
    return screens.done(request, asked, _screen(asked.at), _("Line %(line)s is taken back.") % {"line": gone.line})
