"""Zar, one die and a bank that goes round, and its ancestor Die Rich. README.md beside this file has the rules."""

from games.zar.rules import Zar

EDITIONS = (Zar(),)
