"""Celery's door: each task checks nothing but ids and calls one department function."""

from casino.tasks import fairness, night, relay

__all__ = ["fairness", "night", "relay"]
