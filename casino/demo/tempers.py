"""How a player plays: from what the game offers him to what he does, by his temperament."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from casino.demo.chance import Chance
from games.engine import Offer


@dataclass(frozen=True, slots=True)
class Temper:
    """`stake` in percent of his purse, `bold` how often he takes what he need not, `stop` the loss he leaves at."""

    name: str
    stake: int
    bold: int
    stop: int


TEMPERS = (
    Temper("careful", stake=2, bold=25, stop=40),
    Temper("steady", stake=4, bold=45, stop=60),
    Temper("bold", stake=7, bold=70, stop=80),
    Temper("reckless", stake=12, bold=85, stop=100),
)


def event(offer: Offer, temper: Temper, chance: Chance, purse: int) -> dict[str, Any]:
    """What he does with this offer, as an event of the round without its seat."""
    if offer.smallest:
        said: dict[str, Any] = {offer.verb: chips(offer, temper, chance, purse)}
        return said | ({"on": offer.on} if offer.on is not None else {})
    if offer.choices:
        return {offer.verb: _chosen(offer.choices, chance)}
    return {offer.verb: True}


def chips(offer: Offer, temper: Temper, chance: Chance, purse: int) -> int:
    """Whole chips within the offer's bounds: about the share of his purse that his temper stakes."""
    largest = purse if offer.largest is None else offer.largest
    wanted = max(offer.smallest, purse * temper.stake * (50 + chance.below(101)) // 10_000)
    wanted = min(wanted, largest)
    return offer.smallest + (wanted - offer.smallest) // offer.step * offer.step


def _chosen(choices: Sequence[object], chance: Chance) -> object:
    picked = chance.pick(choices)
    return list(picked) if isinstance(picked, tuple) else picked


def wants(offer: Offer, temper: Temper, chance: Chance) -> bool:
    """Whether he takes what he need not take."""
    return not offer.why_not and chance.percent(temper.bold)


def must(offers: Sequence[Offer]) -> Mapping[str, Any]:
    """Whether the dice wait for somebody: the refusal of the throw, by code and sentence; empty when they may fall."""
    for offer in offers:
        if offer.verb == "throw":
            return {"code": offer.why_not, "sentence": offer.sentence} if offer.why_not else {}
    return {"code": "no_throw", "sentence": "Nothing is to be thrown."}
