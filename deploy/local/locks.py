"""Locks on files in the state folder. The kernel frees them when their holder ends, however it ends."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

from deploy.local.refusal import Refusal


class AlreadyRunning(Refusal):
    """A supervisor runs on this state already."""

    exit_code = 3


class Hold:
    """An exclusive lock that stays with this process (its children don't inherit it) until released."""

    def __init__(self, path: Path) -> None:
        """Take the lock and write our process number into it; AlreadyRunning names the holder's."""
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            holder = os.read(self._file, 32).decode().strip() or "unknown"
            os.close(self._file)
            raise AlreadyRunning(
                f"already running on {path.parent} (process {holder}); `make down` ends it, "
                "HOUSE_STATE names another folder for a second one"
            ) from error
        os.ftruncate(self._file, 0)
        os.write(self._file, f"{os.getpid()}\n".encode())

    def __enter__(self) -> "Hold":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._file)


def holder(path: Path) -> int | None:
    """The process that holds the exclusive lock on `path`, None if nobody does."""
    try:
        file = os.open(path, os.O_RDWR | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        written = os.read(file, 32).decode().strip()
        return int(written) if written.isdigit() else 0
    finally:
        os.close(file)
    return None


@contextmanager
def using(path: Path) -> Iterator[None]:
    """Count this process among the users of what `path` stands for, waiting while it is being shut down."""
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(file, fcntl.LOCK_SH)
        yield
    finally:
        os.close(file)


class Unused:
    """Tells when the last user is gone; from then on new users wait until this process ends."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)

    def __call__(self) -> bool:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
