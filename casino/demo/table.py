"""One table of the demo: whoever must or wants to act does so, then the dice fall."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from casino.demo.chance import Chance
from casino.demo.clock import Clock
from casino.demo.tempers import Temper, event, must, wants
from casino.people.actors import staff
from casino.pit import acts, throws
from casino.pit.desk import Desk, look
from casino.refusal import Conflict
from games.engine import Offer, Refused

ACTS_A_THROW = 12


@dataclass(slots=True)
class Guest:
    """A player with his temper: what he bought in for last, in minor units, his own stream of choices."""

    player: int
    temper: Temper
    chance: Chance
    bought: int = 0


@dataclass(slots=True)
class Felt:
    """A table and its crew tonight."""

    code: str
    dealer: int
    supervisor: int
    clock: Clock
    keys: Iterable[str]
    guests: dict[int, Guest] = field(default_factory=dict)
    gone: list[Guest] = field(default_factory=list)
    throws: int = 0
    refused: int = 0

    def key(self) -> str:
        return next(iter(self.keys))


def throw_once(felt: Felt) -> bool:
    """Takes what is laid, then throws; False when nobody at the table can bring the dice to fall, or too few sit."""
    acted: set[tuple[str, str]] = set()
    for _ in range(ACTS_A_THROW):
        desk = look(felt.code, felt.clock.now)
        try:
            offers = desk.rules.offers(desk.state_of_play(), desk.purses())
        except Refused:
            return False
        if desk.shift_state == "closing":
            offers = tuple(offer for offer in offers if not offer.smallest)
        blocked = must(offers)
        chosen = _next_act(felt, offers, acted, bool(blocked))
        if chosen is None:
            break
        acted.add((chosen.seat, chosen.verb))
        _take(felt, desk, chosen)
    if blocked:
        return False
    throws.throw(key=felt.key(), table=felt.code, actor=staff(felt.dealer), at=felt.clock.tick(11))
    felt.throws += 1
    return True


def _next_act(felt: Felt, offers: Iterable[Offer], acted: set[tuple[str, str]], blocked: bool) -> Offer | None:
    """The first offer that somebody takes: one that must be while the dice wait, else one that he wants, once."""
    for offer in offers:
        if offer.verb == "throw" or offer.why_not or not offer.seat:
            continue
        guest = felt.guests[int(offer.seat)]
        if blocked or ((offer.seat, offer.verb) not in acted and wants(offer, guest.temper, guest.chance)):
            return offer
    return None


def _take(felt: Felt, desk: Desk, offer: Offer) -> None:
    guest = felt.guests[int(offer.seat)]
    said = event(offer, guest.temper, guest.chance, guest.bought // desk.chip)
    try:
        acts.take(
            key=felt.key(), table=felt.code, seat=int(offer.seat), event=said, actor=staff(felt.dealer),
            at=felt.clock.tick(3),
        )  # fmt: skip
    except Conflict:
        felt.refused += 1
