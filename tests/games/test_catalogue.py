"""Games are found by being there."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import games
from games import Refused, discover, find

COIN = """
from games.hazard.rules import Hazard

class Coin(Hazard):
    name = "{name}"
    edition = "{edition}"

EDITIONS = ({editions},)
"""


@pytest.fixture
def added(tmp_path: Path) -> Iterator[Path]:
    """A second folder of games, as a folder added beside the others would be."""
    games.__path__.append(str(tmp_path))
    yield tmp_path
    games.__path__.remove(str(tmp_path))
    for name in [name for name in sys.modules if name.startswith(("games.coin", "games.misnamed"))]:
        del sys.modules[name]


def put(folder: Path, name: str, calls_itself: str | None = None) -> None:
    (folder / name).mkdir()
    text = COIN.format(
        name=calls_itself or name, edition="1", editions='Coin(), type("Second", (Coin,), {"edition": "2"})()'
    )
    (folder / name / "__init__.py").write_text(text)


def test_a_folder_added_while_running_is_a_game(added: Path) -> None:
    assert "coin" not in discover()
    with pytest.raises(Refused) as refused:
        find("coin")
    assert refused.value.code == "game_unknown"
    put(added, "coin")
    assert find("coin").edition == "2"
    assert find("coin", "1").edition == "1"
    assert discover()["coin"] is find("coin")
    with pytest.raises(Refused) as refused:
        find("coin", "3")
    assert refused.value.code == "edition_unknown"


def test_a_folder_whose_game_has_another_name_is_an_error_that_says_so(added: Path) -> None:
    put(added, "misnamed", calls_itself="other")
    with pytest.raises(RuntimeError, match="name it as its folder"):
        discover()


@pytest.mark.parametrize(
    "name", ["engine", "fair", "engine.game", "../hazard", "", "Hazard", "hazard\n", "hazard\0", None, 7]
)
def test_what_is_no_game_is_refused(name: str) -> None:
    with pytest.raises(Refused) as refused:
        find(name)
    assert refused.value.code == "game_unknown"
