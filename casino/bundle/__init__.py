"""Export bundles: a day's transfers, rounds and dice in one folder, and the verifier over it (see README)."""
