"""Figures as they are printed: minor units to the currency's decimals, signs, the words for what is not known."""

UNKNOWN = "unknown"


def money(digits: str | None, places: int) -> str:
    """`"-1234567"` with 2 places is -12,345.67; None is `unknown`."""
    if digits is None:
        return UNKNOWN
    sign, whole = ("-", digits[1:]) if digits.startswith("-") else ("", digits)
    if places == 0:
        return f"{sign}{int(whole):,}"
    whole = whole.rjust(places + 1, "0")
    return f"{sign}{int(whole[:-places]):,}.{whole[-places:]}"


def percent(text: str | None) -> str:
    """A hold as it is; a dash where there is none."""
    return "-" if text is None else f"{text} %"
