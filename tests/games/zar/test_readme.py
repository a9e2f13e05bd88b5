"""The README's rounds play as they are told, and its table of settings is the game's."""

from __future__ import annotations

import json
import re
from pathlib import Path

import games.zar
from games.engine.replay import differences
from tests.games.zar.table import ZAR

README = (Path(games.zar.__file__).parent / "README.md").read_text()


def test_both_played_examples_replay() -> None:
    records = [json.loads(line) for line in README.splitlines() if line.startswith('{"id"')]
    assert [(record["id"], differences(record)) for record in records] == [("four numbers", []), ("die rich", [])]


def test_the_table_of_settings_names_every_setting_with_its_default() -> None:
    told = dict(re.findall(r"^\| `(\w+)` \| [^|]+ \| ([^|]+) \|", README, re.MULTILINE))
    default = ZAR.settings({}).full()
    assert list(told) == list(default)
    plain = {name: value for name, value in default.items() if name != "prop_odds"}
    assert {name: told[name].strip("`") for name in plain} == {
        name: value if name in ("preset", "bank", "prop_scope") else json.dumps(value) for name, value in plain.items()
    }
