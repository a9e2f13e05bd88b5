"""Scheme dt1, the pure part: links of a chain, the players' mix, dice from bytes. Standard library only."""

from games.fair.dt1 import Malformed, chain, dice, link_before, message, mix

__all__ = ["Malformed", "chain", "dice", "link_before", "message", "mix"]
