"""Celery's door: each task checks nothing but ids and calls one department function."""

from casino.tasks import export, fairness, night, relay

__all__ = ["export", "fairness", "night", "relay"]
