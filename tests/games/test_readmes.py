"""What a game's README says is so: its odds are the solver's, its rounds play as told, no setting is left out."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import games
from games import discover, find
from games.__main__ import odds_of
from games.engine.replay import differences

ODDS = re.compile(r"<!-- python -m games odds ([^\n]+) -->\n(.*?)<!-- end -->", re.DOTALL)
ROUNDS = re.compile(r"```json\n(.*?)```", re.DOTALL)
GAMES = sorted(discover())


def readme(name: str) -> str:
    return (Path(games.__file__).parent / name / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_the_odds_tables_are_what_the_solver_makes_of_these_rules(name: str) -> None:
    found = ODDS.findall(readme(name))
    assert found, f"games/{name}/README.md has no odds table: put what `python -m games odds {name}` prints there"
    for command, table in found:
        game, *settings = command.split()
        assert game == name
        assert table == odds_of(game, settings) + "\n", f"print `python -m games odds {command}` there again"


@pytest.mark.parametrize("name", GAMES)
def test_the_rounds_told_play_as_told(name: str) -> None:
    records = [json.loads(line) for block in ROUNDS.findall(readme(name)) for line in block.splitlines()]
    assert len(records) >= 2
    for record in records:
        assert record["game"] == name
        assert record["expect"]["net"] if record["expect"]["over"] else record["expect"]
        assert differences(record) == []


@pytest.mark.parametrize("name", GAMES)
def test_every_setting_is_named(name: str) -> None:
    text = readme(name)
    assert [setting for setting in find(name).settings_class.described() if f"`{setting}`" not in text] == []
