"""Chips by place while a round is replayed or tested: what books does with movements, in miniature."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from games.engine.chips import BANK, BANK_HELD, HOUSE, RAKE, Movement, Place, held, purse
from games.engine.state import State


class Tally:
    """What lies where. Begins with the purses; the bank may owe only where it was given no purse."""

    def __init__(self, purses: Mapping[str, int]) -> None:
        self.begun = dict(purses)
        self.chips: dict[Place, int] = {purse(seat): chips for seat, chips in purses.items()}

    def move(self, movements: Iterable[Movement]) -> None:
        """Take the movements in order; RuntimeError when one is of no chips or takes what is not there."""
        for movement in movements:
            source, target, chips, _, _ = movement
            left = self.chips.get(source, 0) - chips
            if chips < 1 or (left < 0 and not (source == BANK and HOUSE not in self.begun)):
                raise RuntimeError(f"there are not the chips for {movement}")
            self.chips[source] = left
            self.chips[target] = self.chips.get(target, 0) + chips

    def purses(self) -> dict[str, int]:
        """Free chips by seat, and the bank's if it was given a purse."""
        return {seat: self.chips[purse(seat)] for seat in self.begun}

    def standing(self) -> dict[Place, int]:
        """What lies on the layout or is held; empty once the round is over."""
        return {
            place: chips
            for place, chips in self.chips.items()
            if chips and place.kind in ("layout", "held", "bank_held")
        }

    def net(self, state: State[Any, Any]) -> dict[str, int]:
        """Chips won or lost by seat, and the house's with its fees. Live bets and reserves are the seat's."""
        net = {seat: self.chips.get(purse(seat), 0) + self.chips.get(held(seat), 0) for seat in state.seats}
        for seat in state.seats:
            net[seat] -= self.begun.get(seat, 0)
        for bet in state.bets:
            net[bet.seat] += bet.stake
        banked = sum(self.chips.get(place, 0) for place in (BANK, BANK_HELD, RAKE))
        return {**net, HOUSE: banked - self.begun.get(HOUSE, 0)}
