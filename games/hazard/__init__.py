"""Hazard against the bank. README.md beside this file has the rules."""

from games.hazard.rules import Hazard

EDITIONS = (Hazard(),)
