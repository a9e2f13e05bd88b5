"""The house's words in the person's language. Codes are never translated: they name the words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import pgettext

from casino.console.figures import money
from casino.refusal import Refusal
from games.engine import Offer

AMOUNTS = ("has", "needs", "lines", "claimed")
"""Facts of refusals that are minor units of the house's currency."""


def sentence(refusal: Refusal, game: str = "", places: int = 2) -> str:
    """The refusal in the person's language, where the catalogue has its code; else its own English sentence."""
    facts = {
        name: money(int(value), places) if name in AMOUNTS and str(value).lstrip("-").isdecimal() else value
        for name, value in refusal.facts.items()
    }
    general = said("refusal", refusal.code, refusal.sentence, facts)
    return said(f"{game} refusal", refusal.code, general, facts) if game else general


def why_not(offer: Offer, game: str) -> str:
    """Why an offer can't be taken now, in few words."""
    general = said("offer", offer.why_not, said("refusal", offer.why_not, offer.sentence))
    return said(f"{game} refusal", offer.why_not, general)


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
