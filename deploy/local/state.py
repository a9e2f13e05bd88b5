"""Where one stack keeps what it has: data, secrets, logs, and a short private folder for its sockets."""

import base64
import hashlib
import os
import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from casino.fairness.entropy import draw
from deploy.local.refusal import Refusal

CHECKOUT: Final = Path(__file__).resolve().parents[2]
# sun_path holds 108 bytes with the closing zero (unix(7)); the longest name we put in is /.s.PGSQL.5432.lock.
_LONGEST_SOCKET_FOLDER: Final = 107 - len("/.s.PGSQL.5432.lock")

_REMEDY: Final = "set HOUSE_STATE to a folder of your own, or run as its owner"


def default_root() -> Path:
    """The state folder: $HOUSE_STATE, else `var` in the checkout."""
    return Path(os.environ.get("HOUSE_STATE", "").strip() or CHECKOUT / "var").absolute()


@dataclass(frozen=True)
class State:
    """One stack's folders. All are 0700 and belong to the user who runs the stack."""

    root: Path
    sockets: Path

    @property
    def secrets(self) -> Path:
        return self.root / "secrets"

    @property
    def log(self) -> Path:
        return self.root / "log"

    def secret(self, name: str) -> str:
        """The random text of 64 URL-safe characters kept under `name`, made at its first use."""
        return self.secret_bytes(name, lambda: base64.urlsafe_b64encode(draw(48))).decode()

    def secret_bytes(self, name: str, make: Callable[[], bytes]) -> bytes:
        """The bytes kept under `name` among the secrets, made at their first use, never seen half-written."""
        path = self.secrets / name
        path.parent.mkdir(mode=0o700, exist_ok=True)
        if not path.exists():
            draft = path.with_name(f".{path.name}.{os.getpid()}")
            with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                file.write(make())
            try:
                os.link(draft, path)
            except FileExistsError:
                pass  # another process was first: its secret is the one that counts
            finally:
                draft.unlink()
        return path.read_bytes()


def open_state(root: Path) -> State:
    """The state in `root`, its folders made where missing. Refusal if `root` belongs to another user."""
    root = root.absolute()
    _own_folder(root, _REMEDY)
    state = State(root, _socket_folder(root))
    for folder in (state.secrets, state.log):
        _own_folder(folder, "run as its owner")
    return state


def _own_folder(folder: Path, remedy: str) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        seen = folder.stat()
    except OSError as error:
        raise Refusal(f"can't use the folder {folder}: {error.strerror}; {remedy}") from error
    if seen.st_uid != os.geteuid():
        raise Refusal(f"the folder {folder} belongs to user {seen.st_uid}, not to you ({os.geteuid()}); {remedy}")
    if stat.S_IMODE(seen.st_mode) & 0o077:
        _close(folder, remedy)


def _close(folder: Path, remedy: str) -> None:
    """Make a folder private, if it is empty or a stack's: /tmp or a home closed by mistake would stop a machine."""
    try:
        if any(folder.iterdir()) and not (folder / "secrets").is_dir() and folder.name not in ("secrets", "log"):
            raise Refusal(f"the folder {folder} is open to others and holds other things than a stack's; {remedy}")
        folder.chmod(0o700)
    except OSError as error:
        raise Refusal(f"can't use the folder {folder}: {error.strerror}; {remedy}") from error


def _socket_folder(root: Path) -> Path:
    """A folder with a path short enough for sockets, written down so that every caller finds it."""
    note = root / "sockets"
    if note.exists():
        noted = Path(note.read_text().strip())
        if _is_private(noted):
            return noted
    key = hashlib.sha256(os.fsencode(root.resolve())).hexdigest()[:12]
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    parents = [Path(runtime)] if runtime and Path(runtime).is_dir() and os.access(runtime, os.W_OK | os.X_OK) else []
    for parent in (*parents, Path("/tmp")):  # noqa: S108 (0700, and its owner is checked)
        folder = parent / f"hazard-house-{os.geteuid()}-{key}"
        if len(os.fsencode(folder)) > _LONGEST_SOCKET_FOLDER:
            continue
        folder.mkdir(mode=0o700, exist_ok=True)
        if not _is_private(folder):
            raise Refusal(
                f"{folder} is not a private folder of yours; somebody else made it: remove it and start again"
            )
        draft = note.with_name(f".sockets.{os.getpid()}")
        try:
            draft.write_text(f"{folder}\n")
            draft.replace(note)
        except OSError as error:
            raise Refusal(f"can't write in {root}: {error.strerror}; {_REMEDY}") from error
        return folder
    raise Refusal("no short folder for sockets: /tmp is missing or not writable")


def _is_private(folder: Path) -> bool:
    try:
        seen = folder.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(seen.st_mode) and seen.st_uid == os.geteuid() and not stat.S_IMODE(seen.st_mode) & 0o077
