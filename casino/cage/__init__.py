"""Vault, windows, slips, buy-in and cash-out (see README)."""
