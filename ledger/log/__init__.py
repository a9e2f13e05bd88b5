"""The log: every posting sealed into an append-only Merkle tree, provable outside the database (see README)."""
