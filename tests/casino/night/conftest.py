"""A night that was played, ready to be closed."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.casino.night.evening import Evening, keeping
from tests.casino.world import House


@pytest.fixture
def evening(house: House, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    """A house with a keeper and nobody at a table yet."""
    folder = Path(tempfile.mkdtemp(prefix="keeper-"))
    try:
        with keeping(house, folder / "socket", monkeypatch):
            yield Evening(house)
    finally:
        shutil.rmtree(folder)


@pytest.fixture
def played(evening: Evening) -> Evening:
    """Two tables, 40 throws each, closed and counted."""
    for table in ("H1", "H2"):
        evening.open(table)
        evening.play(table, 40)
        evening.close(table)
    return evening
