"""The house's rules of work as versioned data (see README)."""
