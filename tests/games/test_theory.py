"""The theoretical win of the bets that were taken, against the known answer and against every way the dice can fall."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from games import find
from games.engine.casts import WAYS
from games.engine.chips import HOUSE
from games.engine.figures import decimal, root
from games.engine.records import Round
from games.engine.refusals import Refused
from games.engine.theory import Expected, theoretical_win

ACCOUNTING = Path(__file__).parents[1] / "vectors" / "accounting.jsonl"
PURSES = {"A": 10_000, "B": 10_000}
THROWS = list(itertools.product(range(1, 7), repeat=2))


def expected(game: str, settings: Mapping[str, Any], *events: dict[str, Any]) -> tuple[Expected, Round]:
    """The theoretical win of a round of these events, and the round."""
    return played_out(game, settings, events)


def played_out(game: str, settings: Mapping[str, Any], events: Iterable[dict[str, Any]]) -> tuple[Expected, Round]:
    """The same of a round that takes events only until it is over."""
    played = Round(find(game), settings, list(PURSES), PURSES)
    steps = []
    for event in events:
        step = played.take(event)
        assert not isinstance(step, Refused), step
        steps.append((event, step))
        if played.state.end:
            break
    return theoretical_win(find(game), steps), played


def won(played: Round) -> int:
    return played.tally.net(played.state)[HOUSE]


def stake(chips: int) -> dict[str, Any]:
    return {"stake": chips, "by": "A"}


def throw(*faces: int) -> dict[str, Any]:
    return {"throw": list(faces)}


def test_theo_1_a_thousand_rounds_at_ten() -> None:
    lines = ACCOUNTING.read_text().splitlines()
    (known,) = [record for line in lines if (record := json.loads(line))["id"] == "theo-1"]
    assert known["main"] == 7
    total = Expected()
    thrown = itertools.cycle(throw(*faces) for faces in THROWS)
    for _ in range(known["rounds"]):
        events = itertools.chain([stake(known["stake"])], thrown)
        one, _ = played_out(known["game"], {"main": "seven"}, events)
        total = Expected(total.win + one.win, total.variance + one.variance)
    assert decimal(total.win, 2) == known["expect"]["theoretical_win"]
    assert root(total.variance, 2) == known["expect"]["sd"]


def zar_rounds(props: Sequence[tuple[int, int]]) -> list[tuple[Expected, int]]:
    """Every way four throws can fall at a die_rich house table: the theory of the round, and what the house won.

    Before each throw the player lays propositions of (chips, number), more of them as the round goes on.
    """
    found = []
    for faces in itertools.product(range(1, 7), repeat=4):
        events = [stake(12)]
        for number, face in enumerate(faces, 1):
            events += [{"prop": chips, "on": on, "by": "B"} for chips, on in props[:number]]
            events.append(throw(face))
        theory, played = played_out("zar", {"preset": "die_rich", "bank": "house"}, events)
        found.append((theory, won(played)))
    return found


def test_over_all_ways_the_dice_can_fall_theory_is_the_average_and_its_variance_the_spread() -> None:
    """Zar at the house, all 1,296 sequences, with bets laid anew before every throw."""
    for props in ([], [(3, 2), (5, 2), (1, 6)]):
        found = zar_rounds(props)
        assert len(found) == 1296
        assert sum(chips - theory.win for theory, chips in found) == 0
        spread = sum((chips - theory.win) ** 2 for theory, chips in found)
        assert spread == sum(theory.variance for theory, _ in found)
        assert props or {theory.win for theory, _ in found} == {Fraction(12, 27)}


def test_odds_add_variance_and_no_win() -> None:
    """Main 7, stake 10, then odds on each chance: the spread over all rounds is that of stake and odds together."""
    alone = Fraction(10) ** 2 * (1 - Fraction(7, 495) ** 2)
    edge = Fraction(70, 495)
    theories, square = Fraction(0), Fraction(0)
    for total, ways in WAYS.items():
        share = Fraction(ways, 36)
        cast = throw(total // 2, total - total // 2)
        if total in (2, 3, 7, 11, 12):
            theory, played = expected("hazard", {"main": "seven"}, stake(10), cast)
            assert (theory.win, theory.variance) == (edge, alone)
            square += share * (won(played) - edge) ** 2
            theories += share * theory.variance
            continue
        laid = {"odds": 30, "by": "B"}
        chances = Fraction(ways, ways + 6)
        for last, chance in ((cast, chances), (throw(3, 4), 1 - chances)):
            theory, played = expected("hazard", {"main": "seven"}, stake(10), cast, laid, last)
            assert theory.win == edge
            assert theory.variance > alone
            square += share * chance * (won(played) - edge) ** 2
            theories += share * chance * theory.variance
    assert theories == square


def test_a_bet_that_was_given_back_counts_nothing() -> None:
    nothing = Expected()
    assert expected("hazard", {}, throw(3, 4), stake(10), throw(2, 2), {"void": True})[0] == nothing
    assert expected("hazard", {}, stake(10), {"leave": "A"})[0] == nothing
    prop = {"prop": 10, "on": 2, "by": "B"}
    house = {"bank": "house", "preset": "die_rich", "prop_scope": "round"}
    paid = expected(
        "zar", house | {"prop_odds": {str(n): "1/1" for n in range(1, 7)}}, prop, stake(10), throw(2), {"void": True}
    )
    assert paid[0].win > 0
    assert won(paid[1]) == -10


def test_a_bet_counts_from_the_first_throw_that_it_stands_for() -> None:
    """Laid before a thrown main it is worth 37/2016; laid after it, what that main is worth."""
    lost = (throw(1, 1),)
    assert expected("hazard", {}, stake(10), throw(3, 3), *lost)[0].win == Fraction(370, 2016)
    assert expected("hazard", {}, throw(3, 3), stake(10), *lost)[0].win == Fraction(1670, 7128)


def test_a_fee_counts_as_it_was_taken() -> None:
    events = [{"main": 7, "by": "A"}, stake(10), {"cover": 10, "by": "B"}, throw(1, 1)]
    theory, played = expected("covered_hazard", {"fee_percent": 10}, *events)
    assert theory == Expected(Fraction(2), Fraction(0))
    assert won(played) == 2


def test_an_empty_round_is_worth_nothing() -> None:
    assert theoretical_win(find("hazard"), []) == Expected()
