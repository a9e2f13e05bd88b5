"""The embedded stack: PostgreSQL, Valkey and the house's own processes on one Linux machine."""
