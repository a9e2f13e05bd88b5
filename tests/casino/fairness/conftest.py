"""The fairness tests play at tables as the night's do."""

from tests.casino.night.conftest import evening

__all__ = ["evening"]
