"""Games of acts in any order: leaving, acting twice, out of turn and out of time, held against pencil and paper.

Watched checks the laws of every game at every event; Paper is a second reading of the rules.
"""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.engine.records import event as as_event
from games.engine.refusals import Refused
from tests.games.playing import seats_of
from tests.games.ten_thousand.paper import Paper
from tests.games.ten_thousand.table import TT, Event, ante, bank, facts, keep, leave, take_over
from tests.games.watch import Watched

LAWS = settings(max_examples=80, deadline=None, database=None, suppress_health_check=list(HealthCheck))
SCORING: tuple[dict[str, object], ...] = (
    {},
    {},
    {"four_two": True},
    {"triple_ones": 0, "straight": 0, "three_pairs": 750},
)
RULES = st.fixed_dictionaries(
    {
        "target": st.sampled_from((300, 1000, 2500)),
        "entry": st.sampled_from((50, 300, 1000)),
        "take_over": st.sampled_from((None, {"points": 0, "dice": 6}, {"points": 300, "dice": 3})),
    },
    optional={
        "minimum": st.sampled_from((0, 50, 350)),
        "zilch_run": st.integers(1, 3),
        "zilch_penalty": st.sampled_from(("all", 0, 50, 450)),
        "penalty_floor_zero": st.booleans(),
        "penalty_off_table": st.booleans(),
        "fee_percent": st.sampled_from((7, 100)),
        "fee_flat": st.just(3),
        "fee_cap": st.just(2),
        "fee_min_pot": st.just(13),
    },
)


class Both:
    """The same events to the engine, under watch, and to pencil and paper."""

    def __init__(self, data: st.DataObject) -> None:
        seats = data.draw(seats_of(TT))
        rules = TT.settings({**data.draw(RULES), **data.draw(st.sampled_from(SCORING))}).full()
        self.watched = Watched(TT, rules, seats, dict.fromkeys(seats, 50))
        self.paper = Paper(rules, seats)

    @property
    def over(self) -> bool:
        return self.watched.state.end != ""

    def take(self, event: Event) -> bool:
        """Whether the event was accepted, by both or by none; then both must show the same."""
        answer = self.watched.take(event)
        allowed = self.paper.take(event)
        assert allowed is not isinstance(answer, Refused), f"{event} of {self.watched.events}: {answer}"
        shown, paper = facts(self.watched), self.paper
        assert shown["scores"] == {seat: paper.score[seat] for seat in shown["scores"]}
        assert set(shown["scores"]) == set(paper.players)
        assert self.over == paper.over
        if self.over:
            net = self.watched.round.tally.net(self.watched.state)
            assert net == {seat: paper.net.get(seat, 0) for seat in net}
        else:
            assert shown["turn"] == {"by": paper.players[0], "points": paper.points, "dice": paper.dice}
            assert shown["pot"] == sum(paper.antes.values())
            assert shown["begun"] == paper.began
        return allowed


def fallen(chance: Random, number: int) -> list[int]:
    """A throw: as dice fall, or with good luck or bad, so that sweeps and rows of zilches come up."""
    faces = chance.choice(((1, 2, 3, 4, 5, 6), (1, 1, 5, 4), (2, 3, 4, 6)))
    return [chance.choice(faces) for _ in range(number)]


def event_of(chance: Random, watched: Watched) -> Event:
    """Most often what is offered; now and then any act by any seat."""
    seat = chance.choice((*watched.state.seats, "Z"))
    kind = chance.randrange(60)
    if kind == 0:
        return leave(seat)
    if kind < 5:
        return chance.choice((bank(seat), take_over(seat), ante(seat), ante(seat, 7), ante(seat, 2)))
    if kind < 8:
        return keep(seat, *fallen(chance, chance.randrange(5)))
    if kind < 10:
        return {"throw": fallen(chance, chance.randrange(1, 7))}
    offers = [offer for offer in TT.offers(watched.state, watched.purses) if not offer.why_not]
    offer = chance.choice(offers)
    if offer.verb == "throw":
        return {"throw": fallen(chance, offer.dice)}
    if offer.verb == "ante":
        return ante(offer.seat, min(offer.smallest + chance.choice((0, 0, 2)), offer.largest or 0))
    if offer.verb == "keep":
        faces: Any = chance.choice(offer.choices)
        return keep(offer.seat, *faces)
    return {offer.verb: True, "by": offer.seat}


def by_the_house(chance: Random, watched: Watched) -> Event:
    """What the house does for the thrower out of time; where that is no act, dice are due and thrown."""
    act = TT.out_of_time(watched.state)
    return {"throw": fallen(chance, TT.due(watched.state))} if act is None else as_event(act)


@LAWS
@given(data=st.data(), chance=st.randoms(use_true_random=True))
def test_any_sequence_of_acts_is_allowed_and_scored_as_on_paper(data: st.DataObject, chance: Random) -> None:
    game = Both(data)
    for _ in range(120):
        if game.over:
            break
        event = event_of(chance, game.watched)
        if game.take(event) and "throw" not in event and not game.over:
            assert not game.take(event), "the same act was accepted twice"


@LAWS
@given(data=st.data(), chance=st.randoms(use_true_random=True))
def test_a_game_comes_to_its_end_when_the_house_plays_for_everyone(data: st.DataObject, chance: Random) -> None:
    """Nobody acts any more: out_of_time alone plays, and now and then somebody gets up."""
    game = Both(data)
    for seat in game.watched.state.seats:
        game.take(ante(seat))
    for _ in range(2000):
        if game.over:
            break
        if not chance.randrange(80):
            game.take(leave(chance.choice(game.watched.state.seats)))
        else:
            assert game.take(by_the_house(chance, game.watched)), "what the house does was refused"
    assert game.over
