"""Hypothesis strategies that play any game found, by what it says of itself: settings and offers."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from games.engine.catalogue import AnyGame
from games.engine.game import Verb
from games.engine.refusals import Refused
from games.engine.settings import Field
from games.engine.state import Offer
from tests.games.watch import Watched

NAMES = ("A", "B", "C", "D", "E")
GARBAGE: tuple[object, ...] = (0, -5, 0.6, 50.0, "50", "١٠", "NaN", True, None, [50], 10**30, {"chips": 1})
BAD_FACES: tuple[object, ...] = (
    [],
    [0, 7],
    ["3", 4],
    [3.0, 4],
    [True, 2],
    None,
    "34",
    [1] * 13,
    {"faces": [1, 2]},
)


@st.composite
def settings_of(draw: st.DrawFn, game: AnyGame) -> dict[str, object]:
    """Settings that the game accepts: some fields off their default."""
    raw: dict[str, object] = {}
    for name, described in game.settings_class.described().items():
        if described.kind in ("choice", "whole", "flag") and draw(st.booleans()):
            raw[name] = draw(_value(described))
    try:
        game.settings(raw)
    except Refused:
        return {}
    return raw


def _value(described: Field) -> st.SearchStrategy[object]:
    if described.kind == "choice":
        return st.sampled_from(described.choices)
    if described.kind == "flag":
        return st.booleans()
    low = described.low or 0
    numbers = st.integers(low, min(low + 12, described.high if described.high is not None else low + 12))
    return st.one_of(st.none(), numbers) if described.optional else numbers


@st.composite
def seats_of(draw: st.DrawFn, game: AnyGame) -> list[str]:
    """Seats that the game accepts, in any order."""
    most = min(game.seats_most or 4, 4)
    number = draw(st.integers(game.seats_least, max(most, game.seats_least)))
    return draw(st.permutations(NAMES))[:number]


@st.composite
def purses_of(draw: st.DrawFn, seats: list[str]) -> dict[str, int]:
    """Purses from empty to large, and a bank without bound, poor or rich."""
    purses = {seat: draw(st.sampled_from((0, 3, 30, 200, 10_000))) for seat in seats}
    bank = draw(st.sampled_from((None, 0, 25, 1_000)))
    return purses if bank is None else {**purses, "house": bank}


@st.composite
def event_for(draw: st.DrawFn, watched: Watched) -> Any:
    """An event for a round as it stands: most often an offered one, now and then one to be refused."""
    dice = _due(watched)
    kind = draw(st.integers(0, 19))
    if kind < 8 and dice:
        return {"throw": draw(st.lists(st.integers(1, 6), min_size=dice, max_size=dice))}
    if kind == 16:
        return {"leave": draw(st.sampled_from((*watched.state.seats, "Z")))}
    if kind == 17:
        return draw(st.sampled_from(({"void": True}, {"void": False}, {}, {"stake": 1}, 7, {"hop": 1, "by": "A"})))
    if kind == 18:
        return {"throw": draw(st.sampled_from(BAD_FACES))}
    if kind == 19:
        return draw(_wrong_act(watched))
    offers = watched.game.offers(watched.state, watched.purses)
    acts = [offer for offer in offers if offer.verb != "throw"]
    return draw(_act(draw(st.sampled_from(acts)))) if acts else {"throw": [1] * dice}


def _due(watched: Watched) -> int:
    """How many dice are due; 0 where none are."""
    try:
        return watched.game.due(watched.state)
    except Refused:
        return 0


@st.composite
def _act(draw: st.DrawFn, offer: Offer) -> dict[str, Any]:
    value: Any = True
    if offer.smallest:
        most = max(offer.largest or 0, offer.smallest)
        steps = (most - offer.smallest) // offer.step
        value = offer.smallest + offer.step * draw(st.sampled_from((0, steps // 50, steps // 2, steps)))
    elif offer.choices:
        value = draw(st.sampled_from(offer.choices))
        value = list(value) if isinstance(value, tuple) else value
    return {offer.verb: value, **({} if offer.on is None else {"on": offer.on}), "by": offer.seat}


@st.composite
def _wrong_act(draw: st.DrawFn, watched: Watched) -> dict[str, Any]:
    verb = draw(st.sampled_from(sorted(watched.game.verbs)))
    value = draw(st.sampled_from((*GARBAGE, 1, 7, [1, 1], 999_999)))
    seat = draw(st.sampled_from((*watched.state.seats, "Z", "house", "", None)))
    on = {"on": draw(st.sampled_from((0, 1, 6, "6", True)))} if watched.game.verbs[verb] is Verb.CHIPS_ON else {}
    return {verb: value, **on, "by": seat}
