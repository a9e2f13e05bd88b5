"""What a table may set, what it may not, and the exact edges that decide it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from games import Refused
from games.engine.edges import Line, livable
from games.engine.edges import edges as lines
from games.engine.odds import odds
from games.zar.settings import ZarSettings
from tests.games.zar.table import ZAR


def settings(**raw: Any) -> ZarSettings:
    read: ZarSettings = ZAR.settings(raw)
    return read


def line_of(**raw: Any) -> Line:
    """The main bet: a punt, or a stake against the house."""
    return lines(ZAR, settings(**raw))[0]


def propositions(**raw: Any) -> dict[int, Line]:
    """The bet on each number, laid before the come-out."""
    found = {line.on: line for line in reversed(lines(ZAR, settings(**raw))) if line.on is not None}
    return dict(sorted(found.items()))


def refusal(**raw: Any) -> Refused:
    with pytest.raises(Refused) as refused:
        settings(**raw)
    return refused.value


def unlivable(**raw: Any) -> Refused:
    """The game takes these settings, the house does not."""
    with pytest.raises(Refused) as refused:
        livable(ZAR, settings(**raw))
    return refused.value


def test_the_exact_edges_of_the_page() -> None:
    assert line_of().expectation == Fraction(49, 162)
    assert line_of(preset="die_rich").expectation == Fraction(1, 27)
    assert [line.expectation for line in propositions(preset="die_rich").values()] == [Fraction(-1, 6)] * 6
    assert [line.expectation for line in propositions().values()] == [
        Fraction(-16, 81), *[Fraction(-31, 216)] * 4, Fraction(-16, 81),
    ]  # fmt: skip


def test_every_number_s_chance_on_the_round() -> None:
    """A number of the point's kind is three times in four the point of another, then has up to three throws."""
    later = Fraction(1, 6) * (1 + Fraction(4, 6) + Fraction(16, 36))
    assert propositions()[3].win == Fraction(1, 6) + Fraction(1, 2) * later
    assert propositions()[6].win == Fraction(1, 6) + Fraction(4, 6) * later


def test_a_missing_setting_is_the_preset_s_and_what_is_named_wins() -> None:
    rich = settings(preset="die_rich")
    assert (rich.miss, rich.one_loses_later, rich.prop_scope) == (1, True, "throw")
    assert (rich.takes, rich.punt_cap, rich.bank) == ((2, 1, 2), Fraction(1, 2), "round")
    assert set(rich.prop_odds) == {(4, 1)}
    assert settings(preset="die_rich", miss=2).miss == 2
    assert settings(preset="die_rich").differences() == {"preset": "die_rich"}
    assert settings().full()["prop_odds"] == {"1": "1/1", "2": "3/2", "3": "3/2", "4": "3/2", "5": "3/2", "6": "1/1"}
    assert settings().full()["punt_cap"] == "1/2"
    assert settings(punt_cap="1/1", miss=1, one_pays=1).full()["punt_cap"] == "1/1"


def test_numbers_that_prop_odds_does_not_name_keep_their_odds() -> None:
    assert settings(prop_odds={"6": "6/5"}).prop_odds == (
        odds(1, 1), odds(3, 2), odds(3, 2), odds(3, 2), odds(3, 2), odds(6, 5),
    )  # fmt: skip
    assert settings(preset="die_rich", prop_odds={"6": "6/2"}).prop_odds == (*[odds(4, 1)] * 5, odds(3, 1))
    named = settings(prop_odds={"6": "6/5"})
    assert settings(**named.differences()) == named


