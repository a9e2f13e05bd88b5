"""What the console's templates need beyond Django's own: amounts and the games' words."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.translation import gettext

from casino.console import figures, words
from casino.console.entries import Entry
from casino.console.entries import entries as entries_of
from casino.fairness.explain import Step
from casino.pit.view.table import SeatView, TableView
from games.engine import Offer
from ledger.explain import Said

register = template.Library()


@register.filter
def chips(number: int) -> str:
    return figures.chips(number)


@register.filter
def signed_chips(number: int) -> str:
    return figures.chips(number, signed=True)


@register.filter
def money(amount: int, places: int) -> str:
    return figures.money(amount, places)


@register.filter
def signed_money(amount: int, places: int) -> str:
    return figures.money(amount, places, signed=True)


@register.filter
def worth(number: int, table: Any) -> str:
    """Chips of a table in its currency."""
    return figures.money(number * table.chip, table.places)


@register.filter
def game_name(game: str) -> str:
    return words.of_game(game, "name", game)


@register.filter
def call(code: str, game: str) -> str:
    return words.of_game(game, "call", code)


@register.filter
def verb(code: str, game: str) -> str:
    return words.of_game(game, "verb", code)


@register.filter
def fact(code: str, game: str) -> str:
    return words.of_game(game, "fact", code)


@register.filter
def sentence(offer: Offer, game: str) -> str:
    """Why an offer can't be taken now."""
    return words.why_not(offer, game)


@register.filter
def brief(code: str, game: str) -> str:
    """A call in one word."""
    return words.said(f"{game} brief", code, words.of_game(game, "call", code))


@register.filter
def role(code: str) -> str:
    return words.said("role", code, code)


@register.filter
def due(code: str) -> str:
    """A slip's step that is still to be signed."""
    return words.said("slip due", code, code)


@register.filter
def step(code: str) -> str:
    """A slip's step that was signed."""
    return words.said("slip step", code, code)


@register.filter
def slip_state(code: str) -> str:
    return words.said("slip state", code, code)


@register.filter
def box_state(code: str) -> str:
    return words.said("count state", code, code)


@register.filter
def day_state(code: str) -> str:
    return words.said("day state", code, code)


@register.filter
def night_state(code: str) -> str:
    return words.said("night state", code, code.replace("_", " "))


@register.filter
def word(code: str, context: str) -> str:
    """A code in the person's words; without one, the code in plain words."""
    return words.said(context, code, code.replace("_", " "))


@register.filter
def decimal(text: str) -> str:
    return figures.decimal(text)


@register.filter
def place(path: str) -> str:
    """A place of the cage or floor as people say it: vault, window 2, H1."""
    return words.place(path)


@register.filter
def slip_reason(reason: str, places: int) -> str:
    """Why a slip is void; where the house itself wrote it, in the person's language with its amounts formatted."""
    return words.slip_reason(reason, places)


@register.filter
def exception(subject: str) -> str:
    """What kind of thing an exception is about: count, drop, drawer, override, slip, line."""
    return word(subject.partition(":")[0], "exception")


@register.filter
def exception_of(what: str) -> str:
    """What an exception is about: a table, a slip's number, a drawer."""
    return words.exception_of(what)


@register.filter
def awaits(status: str) -> str:
    """What a shift's win still waits for, as the count room says it: awaiting closer, drop."""
    parts = status.removeprefix("awaiting ").split(", ")
    return gettext("awaiting %(parts)s") % {"parts": ", ".join(word(each, "awaits") for each in parts)}


@register.filter
def proof(one: Said, places: int) -> str:
    """What an account's transfers prove, in the person's language; balances as money."""
    return words.proof(one, places)


@register.filter
def throw_step(step: Step) -> str:
    """A step of a throw's explanation, in the person's language."""
    return words.said("throw step", step.code, step.sentence, step.facts)


@register.filter
def plain_money(amount: int, places: int) -> str:
    """An amount as a field takes it: no separators but the decimal point."""
    whole, rest = divmod(amount, 10**places)
    return f"{whole}.{rest:0{places}}" if places else str(whole)


@register.filter
def addstr(first: object, second: object) -> str:
    """Both, one after the other."""
    return f"{first}{second}"


@register.filter
def entries(seat: SeatView) -> list[Entry]:
    """What the seat may do now, one form a verb."""
    return entries_of(seat.offers)


@register.filter
def seated(view: TableView, number: object) -> SeatView | None:
    """The seat of that number, or None."""
    return next((each for each in view.seats if each.seat == str(number)), None)


@register.filter
def of_seat(rows: Mapping[str, Any], seat: SeatView) -> Any:
    """What a game's fact says of this seat, or None."""
    return rows.get(seat.seat)
