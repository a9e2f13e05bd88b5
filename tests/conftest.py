"""What all tests share: the databases of tests/databases.py."""

pytest_plugins = ["tests.databases"]
