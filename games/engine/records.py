"""Round records: one JSON object a round, for history, disputes and test vectors.

{"id", "game", "edition"?, "settings", "seats", "purses", "start"?, "events", "expect"}: games/README.md.
What the house writes has three more keys, lists as long as the events: codes, calls and movements.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.engine.catalogue import AnyGame, find
from games.engine.chips import Movement
from games.engine.refusals import Refused
from games.engine.state import Act, State, Step
from games.engine.tally import Tally


class Round:
    """A round played from its record's head: takes events, keeps the purses and what came of each event."""

    def __init__(
        self,
        game: AnyGame,
        settings: Mapping[str, object],
        seats: Sequence[str],
        purses: Mapping[str, int],
        start: Mapping[str, Any] | None = None,
    ) -> None:
        self.game = game
        self.state: State[Any, Any] = game.open(game.settings(settings), seats, start)
        self.tally = Tally({**dict.fromkeys(seats, 0), **purses})
        self.codes: list[str | None] = []
        self.calls: list[list[str]] = []
        self.movements: list[list[list[Any]]] = []

    def take(self, event: object) -> Step[Any, Any] | Refused:
        """Play one event; a refusal is answered, not raised, and changes nothing."""
        try:
            step = self.game.apply(self.state, event, self.tally.purses())
        except Refused as refused:
            self._note(refused.code, (), ())
            return refused
        self.tally.move(step.movements)
        self.state = step.state
        self._note(None, step.calls, step.movements)
        return step

    def _note(self, code: str | None, calls: Iterable[str], movements: Iterable[Movement]) -> None:
        self.codes.append(code)
        self.calls.append(list(calls))
        self.movements.append([plain(movement) for movement in movements])

    def outcome(self) -> dict[str, Any]:
        """What a record expects of this round as it stands, every key of it."""
        facts = {name: fact for name, fact in self.game.facts(self.state).items() if fact is not None}
        purses = self.tally.purses()
        over = self.state.end != ""
        return {
            "refused": [index for index, code in enumerate(self.codes) if code is not None],
            "over": over,
            "net": self.tally.net(self.state),
            "exposure": self.game.exposure(self.state),
            **({"next": self.game.carry(self.state, purses)} if over else {}),
            **{name: fact for name, fact in facts.items() if name in self.game.expected},
        }


def plain(movement: Movement) -> list[Any]:
    """A movement as JSON: [source, target, chips, why, seat], a place as its kind or kind:seat."""
    source, target, chips, why, seat = movement
    return [*(f"{kind}:{whose}" if whose else kind for kind, whose in (source, target)), chips, why, seat]


def event(act: Act) -> dict[str, Any]:
    """An act as an event of a record."""
    value = list(act.value) if isinstance(act.value, tuple) else act.value
    return {act.verb: value, **({} if act.on is None else {"on": act.on}), "by": act.seat}


def record(
    *,
    record_id: str,
    game: str,
    edition: str,
    settings: Mapping[str, object],
    seats: Sequence[str],
    purses: Mapping[str, int],
    start: Mapping[str, Any] | None,
    events: Sequence[Mapping[str, Any]],
    outcome: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The record of a round. Codes, calls and movements are found by playing the events.

    outcome is what the house has in its books for it (any keys of expect); without it, what playing gives. A
    record whose outcome is not what the events give is written as it is: replay is there to show it.
    """
    known = find(game, edition)
    read = known.settings(settings)
    played = Round(known, settings, seats, purses, start)
    for each in events:
        played.take(each)
    return {
        "id": record_id,
        "game": game,
        "edition": edition,
        "settings": read.differences(),
        "seats": list(seats),
        "purses": dict(purses),
        **({"start": dict(start)} if start else {}),
        "events": [dict(each) for each in events],
        "expect": dict(played.outcome() if outcome is None else outcome),
        "codes": played.codes,
        "calls": played.calls,
        "movements": played.movements,
    }