@pytest.mark.parametrize(
    "raw",
    [
        {"preset": "craps"},
        {"bank": "pit"},
        {"bank": None},
        {"six_pays": 0},
        {"six_pays": 1.0},
        {"six_pays": True},
        {"miss": -1},
        {"one_pays": 101},
        {"one_loses_later": 1},
        {"prop_scope": "any"},
        {"takes": [2, 1]},
        {"takes": [2, 1, 2, 1]},
        {"takes": [2, 0, 2]},
        {"takes": [2, True, 2]},
        {"takes": [2, 101, 2]},
        {"takes": "212"},
        {"takes": {"1": 2}},
        {"punt_cap": "3/2"},
        {"punt_cap": "0/2"},
        {"punt_cap": "1/0"},
        {"punt_cap": "1"},
        {"punt_cap": "½"},
        {"punt_cap": "١/٢"},
        {"punt_cap": " 1/2"},
        {"punt_cap": "1/2\n"},
        {"punt_cap": 0.5},
        {"punt_cap": None},
        {"punt_cap": "1/99999"},
        {"prop_odds": {"7": "1/1"}},
        {"prop_odds": {"0": "1/1"}},
        {"prop_odds": {1: "1/1"}},
        {"prop_odds": {"1": "1:1"}},
        {"prop_odds": {"1": 1}},
        {"prop_odds": {"1": None}},
        {"prop_odds": [["1", "1/1"]]},
        {"prop_odds": None},
        {"prop_odds": "1/1"},
    ],
    ids=repr,
)
def test_a_value_of_another_kind_is_refused_by_its_name(raw: dict[str, Any]) -> None:
    refused = refusal(**raw)
    assert refused.code == "setting_wrong"
    assert refused.facts["name"] == next(iter(raw))


def test_a_house_bank_whose_own_side_loses_is_refused_when_it_is_saved() -> None:
    """The seed's line with the miss of die_rich: without the later 1 it turns to the thrower's side."""
    assert line_of(miss=1).expectation == Fraction(-1, 12)
    refused = unlivable(bank="house", miss=1)
    assert (refused.code, refused.facts["edge"]) == ("house_edge", "1/12")
    assert unlivable(bank="house", preset="die_rich", six_pays=2).code == "house_edge"
    for fine in ({"miss": 1}, {"bank": "house"}, {"bank": "house", "preset": "die_rich"}):
        assert livable(ZAR, settings(**fine))


def test_a_house_bank_whose_side_is_even_is_not_refused() -> None:
    even: dict[str, Any] = {"preset": "die_rich", "bank": "house", "takes": [1, 3, 2]}
    assert line_of(**even).house == 0
    assert livable(ZAR, settings(**even))
    assert unlivable(**{**even, "takes": [2, 3, 2]}).code == "house_edge"


def test_a_round_on_settings_that_no_house_would_save_now_still_replays() -> None:
    assert settings(bank="house", miss=1).house_banks


@pytest.mark.parametrize(
    "raw",
    [{"miss": 3}, {"one_pays": 3}, {"punt_cap": "1/1"}, {"punt_cap": "2/3"}, {"preset": "die_rich", "one_pays": 3}],
    ids=repr,
)
def test_a_cap_that_does_not_cover_what_a_punt_may_cost_is_refused(raw: dict[str, Any]) -> None:
    refused = refusal(**raw)
    assert refused.code == "cap_short"
    mended = {**raw, "punt_cap": f"1/{refused.facts['stakes']}"}
    assert settings(**mended).punt_cap == Fraction(1, int(str(refused.facts["stakes"])))


def test_a_house_bank_has_no_punt_to_cap() -> None:
    assert settings(bank="house", miss=3).miss == 3


@pytest.mark.parametrize(
    ("raw", "number", "edge"),
    [
        ({"prop_odds": {"6": "3/2"}}, 6, "1/324"),
        ({"prop_odds": {"2": "2/1"}}, 2, "1/36"),
        ({"preset": "die_rich", "prop_odds": {"4": "11/2"}}, 4, "1/12"),
        ({"preset": "die_rich", "prop_scope": "round"}, 1, "163/162"),
    ],
    ids=repr,
)
def test_a_proposition_that_its_player_wins_on_average_is_refused_when_it_is_saved(
    raw: dict[str, Any], number: int, edge: str
) -> None:
    refused = unlivable(**raw)
    assert (refused.code, refused.facts) == ("player_edge", {"bet": f"prop {number}", "edge": edge})
    refused = unlivable(**raw, bank="house")
    assert (refused.code, refused.facts) == ("house_edge", {"bet": f"prop {number}", "edge": edge})


def test_a_fair_proposition_is_not_refused() -> None:
    assert livable(ZAR, settings(preset="die_rich", prop_odds={"4": "5/1"}))
