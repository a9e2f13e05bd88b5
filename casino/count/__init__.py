"""Boxes, drop, blind counts (see README)."""
