"""What all tests share: the databases of tests/databases.py."""

from hypothesis import settings

# A deadline would make a busy machine a failed test; what takes long is measured in tests/bench.
settings.register_profile("house", deadline=None)
settings.load_profile("house")

pytest_plugins = ["tests.databases"]
