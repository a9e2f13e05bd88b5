"""The exact odds at the doors: the command, its JSON, and settings that the house can't live with."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from casino.pit.odds import accepted, odds, plain
from casino.refusal import BadInput, Conflict, Refusal
from games import Refused
from tests.casino.pit.floor import Floor
from tests.games.fifth.folder import a_fifth_game


@pytest.fixture
def fifth() -> Iterator[str]:
    with a_fifth_game() as name:
        yield name


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    call_command("house_edges", *arguments)
    return capsys.readouterr().out


def test_house_edges_prints_fractions_and_percent(capsys: pytest.CaptureFixture[str]) -> None:
    printed = run(capsys, "hazard", "--setting", "main=seven")
    assert "| stake | 244/495 | 0 | 251/495 | -7/495 = -1.414 % | 7/495 = 1.414 % | 0.9999 | 1 | 1 |" in printed
    assert "| odds on 4, 10 | 1/3 | 0 | 2/3 | 0 | 0 | 1.4142 | 1 | 2 |" in printed


def test_house_edges_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    shown: dict[str, Any] = json.loads(
        run(capsys, "zar", "--setting", "preset=die_rich", "--setting", "bank=house", "--json")
    )
    assert shown["refused"] is None
    assert shown["bets"][0] == {
        "bet": "stake", "verb": "stake", "against": "house", "win": "65/162", "push": "0", "lose": "97/162",
        "player": "-1/27", "variance": "1079/729", "house": "1/27", "player_percent": "-3.704",
        "house_percent": "3.704", "deviation": "1.2166", "at_most_lost": "1", "at_most_won": "2",
    }  # fmt: skip


def test_where_people_decide_the_json_says_null(capsys: pytest.CaptureFixture[str]) -> None:
    (ante,) = json.loads(run(capsys, "ten_thousand", "--setting", "fee_percent=5", "--json"))["bets"]
    assert ante["house"] == "1/20"
    assert {ante[name] for name in ("win", "player", "deviation", "at_most_lost")} == {None}


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("roulette",), "no_such_game: The house has no game roulette; there are covered_hazard, hazard, "),
        (("hazard", "--setting", "main=eight"), "setting_wrong"),
        (("hazard", "--setting", "mian=seven"), "setting_unknown"),
        (("hazard", "--setting", "main"), "settings_shape"),
    ],
    ids=str,
)
def test_what_is_not_understood_exits_2_with_a_sentence(arguments: tuple[str, ...], code: str) -> None:
    with pytest.raises(CommandError, match=code) as refused:
        call_command("house_edges", *arguments)
    assert refused.value.returncode == 2


def test_edges_that_the_house_can_not_live_with_are_shown_and_exit_1(
    fifth: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        call_command("house_edges", fifth, "--setting", "triple=30")
    assert end.value.code == 1
    shown = capsys.readouterr()
    assert "player expects" in shown.out
    assert shown.err.startswith("house_edge: With these settings the house loses 5/108")


def test_settings_are_saved_as_what_differs_from_the_defaults(fifth: str) -> None:
    assert accepted("hazard", {"main": "seven", "losses_to_pass": 3}) == {"main": "seven"}
    with pytest.raises(Refused) as refused:
        accepted(fifth, {"triple": 30})
    assert refused.value.code == "house_edge"


def test_odds_refuse_in_the_houses_family_of_errors() -> None:
    with pytest.raises(BadInput):
        odds(game="roulette", settings={})
    with pytest.raises(Refusal) as refused:
        odds(game="hazard", settings={"main": 7})
    assert refused.value.code == "setting_wrong"
    assert [plain(row)["bet"] for row in odds(game="covered_hazard", settings={"main": "seven"})] == ["stake", "cover"]


def test_a_table_on_which_the_house_loses_is_not_set_up(floor: Floor, fifth: str) -> None:
    with pytest.raises(Conflict) as refused:
        floor.table("C1", fifth, triple=30)
    assert refused.value.code == "house_edge"
    assert floor.rows("select count(*) from pit_table") == [(0,)]


def test_a_fifth_game_plays_at_a_table_with_real_chips_and_no_edit(floor: Floor, fifth: str) -> None:
    floor.table("C1", fifth)
    floor.sit(100_000, table="C1")
    floor.act(1, {"bet": 10, "on": 6}, "C1")
    last = floor.throw("C1")
    won = (-10, 10, 20, 30)[last.faces.count(6)]
    assert last.over
    assert last.net == {"1": won, "house": -won}
    assert floor.house.balance(f"player:{floor.players[0]}") == 100_000 + 100 * won
    assert floor.house.balance("table:c1:layout") == floor.house.balance("table:c1:held") == 0
