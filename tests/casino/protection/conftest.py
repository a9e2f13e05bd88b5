"""A floor of its own for each test."""

from tests.casino.pit.conftest import floor

__all__ = ["floor"]
