"""The house's words in the person's language. Codes are never translated: they name the words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import pgettext

from casino.refusal import Refusal


def sentence(refusal: Refusal) -> str:
    """The refusal in the person's language, where the catalogue has its code; else its own English sentence."""
    return said("refusal", refusal.code, refusal.sentence, refusal.facts)


def said(context: str, code: str, otherwise: str, facts: Mapping[str, Any] | None = None) -> str:
    """The words for `code` in the catalogue's `context`, its {places} filled from `facts`; else `otherwise`."""
    words = pgettext(context, code) if code else ""
    if not words or words == code:
        return otherwise
    try:
        return words.format_map(facts or {})
    except (KeyError, IndexError, ValueError):
        return otherwise


def of_game(game: str, what: str, code: str) -> str:
    """A game's own word (`what` is call, verb, fact or setting) for a code; without one, the code in plain words."""
    plain = code.replace("_", " ")
    return said(f"{game} {what}", code, said(f"game {what}", code, plain))
