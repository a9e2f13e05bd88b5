"""Backups of the house's books, and their restoring to another server, which always ends in a check."""
