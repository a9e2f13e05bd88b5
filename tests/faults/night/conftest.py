"""The stage of the tasks' tests, for faults."""

from tests.casino.conftest import house, servers
from tests.casino.tasks.conftest import played, send, stage

__all__ = ["house", "played", "send", "servers", "stage"]
