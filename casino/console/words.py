"""The house's words in the person's language. Codes are never translated: they name the words."""

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, pgettext

from casino.console.figures import money
from casino.refusal import Refusal
from games.engine import Offer
from ledger.explain import Said

AMOUNTS = ("has", "needs", "lines", "claimed", "denomination", "smallest", "balance", "floor", "ceiling", "amount",
           "limit", "used", "engine", "paid", "says", "found")  # fmt: skip
"""Facts of refusals that are minor units of the house's currency."""
BALANCES = ("balance", "before", "change")
"""Facts of an explained balance that are minor units."""
PLACES = ("drawer", "path", "account", "place")
"""Facts that name a place of the books."""
VOIDED = re.compile(r"(\w+) found (\d+), the slip says (\d+)")
EXCEPTION = re.compile(
    r"(?:(opener|closer|rake)|box (\d+)) of table (\S+) differs|payout by hand in round (\d+)"
    r"|(?:fill|credit) (\S+) is (?:void|taken back by (\S+))|currency line (\d+) at (\S+) is void|(\S+) differs"
)
"""The register's sentences, as casino/count/sql/exceptions.sql writes them."""


def sentence(refusal: Refusal, game: str = "", places: int = 2) -> str:
    """The refusal in the person's language, where the catalogue has its code; else its own English sentence."""
    facts = {name: _fact(name, value, places) for name, value in refusal.facts.items()}
    general = said("refusal", refusal.code, refusal.sentence, facts)
    return said(f"{game} refusal", refusal.code, general, facts) if game else general


def _fact(name: str, value: Any, places: int) -> Any:
    """Amounts in the currency's form, places by their names, lists of denominations too."""
    if name in AMOUNTS and str(value).lstrip("-").isdecimal():
        return money(int(value), places)
    if name == "issued" and isinstance(value, list):
        return "; ".join(money(each, places) for each in value)
    return place(str(value)) if name in PLACES else value


def place(path: str) -> str:
    """A place of the cage or floor as people say it: vault, window 2, H1; others by their path."""
    name = path.removeprefix("cage:")
    if name == "vault":
        return gettext("vault")
    kind, _colon, number = name.partition(":")
    if kind == "window":
        return gettext("window %(number)s") % {"number": number}
    return number if kind == "table" and ":" not in number else path


def slip_reason(reason: str, places: int) -> str:
    """A reason that the house wrote on a void slip, in the person's language; what people wrote stays as it is."""
    found = VOIDED.fullmatch(reason)
    if found is None:
        return reason
    step, counted, says = found.groups()
    facts = {
        "step": said("slip step", step, step), "counted": money(int(counted), places), "says": money(int(says), places),
    }  # fmt: skip
    return gettext("%(step)s: %(counted)s; the slip says %(says)s.") % facts


def exception_of(what: str) -> str:
    """What an exception is about, in the person's language: the table and its box, a slip's number, a drawer."""
    found = EXCEPTION.fullmatch(what)
    if found is None:
        return what
    kind, box, table, round_id, slip, other, line, at, drawer = found.groups()
    if table:
        counts = {"opener": gettext("Opener"), "closer": gettext("Closer")}
        return " · ".join(each for each in (table, box or counts.get(kind, "")) if each)
    if round_id:
        return f"{gettext('Round')} {round_id}"
    if line:
        return f"{gettext('Line')} {line} · {place(at)}"
    if slip:
        return f"{slip} ← {other}" if other else slip
    return place(drawer)


def proof(one: Said, places: int) -> str:
    """What an account's transfers prove or contradict: the catalogue's words, balances as money."""
    facts = {name: money(value, places) if name in BALANCES else value for name, value in one.facts.items()}
    return said("balance proof", one.code, one, facts)


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
