"""A database that is away for a moment: the task is tried again, its effects being keyed it can't do anything twice."""

from typing import Any, Final

from django.db import InterfaceError, OperationalError

AGAIN: Final[dict[str, Any]] = {
    "autoretry_for": (OperationalError, InterfaceError),
    "retry_backoff": 1,
    "retry_backoff_max": 30,
    "retry_jitter": False,
    "max_retries": 6,
}
"""Options of a task: six tries within a minute; then the tick asks again when the lease has run out."""
