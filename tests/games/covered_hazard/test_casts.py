"""The cast and the chance, every main against every total, with the stake all covered and partly covered."""

from __future__ import annotations

import pytest

from games.engine.casts import CALLS, CASTS, MAINS, WAYS
from tests.games.covered_hazard.table import cover, named, net, play, stake, throw

TOTALS = range(2, 13)
PAIRS = [(main, total) for main in MAINS for total in TOTALS]
WON, LOST = {"A": 10, "B": -4, "C": -6}, {"A": -10, "B": 4, "C": 6}
COVERS = (cover(4), cover(6, "C"))


@pytest.mark.parametrize(("main", "total"), PAIRS)
def test_B05_every_first_throw_after_every_main(main: int, total: int) -> None:
    round_ = play(named(main), stake(10), *COVERS, throw(total))
    ending = CASTS[main][total]
    assert net(round_) == {"nick": WON, "out": LOST, "chance": {}}[ending]
    assert bool(round_.state.end) == (ending != "chance")
    assert round_.state.play.chance == (total if ending == "chance" else 0)


@pytest.mark.parametrize(("main", "chance"), [pair for pair in PAIRS if CASTS[pair[0]][pair[1]] == "chance"])
def test_B27_after_a_chance_only_two_totals_decide(main: int, chance: int) -> None:
    for total in TOTALS:
        round_ = play(named(main), stake(10), *COVERS, throw(chance), throw(total))
        assert net(round_) == {chance: WON, main: LOST}.get(total, {})
        assert bool(round_.state.end) == (total in (chance, main))


@pytest.mark.parametrize(("main", "total"), PAIRS)
def test_what_is_not_covered_goes_back_before_the_cast_counts(main: int, total: int) -> None:
    round_ = play(named(main), stake(10), cover(4), throw(total))
    ending = CASTS[main][total]
    assert net(round_) == {"nick": {"A": 4, "B": -4}, "out": {"A": -4, "B": 4}, "chance": {}}[ending]
    if ending == "chance":
        assert [bet.stake for bet in round_.state.bets] == [4, 4]
        assert round_.purses["A"] == 996


def test_the_main_is_named_7_or_thrown() -> None:
    assert play(stake(10), cover(10), throw(11), main="seven").state.end == "settled"
    thrown = play(stake(10), cover(10), *map(throw, (2, 3, 4, 10, 11, 12)), main="thrown")
    assert thrown.state.play.main == 0
    thrown.take(throw(9))
    thrown.take(throw(11))
    assert net(thrown) == {"A": -10, "B": 10}


def test_every_call_is_worked_out_for_every_main_chance_and_total() -> None:
    """No main yet, 5 mains before the cast, 30 chances: each settles in as many ways as the odds say."""
    for main in (0, *MAINS):
        calls = dict(enumerate(CALLS[main][0]))
        if main:
            assert sum(WAYS[total] for total, call in calls.items() if call) == 36
        else:
            assert {total for total, call in calls.items() if call} == set(MAINS)
        for chance in [total for total, call in calls.items() if call == "chance_set"]:
            after = {call: total for total, call in enumerate(CALLS[main][chance]) if call}
            assert after == {"chance": chance, "lost": main}
    assert sum(call == "chance_set" for main in MAINS for call in CALLS[main][0]) == 30
