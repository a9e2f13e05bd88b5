"""What the console's templates need beyond Django's own: amounts and the games' words."""

from typing import Any

from django import template

from casino.console import figures, words
from casino.pit.view.table import TableView
from games.engine import Offer

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
def why(code: str, otherwise: str) -> str:
    """A reason or alert by its code, in the person's language."""
    return words.said("refusal", code, otherwise)


@register.filter
def sentence(offer: Offer) -> str:
    """Why an offer can't be taken now."""
    return words.said("refusal", offer.why_not, offer.sentence)


@register.filter
def step(code: str) -> str:
    """A step of a slip: request, issue, carry, count, witness."""
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
def addstr(first: object, second: object) -> str:
    """Both, one after the other."""
    return f"{first}{second}"


@register.filter
def seat(view: TableView, number: str) -> Any:
    """The seat of that number, or None."""
    return next((each for each in view.seats if each.seat == str(number)), None)
