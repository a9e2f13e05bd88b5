"""The ledger: chips and cash in double entry, append-only, with its invariants held by PostgreSQL."""
