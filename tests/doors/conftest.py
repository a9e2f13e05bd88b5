"""The doors of a house of the test's own: real database, real keeper, requests through Django's whole stack."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import sync_playwright

from tests.casino.conftest import house, servers
from tests.casino.pit.conftest import floor
from tests.casino.pit.floor import Floor
from tests.doors.browsing import Site, chromium, desk, serving
from tests.doors.doors import Doors

__all__ = ["floor", "house", "servers"]


@pytest.fixture
def doors(floor: Floor) -> Doors:
    """A floor with the hazard table H1 open, counted and filled, two players with 1,000.00 each in seats 1 and 2."""
    floor.table(main="seven")
    floor.sit(100_000, 100_000)
    return Doors(floor)


@pytest.fixture
def empty(floor: Floor) -> Doors:
    """A floor without a table."""
    return Doors(floor)


@pytest.fixture
def site(doors: Doors) -> Iterator[Site]:
    """The console in Chromium: H1 open with two players, everybody hired."""
    doors.floor.house.everybody()
    with serving() as url, desk() as thread, sync_playwright() as playwright:
        browser = chromium(playwright)
        yield Site(url, doors, browser, thread)
        browser.close()
