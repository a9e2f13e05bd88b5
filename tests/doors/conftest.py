"""The doors of a house of the test's own: real database, real keeper, requests through Django's whole stack."""

import pytest

from tests.casino.conftest import house, servers
from tests.casino.pit.conftest import floor
from tests.casino.pit.floor import Floor
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
