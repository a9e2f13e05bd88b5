"""The gaming day, around its cut, clock changes and years."""

import json
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.cage import exchange
from casino.day import DayRule, gaming_day, interval
from casino.people.actors import staff
from casino.profile import versions
from casino.profile.ready import ready
from tests.casino.world import House

LONDON = DayRule(ZoneInfo("Europe/London"), time(6))
VECTORS = [
    json.loads(line) for line in (Path(__file__).parents[2] / "vectors" / "accounting.jsonl").read_text().splitlines()
]
DAYS = [vector for vector in VECTORS if vector["id"].startswith("day-")]


@pytest.mark.parametrize("vector", DAYS, ids=lambda vector: vector["id"])
def test_known_answers(vector: dict[str, str]) -> None:
    rule = DayRule(ZoneInfo(vector["zone"]), time.fromisoformat(vector["start"]))
    expected: dict[str, str] = vector["expect"]  # type: ignore[assignment]
    assert gaming_day(rule, datetime.fromisoformat(vector["instant"])).isoformat() == expected["gaming_day"]


@pytest.mark.parametrize(
    ("instant", "day"),
    [
        ("2026-06-16T04:59:59.999Z", "2026-06-15"),
        ("2026-06-16T05:00:00Z", "2026-06-16"),
        ("2026-12-16T05:59:59.999Z", "2026-12-15"),
        ("2026-12-16T06:00:00Z", "2026-12-16"),
        ("2026-06-15T23:30:00Z", "2026-06-15"),
    ],
)
def test_D09_the_cut_is_six_local_time_summer_and_winter(instant: str, day: str) -> None:
    assert gaming_day(LONDON, datetime.fromisoformat(instant)).isoformat() == day


def test_D17_new_years_night_belongs_to_the_old_year() -> None:
    assert gaming_day(LONDON, datetime(2027, 1, 1, 0, 30, tzinfo=UTC)) == date(2026, 12, 31)
    assert gaming_day(LONDON, datetime(2027, 1, 1, 6, 30, tzinfo=UTC)) == date(2027, 1, 1)


@pytest.mark.parametrize(
    ("zone", "day", "hours"),
    [
        ("Europe/London", date(2026, 3, 28), 23),
        ("Europe/London", date(2026, 10, 24), 25),
        ("America/Los_Angeles", date(2026, 3, 7), 23),
        ("America/Los_Angeles", date(2026, 10, 31), 25),
        ("Australia/Sydney", date(2026, 4, 4), 25),
        ("Australia/Sydney", date(2026, 10, 3), 23),
        ("Europe/London", date(2026, 6, 15), 24),
    ],
)
def test_a_day_is_as_long_as_its_clock_change_makes_it(zone: str, day: date, hours: int) -> None:
    begin, end = interval(DayRule(ZoneInfo(zone), time(6)), day)
    assert end - begin == timedelta(hours=hours)


@given(
    st.integers(1_577_836_800, 2_051_222_400).map(lambda seconds: datetime.fromtimestamp(seconds, UTC)),
    st.sampled_from(["Europe/London", "America/Los_Angeles", "Australia/Lord_Howe", "America/Sao_Paulo"]),
    st.times(),
)
def test_every_instant_lies_in_exactly_its_own_day(at: datetime, zone: str, start: time) -> None:
    rule = DayRule(ZoneInfo(zone), start.replace(second=0, microsecond=0))
    day = gaming_day(rule, at)
    begin, end = interval(rule, day)
    assert begin <= at < end
    assert interval(rule, day + timedelta(days=1))[0] == end


def test_a_naive_instant_is_refused() -> None:
    with pytest.raises(ValueError, match="aware"):
        gaming_day(LONDON, datetime(2026, 6, 15))  # noqa: DTZ001 - the naive one is the point


@pytest.mark.parametrize(
    ("zone", "day", "hours"),
    [
        ("Europe/London", date(2026, 10, 24), 25),
        ("America/Los_Angeles", date(2027, 3, 13), 23),
        ("Australia/Sydney", date(2027, 4, 3), 25),
        ("Australia/Sydney", date(2026, 10, 3), 23),
    ],
)
def test_a_table_worked_through_a_clock_change_stays_in_its_night_and_the_next_act_is_the_next_days(
    house: House, zone: str, day: date, hours: int
) -> None:
    versions.make(data=ready(zone=zone), actor=None, at=house.now(), reason="another zone")
    house.everybody()
    begin, end = interval(DayRule(ZoneInfo(zone), time(6)), day)
    assert end - begin == timedelta(hours=hours)
    house.at = begin + timedelta(hours=12)
    house.stock(chips={10000: 10})
    house.table()
    house.open()
    house.opener({})
    house.at = end - timedelta(seconds=30)
    filled = house.done("fill", {10000: 5})
    assert buy(house) == day.isoformat()
    house.at = end - timedelta(seconds=1)
    assert buy(house) == (day + timedelta(days=1)).isoformat()
    with house.owner() as owner:
        assert owner.execute("select day from pit_shift").fetchall() == [(day,)]
        posted = owner.execute("select period from ledger_posting where scope = %s", [f"slip:{filled.slip}"])
        assert posted.fetchall() == [(day,)]


def buy(house: House) -> str:
    """The gaming day of a buy-in a second from now."""
    bought = exchange.buy_in_at_window(
        key=house.key(), player=house.player(), window=1, amount=10_000, actor=staff(house.cashier), at=house.now()
    )
    return bought.day
