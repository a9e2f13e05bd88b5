"""The laws that hold for every game found, played from its own offers: a new game is covered at once."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.engine.catalogue import AnyGame, discover, find
from games.engine.records import Round, record
from games.engine.refusals import Refused
from games.engine.replay import replay
from tests.games.playing import event_for, purses_of, seats_of, settings_of
from tests.games.watch import Watched

GAMES = list(discover().values())
EVENTS_MOST = 30
LAWS = settings(max_examples=60, deadline=None, database=None, suppress_health_check=list(HealthCheck))
EVENINGS = settings(LAWS, max_examples=20)


def played(data: st.DataObject, game: AnyGame, start: dict[str, Any] | None, offers: bool = False) -> Watched:
    """A round under watch, played until it is over or for so many events; then voided."""
    seats = data.draw(seats_of(game))
    watched = Watched(game, data.draw(settings_of(game)), seats, data.draw(purses_of(seats)), start)
    for _ in range(EVENTS_MOST):
        if watched.state.end:
            break
        if offers:
            watched.check_offers()
        watched.take(data.draw(event_for(watched)))
    if not watched.state.end:
        watched.take({"void": True})
    return watched


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@LAWS
@given(data=st.data())
def test_every_event_of_every_round_keeps_the_laws(game: AnyGame, data: st.DataObject) -> None:
    """Sums, purses, reserves, one ruling a bet, refusals without trace, dumps: Watched checks each event."""
    assert played(data, game, None).state.end


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@LAWS
@given(data=st.data())
def test_what_is_offered_is_what_is_accepted(game: AnyGame, data: st.DataObject) -> None:
    assert played(data, game, None, offers=True).state.end


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@EVENINGS
@given(data=st.data())
def test_rounds_follow_one_another_while_seats_come_and_go(game: AnyGame, data: st.DataObject) -> None:
    start: dict[str, Any] | None = None
    for _ in range(3):
        watched = played(data, game, start)
        start = json.loads(json.dumps(game.carry(watched.state, watched.purses)))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@LAWS
@given(data=st.data())
def test_an_exported_round_replays_and_a_prefix_keeps_its_settlement(game: AnyGame, data: st.DataObject) -> None:
    watched = played(data, game, None)
    events = [event for event in watched.events if isinstance(event, dict)]
    head: dict[str, Any] = {
        "game": game.name,
        "edition": game.edition,
        "settings": watched.state.settings.full(),
        "seats": watched.state.seats,
        "purses": watched.round.tally.begun,
        "start": None,
    }
    whole = record(record_id="whole", events=events, **head)
    assert list(replay([json.dumps(whole).encode()])) == [("whole", [])]
    for cut in range(0, len(events), 5):
        part = record(record_id="part", events=events[:cut], **head)
        assert part["movements"] == whole["movements"][:cut]
        assert part["codes"] == whole["codes"][:cut]
        assert part["calls"] == whole["calls"][:cut]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_says_what_the_house_needs_to_know(game: AnyGame) -> None:
    assert find(game.name, game.edition) is find(game.name)
    assert game.kind in ("bank", "peer", "pot")
    assert game.verbs
    for name, described in game.settings_class.described().items():
        assert described.says, f"setting {name} has no words for the screen"
    for wrong in ({"no_such_setting": 1}, {next(iter(game.settings_class.described())): {"a": object()}}):
        with pytest.raises(Refused):
            game.settings(wrong)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@LAWS
@given(data=st.data())
def test_settings_read_back_to_themselves(game: AnyGame, data: st.DataObject) -> None:
    read = game.settings(data.draw(settings_of(game)))
    assert game.settings(json.loads(json.dumps(read.full()))) == read
    assert game.settings(json.loads(json.dumps(read.differences()))) == read
    assert game.settings({}).differences() == {}
    assert hash(read) == hash(game.settings(read.full()))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_seats_are_checked(game: AnyGame) -> None:
    default = game.settings({})
    rows: list[list[Any]] = [[], ["A", "A"], ["house", "A"], ["", "B"], [1, 2], ["pot", "B"]]
    for seats in rows:
        with pytest.raises(Refused):
            game.open(default, seats)
    if game.seats_most is not None:
        with pytest.raises(Refused):
            game.open(default, [f"S{number}" for number in range(game.seats_most + 1)])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_start_of_another_shape_is_refused(game: AnyGame) -> None:
    with pytest.raises(Refused):
        Round(game, {}, ["A", "B"], {"A": 10, "B": 10}, {"moon": 1})


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_dump_of_another_edition_or_shape_is_refused(game: AnyGame) -> None:
    dumped = game.dump(game.open(game.settings({}), ["A", "B"]))
    for wrong in (
        {**dumped, "edition": "0"},
        {**dumped, "game": "other"},
        {**dumped, "more": 1},
        {**dumped, "play": {}},
        {**dumped, "bets": [{"number": 1}]},
        {**dumped, "settings": {"no_such_setting": 1}},
    ):
        with pytest.raises(Refused):
            game.load(wrong)
