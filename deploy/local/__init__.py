"""The embedded stack: PostgreSQL and Valkey from wheels and the house's own processes, on one Linux machine."""
