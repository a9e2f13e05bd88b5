"""A floor of its own for each test."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import override_settings

from tests.casino.pit.floor import Floor, keeper
from tests.casino.world import House


@pytest.fixture
def floor(house: House, monkeypatch: pytest.MonkeyPatch) -> Iterator[Floor]:
    """A house with its keeper running; no table yet."""
    with tempfile.TemporaryDirectory(prefix="k", dir="/tmp") as folder:
        secrets = Path(house.addresses["HOUSE_SECRETS"])
        monkeypatch.setenv("KEEPER_SOCKET", os.path.join(folder, "k.sock"))
        with override_settings(HOUSE_SECRETS=secrets), keeper(house, Path(folder)):
            yield Floor(house)
