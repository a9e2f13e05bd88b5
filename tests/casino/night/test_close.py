"""A night closes end to end, here without Celery: the parts and the report are plain functions."""

from casino.night.close import close_night
from casino.night.parts import reconcile
from casino.night.progress import progress, report, tables_of
from casino.night.report import finish
from tests.casino.night.evening import DAY, LATE, Evening, use


def close(evening: Evening, key: str = "k") -> str | None:
    """The whole night in this process."""
    close_night(day=DAY, key=key, actor="house", at=LATE)
    use(evening.house, "worker")
    night = progress(DAY).night
    for table in tables_of(night):
        reconcile(night, table)
    return finish(night)


def test_a_played_night_reconciles_and_its_figures_foot(played: Evening) -> None:
    assert close(played) == "reconciled"
    figures = report(DAY).figures
    assert figures["exceptions"] == []
    assert [table["table"] for table in figures["tables"]] == ["H1", "H2"]
