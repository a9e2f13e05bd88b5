"""The house's own clock: what a tick asks for, what it leaves alone, what it takes up."""

from datetime import UTC, date, datetime, timedelta

import pytest

from casino.books import days
from casino.night import housekeeping
from casino.night.progress import progress
from casino.profile import versions
from casino.profile.ready import ready
from casino.refusal import Unavailable, Unknown
from tests.casino.night.evening import DAY, Evening, keeping, use
from tests.casino.night.played import socket_folder
from tests.casino.world import House

END = datetime(2026, 6, 16, 5, 0, tzinfo=UTC)


def lived_through(house: House, day: date, opened: datetime) -> None:
    """The books say that the day was opened at this instant."""
    with house.owner() as owner:
        owner.execute("alter table ledger_period_change disable trigger user")
        owner.execute("update ledger_period_change set changed_at = %s where day = %s", [opened, day])


def test_two_ticks_at_once_or_after_each_other_ask_for_a_day_once_and_only_when_it_is_over(played: House) -> None:
    lived_through(played, DAY, END - timedelta(hours=9))
    use(played, "worker")
    assert housekeeping.tick(END - timedelta(microseconds=1)).days == ()
    with pytest.raises(Unknown):
        progress(DAY)
    assert housekeeping.tick(END).days == (DAY,)
    assert housekeeping.tick(END).days == ()
    assert progress(DAY).parts == 3


def test_a_day_that_was_entered_after_its_end_is_left_to_whoever_enters_it(played: House) -> None:
    use(played, "worker")
    assert housekeeping.tick(END + timedelta(days=30)).days == ()
    assert days.state(DAY) == "open"


def test_a_day_with_open_tables_or_uncounted_boxes_is_given_three_hours(evening: Evening) -> None:
    evening.open("H1")
    evening.play("H1", 2)
    lived_through(evening.house, DAY, END - timedelta(hours=9))
    assert housekeeping.tick(END).days == ()
    assert days.state(DAY) == "open", "the tables may finish"
    assert housekeeping.tick(END + housekeeping.PATIENCE).days == ()
    assert days.state(DAY) == "closing", "no new stakes, and the table is asked to close"
    evening.close("H1", count_drop=False)
    assert housekeeping.tick(END + timedelta(hours=1)).days == (), "the boxes wait to be counted"
    assert housekeeping.tick(END + housekeeping.PATIENCE).days == (DAY,)


@pytest.mark.parametrize(
    ("day", "hours", "end"),
    [
        (date(2026, 3, 28), 23, datetime(2026, 3, 29, 5, 0, tzinfo=UTC)),
        (date(2026, 10, 24), 25, datetime(2026, 10, 25, 6, 0, tzinfo=UTC)),
        (date(2026, 12, 31), 24, datetime(2027, 1, 1, 6, 0, tzinfo=UTC)),
    ],
)
def test_F07_D09_a_day_of_23_or_25_hours_is_asked_for_at_its_own_end(
    house: House, day: date, hours: int, end: datetime
) -> None:
    days.ensure_open(day, "house")
    lived_through(house, day, end - timedelta(hours=hours))
    use(house, "worker")
    assert housekeeping.tick(end - timedelta(seconds=1)).days == ()
    assert housekeeping.tick(end).days == (day,)


def test_a_property_in_another_zone_has_its_own_end(house: House) -> None:
    versions.make(data=ready("default", zone="America/Los_Angeles"), actor=None, at=END, reason="moved west")
    days.ensure_open(DAY, "house")
    lived_through(house, DAY, END)
    use(house, "worker")
    assert housekeeping.tick(datetime(2026, 6, 16, 12, 59, tzinfo=UTC)).days == ()
    assert housekeeping.tick(datetime(2026, 6, 16, 13, 0, tzinfo=UTC)).days == (DAY,)


def test_a_throw_whose_bets_were_closed_is_finished_with_the_dice_it_would_have_had(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The keeper was away after CLOSE; its link is the same when it is back."""
    with socket_folder() as folder:
        evening = Evening(house)
        with keeping(house, folder / "one", monkeypatch):
            evening.open("H1")
            evening.lay("H1", "stake")
        monkeypatch.setenv("KEEPER_SOCKET", str(folder / "nobody"))
        with pytest.raises(Unavailable):
            evening.throw("H1")
        assert housekeeping.finish_throws() == 0, "too fresh: the dealer may still retry"
        with house.owner() as owner:
            owner.execute("alter table fairness_close disable trigger user")
            owner.execute("update fairness_close set recorded_at = recorded_at - interval '1 minute'")
        assert housekeeping.finish_throws() == 0, "nobody to ask for the link"
        use(house, "worker")
        with keeping(house, folder / "two", monkeypatch):
            assert housekeeping.finish_throws() == 1
            assert housekeeping.finish_throws() == 0
    with house.owner() as owner:
        assert owner.execute("select count(*) from fairness_throw").fetchone() == (1,)


def test_a_tick_reveals_the_roots_of_ended_shifts(evening: Evening) -> None:
    evening.open("H1")
    evening.play("H1", 2)
    use(evening.house, "worker")
    assert housekeeping.tick(END - timedelta(hours=1)).roots == 0
    use(evening.house, "web")
    evening.close("H1")
    use(evening.house, "worker")
    assert housekeeping.tick(END - timedelta(hours=1)).roots == 1
    assert housekeeping.tick(END - timedelta(hours=1)).roots == 0
