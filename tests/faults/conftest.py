"""The sockets of a module's stacks lie in one folder, which goes with the module."""

import tempfile
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="module", autouse=True)
def _sockets_in_one_folder() -> Iterator[None]:
    # Not for the whole run: the servers that all tests share must not have theirs in it.
    with (
        tempfile.TemporaryDirectory(prefix="house-", dir="/tmp", ignore_cleanup_errors=True) as folder,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setenv("XDG_RUNTIME_DIR", folder)
        yield
