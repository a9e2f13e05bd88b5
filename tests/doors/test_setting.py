"""A game's settings as a form: shown as people write them, read back to what they were."""

import pytest

from casino.console.setting import PREFIX, fields, read
from games import discover, find


@pytest.mark.parametrize("game", sorted(discover()))
def test_settings_that_are_not_touched_read_back_to_what_they_were(game: str) -> None:
    sent = {f"{PREFIX}{field.name}": field.value for field in fields(game, {})}
    assert find(game).settings(read(game, sent)) == find(game).settings({})


def test_no_setting_is_typed_in_brackets_or_quotes() -> None:
    shown = {field.name: field.value for game in discover() for field in fields(game, {})}
    assert shown["takes"] == "2, 1, 2"
    assert shown["punt_cap"] == "1/2"
    assert shown["take_over"] == "points: 1000, dice: 2"
    assert not [name for name, value in shown.items() if set(value) & set("[]{}\"'")]


@pytest.mark.parametrize(
    ("typed", "means"),
    [("3/4", "3/4"), ("all", "all"), ("500", 500), ("1, 2", [1, 2]), ("1: 1/1,2:3/2", {"1": "1/1", "2": "3/2"}),
     ('{"points": 5, "dice": 1}', {"points": 5, "dice": 1}), ("{", "{"), ("٣", "٣"), ("-1", "-1")],
)  # fmt: skip
def test_a_games_own_kinds_are_typed_plainly_or_as_json(typed: str, means: object) -> None:
    assert read("zar", {f"{PREFIX}takes": typed}) == {"takes": means}
