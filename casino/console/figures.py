"""Amounts as people read them: integers in, text out, never through a float."""

from django.utils.translation import get_language

from casino.refusal import BadInput

MINUS = "\N{MINUS SIGN}"
SEPARATORS = {"en": (",", "."), "ru": ("\N{NO-BREAK SPACE}", ","), "pt": (".", ",")}


def chips(number: int, *, signed: bool = False) -> str:
    """Whole chips, grouped by thousands; `signed` shows a plus too."""
    return _sign(number, signed) + _grouped(abs(number))


def money(amount: int, places: int, *, signed: bool = False) -> str:
    """`amount` minor units of a currency with `places` decimals."""
    whole, rest = divmod(abs(amount), 10**places)
    decimals = f"{_separators()[1]}{rest:0{places}}" if places else ""
    return _sign(amount, signed) + _grouped(whole) + decimals


def decimal(text: str) -> str:
    """An exact figure that was worked out as text, `-1.414`, with the person's own point and a real minus."""
    return text.replace("-", MINUS).replace(".", _separators()[1])


def _sign(number: int, signed: bool) -> str:
    if number < 0:
        return MINUS
    return "+" if signed and number > 0 else ""


def _grouped(number: int) -> str:
    return f"{number:,}".replace(",", _separators()[0])


def _separators() -> tuple[str, str]:
    return SEPARATORS.get((get_language() or "en")[:2], SEPARATORS["en"])


def parse_money(entered: str, places: int) -> int:
    """Minor units of what somebody typed: digits, or digits with exactly `places` decimals after a point or comma.

    BadInput `amount_unreadable` for anything else; separators of thousands could be read in two ways and are refused.
    """
    whole, _, decimals = entered.replace(",", ".").partition(".")
    right = len(decimals) == places if "." in entered.replace(",", ".") else not decimals
    if not (entered.isascii() and whole.isdigit() and len(whole) < 14 and right and (decimals or "0").isdigit()):
        example = f"1250.{'0' * places}" if places else "1250"
        raise BadInput("amount_unreadable", f"Enter an amount such as 1250 or {example}, without other marks.")
    return int(whole + decimals.ljust(places, "0"))
