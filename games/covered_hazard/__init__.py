"""Hazard among the players: they cover the caster. README.md beside this file has the rules."""

from games.covered_hazard.rules import CoveredHazard

EDITIONS = (CoveredHazard(),)
