"""A state as JSON and back. Nothing is computed on the way but the reserve, which follows from the rest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from games.engine.refusals import Refused
from games.engine.settling import reserve
from games.engine.state import Bet, P, S, State

if TYPE_CHECKING:
    from games.engine.game import Game

KEYS = {"game", "edition", "settings", "seats", "play", "bets", "laid", "gone", "end"}


def dump(game: Game[S, P], state: State[S, P]) -> dict[str, Any]:
    """Plain JSON: settings in full, bets and the game's own part by the names of their fields."""
    return {
        "game": game.name,
        "edition": game.edition,
        "settings": state.settings.full(),
        "seats": list(state.seats),
        "play": {name: _thaw(getattr(state.play, name)) for name in _fields(game.play_class)},
        "bets": [dict(zip(Bet._fields, bet, strict=True)) for bet in state.bets],
        "laid": state.laid,
        "gone": list(state.gone),
        "end": state.end,
    }


def load(game: Game[S, P], dumped: Mapping[str, Any]) -> State[S, P]:
    """The state that was dumped; refuses another game's, another edition's, and what has other keys."""
    if set(dumped) != KEYS or (dumped["game"], dumped["edition"]) != (game.name, game.edition):
        raise _unreadable(game)
    try:
        play: Any = {name: _freeze(value) for name, value in dumped["play"].items()}
        state = State(
            game.settings(dumped["settings"]),
            tuple(dumped["seats"]),
            game.play_class(**play),
            tuple(Bet(**bet) for bet in dumped["bets"]),
            dumped["laid"],
            tuple(dumped["gone"]),
            (),
            dumped["end"],
        )
        return state if state.end else state._replace(held=reserve(game, state))
    except (TypeError, AttributeError) as wrong:
        raise _unreadable(game) from wrong


def _unreadable(game: Game[S, P]) -> Refused:
    return Refused(
        "dump_unreadable",
        "This is no state of {game}, edition {edition}; load it with the edition that wrote it.",
        game=game.name,
        edition=game.edition,
    )


def _fields(play: Any) -> tuple[str, ...]:
    return tuple(play._fields)


def _thaw(value: Any) -> Any:
    return [_thaw(each) for each in value] if isinstance(value, tuple) else value


def _freeze(value: Any) -> Any:
    return tuple(_freeze(each) for each in value) if isinstance(value, list) else value
