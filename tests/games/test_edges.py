"""The edges of every table, found from its own offers, against the facts that are known of the games."""

from __future__ import annotations

import time
from fractions import Fraction
from typing import Any

import pytest

from games import Refused, discover, find
from games.engine.chips import HOUSE, POT
from games.engine.edges import Line, edges, livable
from games.engine.odds_table import rows

SIDES = {"5": "43/2835", "6": "167/7128", "7": "7/495", "8": "167/7128", "9": "43/2835"}
WINS = {5: "1396/2835", 6: "6961/14256", 7: "244/495", 8: "6961/14256", 9: "1396/2835"}


def lines(game: str, verb: str, **settings: Any) -> list[Line]:
    known = find(game)
    return [line for line in edges(known, known.settings(settings)) if line.verb == verb]


def at(line: Line, fact: str) -> int | None:
    return dict(line.where)[fact]


def test_hazards_stake_wins_as_often_as_known_at_every_main() -> None:
    for how in ("named", "thrown"):
        found = {at(line, "main"): line for line in lines("hazard", "stake", main=how)}
        assert {main: str(found[main].win) for main in WINS} == WINS
        assert {str(main): str(found[main].house) for main in WINS} == SIDES
    (seven,) = lines("hazard", "stake", main="seven")
    assert seven.win == Fraction(244, 495)
    assert seven.house == Fraction(7, 495)
    assert seven.worst == seven.dearest == 1


def test_hazards_stake_before_a_thrown_main() -> None:
    (blind,) = [line for line in lines("hazard", "stake") if at(line, "main") is None]
    assert (blind.win, blind.house) == (Fraction(1979, 4032), Fraction(37, 2016))
    assert blind.lose == 1 - blind.win
    assert blind.push == 0


def test_hazards_odds_cost_nothing_at_any_main_and_chance() -> None:
    found = lines("hazard", "odds")
    assert len(found) == 30
    assert {line.house for line in found} == {line.expectation for line in found} == {0}
    assert {line.on == at(line, "chance") for line in found} == {True}


@pytest.mark.parametrize(
    ("bounds", "least", "most"),
    [
        ({"max_stake": 7, "odds_limit": 1}, 1, 7),
        ({"min_stake": 1000}, 1000, 1000),
        ({"odds_rounding": "exact", "odds_limit": 1}, 100, 100),
    ],
)
def test_hazards_bets_are_found_within_the_bounds_of_a_table(bounds: dict[str, Any], least: int, most: int) -> None:
    for line in lines("hazard", "stake", **bounds):
        assert least <= line.stake <= most
        assert line.house > 0
    odds = lines("hazard", "odds", **bounds)
    assert len(odds) == 30
    for line in odds:
        assert line.house >= 0
        assert line.stake <= most


@pytest.mark.parametrize("fee", [0, 5])
def test_what_the_caster_of_covered_hazard_loses_the_coverer_wins_but_for_the_fee(fee: int) -> None:
    stakes, covers = (lines("covered_hazard", verb, fee_percent=fee) for verb in ("stake", "cover"))
    assert [str(line.win) for line in stakes] == list(WINS.values())
    for stake, cover in zip(stakes, covers, strict=True):
        assert stake.against == cover.against == POT
        assert stake.win == cover.lose
        assert stake.house == cover.house == Fraction(fee, 100)
        assert stake.expectation + cover.expectation == -2 * Fraction(fee, 100)


@pytest.mark.parametrize("short_cover", ["shrink", "void", "wait"])
@pytest.mark.parametrize("main", ["named", "seven", "thrown"])
def test_covered_hazard_has_the_edges_of_hazard_however_it_is_set(main: str, short_cover: str) -> None:
    for line in lines("covered_hazard", "stake", main=main, short_cover=short_cover):
        assert str(line.edge) == SIDES[str(at(line, "main"))]


def test_the_line_of_zar_costs_the_bank_49_of_162_and_die_rich_the_house_wins_1_in_27() -> None:
    (punt,) = lines("zar", "punt")
    assert punt.expectation == Fraction(49, 162)
    assert punt.against == "seat"
    assert punt.house == 0
    assert punt.worst == punt.dearest == 2
    (rich,) = lines("zar", "punt", preset="die_rich")
    assert rich.expectation == Fraction(1, 27)
    (stake,) = lines("zar", "stake", preset="die_rich", bank="house")
    assert (stake.house, stake.against) == (Fraction(1, 27), HOUSE)


def test_every_proposition_of_die_rich_costs_a_sixth_before_any_throw() -> None:
    found = lines("zar", "prop", preset="die_rich", bank="house")
    assert {line.house for line in found} == {Fraction(1, 6)}
    assert {line.win for line in found} == {Fraction(1, 6)}
    assert {line.dearest for line in found} == {4}
    assert {(at(line, "point"), at(line, "attempts")) for line in found} == {
        (None, None),
        *((point, attempts) for point in (2, 3, 4, 5) for attempts in (1, 2, 3)),
    }


def test_the_propositions_of_the_seed() -> None:
    expected = dict.fromkeys((1, 6), "-16/81") | dict.fromkeys((2, 3, 4, 5), "-31/216")
    assert {line.on: str(line.expectation) for line in lines("zar", "prop")} == expected


def test_where_people_decide_only_the_fee_is_known() -> None:
    (ante,) = lines("ten_thousand", "ante", fee_percent=5, fee_flat=2)
    assert (ante.endings, ante.against) == ((), POT)
    assert ante.house == Fraction(12, 200)


@pytest.mark.parametrize("name", sorted(discover()))
def test_every_game_has_edges_that_a_house_can_live_with(name: str) -> None:
    game = find(name)
    found = livable(game, game.settings({}))
    assert found
    for line in found:
        if line.endings:
            assert line.win + line.push + line.lose == 1
            assert line.variance > 0
            assert line.house == (line.edge if line.against == HOUSE else 0)
        else:
            assert game.kind == "pot"


def test_a_bet_on_which_the_house_loses_is_refused() -> None:
    game = find("zar")
    rich: dict[str, object] = {"bank": "house", "preset": "die_rich"}
    for wrong in ({"takes": [2, 2, 2]}, {"prop_odds": {"6": "6/1"}}):
        with pytest.raises(Refused) as refused:
            livable(game, game.settings({**rich, **wrong}))
        assert refused.value.code == "house_edge"
    assert livable(game, game.settings(rich))


def test_bets_of_equal_worth_share_a_row() -> None:
    game = find("hazard")
    named = [row.bet for row in rows(edges(game, game.settings({})))]
    assert named[:5] == [
        "stake; no main yet",
        "stake; main 5, 9",
        "stake; main 6, 8",
        "stake; main 7",
        "odds on 4, 10; main 5, 9",
    ]
    zar = find("zar")
    assert [row.bet for row in rows(edges(zar, zar.settings({})))] == ["punt", "prop on 1, 6", "prop on 2, 3, 4, 5"]
    rich = zar.settings({"preset": "die_rich", "bank": "house"})
    assert [row.bet for row in rows(edges(zar, rich))] == ["stake", "prop"]


def test_the_tables_of_all_games_are_there_in_time() -> None:
    """A bound far above what it takes, so that a tree that explodes is seen: the real figure is in make bench."""
    edges.cache_clear()
    begun = time.process_time()
    for game in discover().values():
        assert edges(game, game.settings({}))
    assert time.process_time() - begun < 10
