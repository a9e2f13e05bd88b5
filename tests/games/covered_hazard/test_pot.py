"""The pot: the house's fee on it, and its split among the coverers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.engine.pot import PotSettings, fee, split
from tests.games.covered_hazard.table import SEVEN, cover, named, net, play, stake, throw

ACCOUNTING = Path(__file__).parents[2] / "vectors" / "accounting.jsonl"
OUT = throw(2)


def test_fee_1_the_known_answers() -> None:
    (known,) = [record for line in ACCOUNTING.read_text().splitlines() if (record := json.loads(line))["id"] == "fee-1"]
    settings = PotSettings.read({name: known[name] for name in ("fee_percent", "fee_cap", "fee_min_pot")})
    assert [fee(pot, settings) for pot in known["pots"]] == known["expect"]["fees"]


@pytest.mark.parametrize(
    ("pot", "settings", "taken"),
    [
        (99, {"fee_percent": 1}, 0),
        (20, {"fee_percent": 5, "fee_flat": 2}, 3),
        (20, {"fee_percent": 5, "fee_flat": 2, "fee_cap": 2}, 2),
        (20, {"fee_flat": 50}, 20),
        (20, {"fee_flat": 50, "fee_cap": 0}, 0),
        (20, {"fee_flat": 2, "fee_min_pot": 20}, 2),
        (19, {"fee_flat": 2, "fee_min_pot": 20}, 0),
        (20, {"fee_percent": 100}, 20),
        (10**30, {"fee_percent": 33}, 33 * 10**28),
    ],
)
def test_the_fee_is_per_cent_and_flat_within_cap_smallest_pot_and_pot(
    pot: int, settings: dict[str, Any], taken: int
) -> None:
    assert fee(pot, PotSettings.read(settings)) == taken


@pytest.mark.parametrize(
    ("chips", "weights", "parts"),
    [
        (30_300, (1, 1, 1), [10_100, 10_100, 10_100]),
        (100, (1, 1, 1), [34, 33, 33]),
        (20, (1, 1, 1), [7, 7, 6]),
        (19, (4, 6), [8, 11]),
        (0, (4, 6), [0, 0]),
        (1, (1, 2, 2), [0, 1, 0]),
        (10**30 + 1, (1, 1), [5 * 10**29 + 1, 5 * 10**29]),
    ],
)
def test_B21_a_split_adds_up_and_odd_chips_go_by_largest_remainder(
    chips: int, weights: tuple[int, ...], parts: list[int]
) -> None:
    assert split(chips, weights) == parts


@pytest.mark.parametrize("chips", range(40))
@pytest.mark.parametrize("weights", [(1,), (3, 3, 1), (5, 5, 5, 1), (2, 7, 1, 1)])
def test_B21_no_part_is_a_chip_or_more_off_its_proportion(chips: int, weights: tuple[int, ...]) -> None:
    parts = split(chips, weights)
    assert sum(parts) == chips
    for part, weight in zip(parts, weights, strict=True):
        assert abs(part * sum(weights) - chips * weight) < sum(weights)


def test_A24_the_fee_is_rounded_down_and_the_rest_split_on_the_covers() -> None:
    """Pot 20 at 5 %: fee 1, and 19 split on covers of 4 and 6 as 8 and 11."""
    round_ = play(SEVEN, stake(10), cover(4), cover(6, "C"), OUT, fee_percent=5)
    assert net(round_) == {"A": -10, "B": 4, "C": 5, "house": 1}
    assert sum(net(round_).values()) == 0


def test_odd_chips_go_by_seat_from_the_casters_left_not_by_who_covered_first() -> None:
    seats, start = ("A", "B", "C", "D"), {"caster": "C"}
    covers = (cover(5, "B"), cover(5, "A"), cover(5, "D"))
    round_ = play(named(7, "C"), stake(15, "C"), *covers, OUT, seats=seats, start=start, fee_flat=1)
    assert net(round_) == {"C": -15, "D": 5, "A": 5, "B": 4, "house": 1}


def test_who_covers_twice_shares_as_if_he_had_covered_once() -> None:
    covers = (cover(2), cover(6, "C"), cover(2))
    assert net(play(SEVEN, stake(10), *covers, OUT, fee_percent=5)) == {"A": -10, "B": 4, "C": 5, "house": 1}


def test_the_caster_takes_the_pot_less_the_fee() -> None:
    assert net(play(SEVEN, stake(10), cover(10), throw(7), fee_percent=10)) == {"A": 8, "B": -10, "house": 2}


def test_the_fee_is_on_what_is_played_for_not_on_what_went_back() -> None:
    assert net(play(SEVEN, stake(100), cover(10), throw(7), fee_percent=10)) == {"A": 8, "B": -10, "house": 2}


def test_a_fee_of_the_whole_pot_leaves_the_winner_nothing() -> None:
    for total in (7, 2):
        assert net(play(SEVEN, stake(10), cover(10), throw(total), fee_flat=50)) == {"A": -10, "B": -10, "house": 20}


def test_no_fee_from_a_void_round() -> None:
    assert net(play(SEVEN, stake(10), cover(4), OUT, fee_flat=1, short_cover="void")) == {}
