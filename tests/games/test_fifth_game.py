"""A fifth game is a folder: found, played under every law, replayed and solved without another edit."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from games import Refused, discover, find
from games.__main__ import main
from games.engine.catalogue import AnyGame
from games.engine.edges import edges, livable
from games.engine.records import record
from games.engine.replay import replay
from tests.games import test_laws
from tests.games.fifth.folder import a_fifth_game

LAWS = [law for name, law in vars(test_laws).items() if name.startswith("test_")]


@pytest.fixture
def fifth() -> Iterator[AnyGame]:
    before = set(discover())
    with a_fifth_game() as name:
        assert set(discover()) == {*before, name}
        yield find(name)
    assert set(discover()) == before


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_it_keeps_every_law(fifth: AnyGame, law: Callable[..., None]) -> None:
    law(game=fifth)


def test_its_rounds_replay_from_their_records(
    fifth: AnyGame, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bets = [{"bet": 10, "on": 6, "by": "A"}, {"bet": 5, "on": 1, "by": "B"}, {"bet": 1, "on": 7, "by": "B"}]
    written = record(
        record_id="c-1",
        game=fifth.name,
        edition=fifth.edition,
        settings={},
        seats=["A", "B"],
        purses={"A": 100, "B": 100},
        start=None,
        events=[{"throw": [1, 2, 3]}, *bets, {"throw": [6, 2, 6]}],
    )
    assert written["expect"]["net"] == {"A": 20, "B": -5, "house": -15}
    assert written["expect"]["refused"] == [0, 3]
    assert written["expect"]["next"]["thrower"] == "B"
    line = json.dumps(written)
    assert list(replay([line.encode()])) == [("c-1", [])]
    (tmp_path / "rounds.jsonl").write_text(line)
    assert main(["replay", str(tmp_path / "rounds.jsonl")]) == 0
    assert capsys.readouterr().out == "1 passed, 0 failed\n"


def test_its_edge_is_17_of_216_and_an_edge_for_the_player_is_refused(fifth: AnyGame) -> None:
    found = livable(fifth, fifth.settings({}))
    assert [line.on for line in found] == [1, 2, 3, 4, 5, 6]
    assert {line.house for line in found} == {Fraction(17, 216)}
    assert {line.dearest for line in edges(fifth, fifth.settings({"triple": 10}))} == {10}
    with pytest.raises(Refused) as refused:
        livable(fifth, fifth.settings({"triple": 30}))
    assert refused.value.code == "house_edge"
    assert "bet 1" in refused.value.sentence


def test_its_bank_and_seats_can_lose_what_is_reserved_for_them_and_no_more(fifth: AnyGame) -> None:
    state = fifth.open(fifth.settings({}), ["A", "B"])
    for number in range(1, 7):
        state = fifth.apply(state, {"bet": 10, "on": number, "by": "A"}, {"A": 100}).state
    assert fifth.exposure(state) == {"A": 20}, "of all six numbers three always win"
    state = fifth.apply(state, {"bet": 10, "on": 6, "by": "B"}, {"B": 100}).state
    assert fifth.exposure(state) == {"A": 20, "B": 10, "house": 30 - 20}
