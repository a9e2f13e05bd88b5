"""What a seat may do now, as the screen asks for it: the offers of one verb are one entry."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from games.engine import Offer

Form = Literal["chips", "on", "number", "faces", "go"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One form: chips to type (`on` a number to choose), a number or dice to pick, or just a button.

    `why` is an offer that can't be taken, where none of the verb's can.
    """

    seat: str
    verb: str
    form: Form
    offers: tuple[Offer, ...]
    why: Offer | None = None

    @property
    def first(self) -> Offer:
        return self.offers[0]

    @property
    def largest(self) -> int:
        """The most chips that any of the offers takes."""
        return max(offer.largest or 0 for offer in self.offers)

    @property
    def picks(self) -> list[tuple[str, str, int | None]]:
        """What can be picked: the value sent, the words shown, what it scores."""
        points = self.first.points or (None,) * len(self.first.choices)
        return [(*_pick(choice), score) for choice, score in zip(self.first.choices, points, strict=True)]


def entries(offers: Iterable[Offer]) -> list[Entry]:
    """A seat's offers by verb, in the game's order."""
    return [_entry(verb, tuple(each)) for verb, each in groupby(offers, key=lambda offer: offer.verb)]


def _entry(verb: str, offers: tuple[Offer, ...]) -> Entry:
    open_ = tuple(offer for offer in offers if not offer.why_not)
    first = offers[0]
    form: Form = "go"
    if first.on is not None:
        form = "on"
    elif first.smallest:
        form = "chips"
    elif first.choices:
        form = "faces" if isinstance(first.choices[0], tuple) else "number"
    return Entry(first.seat, verb, form, open_ or offers, None if open_ else first)


def _pick(choice: object) -> tuple[str, str]:
    if isinstance(choice, tuple):
        return "".join(map(str, choice)), " ".join(map(str, choice))
    return str(choice), str(choice)
