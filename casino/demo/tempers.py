"""How a player plays: from what the game offers him to what he does, by his temperament."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from casino.demo.chance import Chance
from games.engine import Offer


@dataclass(frozen=True, slots=True)
class Temper:
    """`stake` in percent of his chips, `bold` in percent of the times when he might lay more and does."""

    name: str
    stake: int
    bold: int


TEMPERS = (
    Temper("careful", stake=2, bold=25),
    Temper("steady", stake=3, bold=40),
    Temper("bold", stake=5, bold=55),
    Temper("reckless", stake=8, bold=70),
)


def event(offer: Offer, temper: Temper, chance: Chance, worth: int) -> dict[str, Any]:
    """What he does with this offer, as an event of the round without its seat; `worth` chips are his tonight."""
    if offer.smallest:
        said: dict[str, Any] = {offer.verb: chips(offer, temper, chance, worth)}
        return said | ({"on": offer.on} if offer.on is not None else {})
    if offer.choices:
        return {offer.verb: _chosen(offer, chance)}
    return {offer.verb: True}


def chips(offer: Offer, temper: Temper, chance: Chance, worth: int) -> int:
    """Whole chips within the offer's bounds: about the share of `worth` chips that his temper stakes."""
    largest = worth if offer.largest is None else offer.largest
    wanted = max(offer.smallest, worth * temper.stake * (50 + chance.below(101)) // 10_000)
    wanted = min(wanted, largest)
    return offer.smallest + (wanted - offer.smallest) // offer.step * offer.step


def _chosen(offer: Offer, chance: Chance) -> object:
    """What scores most where choices score, else any."""
    best = offer.choices[offer.points.index(max(offer.points))] if offer.points else None
    picked = chance.pick(offer.choices) if best is None else best
    return list(picked) if isinstance(picked, tuple) else picked


def wants(offer: Offer, temper: Temper, chance: Chance) -> bool:
    """Whether he takes what he need not take: chips by his boldness, points that he may bank by his caution."""
    lays = bool(offer.smallest or offer.choices)
    return not offer.why_not and chance.percent(temper.bold if lays else 110 - temper.bold)


def must(offers: Sequence[Offer]) -> Mapping[str, Any]:
    """Whether the dice wait for somebody: the refusal of the throw, by code and sentence; empty when they may fall."""
    for offer in offers:
        if offer.verb == "throw":
            return {"code": offer.why_not, "sentence": offer.sentence} if offer.why_not else {}
    return {"code": "no_throw", "sentence": "Nothing is to be thrown."}
