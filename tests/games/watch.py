"""A round under watch: every event that is played is checked against the laws of games/README.md."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from games.engine.catalogue import AnyGame
from games.engine.chips import HOUSE, LAYOUT, Place, held, purse
from games.engine.records import Round
from games.engine.refusals import Refused
from games.engine.state import State, Step
from games.engine.tally import Tally


class Watched:
    """Plays events and raises AssertionError at the first that breaks a law."""

    def __init__(
        self,
        game: AnyGame,
        settings: Mapping[str, object],
        seats: Sequence[str],
        purses: Mapping[str, int],
        start: Mapping[str, Any] | None = None,
    ) -> None:
        self.game = game
        self.round = Round(game, settings, seats, purses, start)
        self.ruled: list[int] = []
        self.chips = sum(self.round.tally.chips.values())
        self.events: list[object] = []

    @property
    def state(self) -> State[Any, Any]:
        return self.round.state

    @property
    def purses(self) -> dict[str, int]:
        return self.round.tally.purses()

    def take(self, event: object) -> Step[Any, Any] | Refused:
        """Play one event and check every law that one event can break."""
        before, purses = self.state, self.purses
        frozen = json.dumps(self.game.dump(before), sort_keys=True)
        answer = self.round.take(event)
        self.events.append(event)
        assert json.dumps(self.game.dump(before), sort_keys=True) == frozen, "the old state was changed"
        if isinstance(answer, Refused):
            assert self.state == before, "a refused act changed the state"
            assert self.purses == purses
            assert answer.code.isidentifier()
            assert answer.sentence.endswith(".")
        else:
            self._check_bets(before, answer)
            self._check_chips(event, before, answer)
            self._check_paid(before, purses, answer)
            again = self.game.apply(self.game.load(json.loads(frozen)), event, purses)
            assert again == answer, "a loaded state goes on differently"
            if isinstance(event, dict) and "throw" in event:
                turned = self.game.throw(before, event["throw"][::-1])
                assert turned == answer, "it matters which die shows which face"
        self._check_dump()
        if self.state.end:
            self._check_over()
        else:
            self._check_gone()
        return answer

    def _check_bets(self, before: State[Any, Any], step: Step[Any, Any]) -> None:
        live = {bet.number: bet for bet in before.bets}
        after = {bet.number: bet for bet in step.state.bets}
        new = set(range(before.laid + 1, step.state.laid + 1))
        ruled = [ruling.bet.number for ruling in step.rulings]
        assert len(set(ruled)) == len(ruled), "a bet was ruled twice in one step"
        assert not set(ruled) & set(self.ruled), "a bet was ruled again"
        assert set(ruled) <= set(live) | new
        assert set(after) == (set(live) | new) - set(ruled)
        for number in set(live) & set(after):
            assert 0 < after[number].stake <= live[number].stake
        for ruling in step.rulings:
            assert ruling.outcome in ("won", "lost", "push", "void")
            if ruling.outcome in ("push", "void"):
                assert ruling.returned == ruling.bet.stake
        self.ruled += ruled

    def _check_chips(self, event: object, before: State[Any, Any], step: Step[Any, Any]) -> None:
        chips = self.round.tally.chips
        assert sum(chips.values()) == self.chips, "chips came from nowhere"
        assert chips.get(LAYOUT, 0) == sum(bet.stake for bet in step.state.bets)
        reserved = dict(step.state.held)
        for seat in (*step.state.seats, HOUSE):
            assert chips.get(held(seat), 0) == reserved.get(seat, 0)
            assert seat == HOUSE or chips.get(purse(seat), 0) >= 0
        if isinstance(event, dict) and "by" not in event:
            self._check_reserve(before, step)
        assert sum(self.round.tally.net(self.state).values()) == 0

    def _check_paid(self, before: State[Any, Any], had: Mapping[str, int], step: Step[Any, Any]) -> None:
        """Every seat's chips, laid and held ones among them, change by what the rulings say and nothing else."""
        won = dict.fromkeys(before.seats, 0)
        for bet, _, returned in step.rulings:
            won[bet.seat] += returned - bet.stake
            if bet.against in won:
                won[bet.against] += bet.stake - returned
        for seat in before.seats:
            then = had[seat] + dict(before.held).get(seat, 0) + self._laid(before, seat)
            now = self.purses[seat] + dict(step.state.held).get(seat, 0) + self._laid(step.state, seat)
            assert now - then == won[seat], f"{seat} was not paid as ruled"

    @staticmethod
    def _laid(state: State[Any, Any], seat: str) -> int:
        return sum(bet.stake for bet in state.bets if bet.seat == seat)

    def _check_gone(self) -> None:
        for seat in self.state.gone:
            for verb in self.game.verbs:
                with pytest.raises(Refused) as refused:
                    self.game.apply(self.state, {verb: 1, "by": seat}, self.purses)
                assert refused.value.code == "seat_gone"

    @staticmethod
    def _check_reserve(before: State[Any, Any], step: Step[Any, Any]) -> None:
        """A throw, leaver or void is paid from layout and reserves alone: any purse might be empty by now."""
        tally = Tally({HOUSE: 0, **dict.fromkeys(before.seats, 0)})
        tally.chips[LAYOUT] = sum(bet.stake for bet in before.bets)
        for seat, chips in before.held:
            tally.chips[held(seat)] = chips
        tally.move(step.movements)

    def _check_dump(self) -> None:
        dumped = json.loads(json.dumps(self.game.dump(self.state)))
        assert self.game.load(dumped) == self.state, "the state does not come back from its dump"

    def _check_over(self) -> None:
        standing: dict[Place, int] = self.round.tally.standing()
        assert not standing, f"chips were left standing: {standing}"
        assert sorted(self.ruled) == list(range(1, self.state.laid + 1)), "a bet got no ruling"
        assert self.state.bets == ()
        assert self.game.offers(self.state, self.purses) == ()
        assert json.loads(json.dumps(self.game.carry(self.state, self.purses)))
        for event in ({"void": True}, {"throw": [1, 1]}, {"leave": self.state.seats[0]}):
            answer = self.round.take(event)
            self.events.append(event)
            assert isinstance(answer, Refused)
            assert answer.code == "over"

    def check_offers(self) -> None:
        """What is offered is accepted at both its bounds and refused beyond them."""
        state, purses = self.state, self.purses
        for offer in self.game.offers(state, purses):
            if not offer.smallest or offer.why_not:
                continue
            assert offer.largest is not None
            assert offer.largest >= offer.smallest
            on = {} if offer.on is None else {"on": offer.on}
            for chips in {offer.smallest, offer.largest}:
                self.game.apply(state, {offer.verb: chips, "by": offer.seat, **on}, purses)
            for chips in (offer.smallest - 1, offer.largest + offer.step):
                assert self._refuses({offer.verb: chips, "by": offer.seat, **on}), f"{chips} beyond {offer}"

    def _refuses(self, event: object) -> bool:
        try:
            self.game.apply(self.state, event, self.purses)
        except Refused:
            return True
        return False
