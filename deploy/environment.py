"""Make `.venv` from a hash-locked list: environment.py runtime|development. Run by bootstrap.py.

Standard library only. The environment is built anew whenever its list has changed, and counts as made only
once the stamp is in it, which is written last: an interrupted build is built again. pip's and uv's own
settings (indexes, certificates, proxies) are respected; what would narrow or redirect a locked list is
taken out of their way.
"""

import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
VENV: Final = ROOT / ".venv"
PYTHON: Final = VENV / "bin" / "python"
STAMP: Final = VENV / "hazard-house.stamp"
LISTS: Final = {"runtime": "requirements.lock", "development": "requirements-dev.lock"}
# The development list holds everything of the runtime list, in the same versions.
ENOUGH: Final = {"runtime": ("runtime", "development"), "development": ("development",)}


class Failure(Exception):
    """The environment can't be made; the text says why and what to do."""


def main(kind: str) -> int:
    """Bring `.venv` to the wanted list. 0 if it is there, 1 with one sentence if it can't be."""
    with _alone():
        if not is_made(kind):
            started = time.monotonic()
            try:
                _make(kind)
            except Failure as failure:
                print(failure, file=sys.stderr)
                return 1
            print(f"environment ready in {time.monotonic() - started:.1f} s", flush=True)
    return subprocess.call([PYTHON, "-m", "deploy.local.catalogues"], cwd=ROOT)


@contextmanager
def _alone() -> Iterator[None]:
    """One build at a time in a checkout."""
    folder = os.open(ROOT, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def _stamp(kind: str) -> str:
    listed = hashlib.sha256((ROOT / LISTS[kind]).read_bytes()).hexdigest()
    return f"{kind} {listed} {sys.version_info.major}.{sys.version_info.minor} {VENV}\n"


def is_made(kind: str) -> bool:
    try:
        stamp = STAMP.read_text()
        return stamp in map(_stamp, ENOUGH[kind]) and subprocess.call([PYTHON, "-c", ""]) == 0
    except OSError:
        return False


def _make(kind: str) -> None:
    base = Path(sys.base_prefix) / "bin" / f"python{sys.version_info.major}.{sys.version_info.minor}"
    _remove_old()
    uv = shutil.which("uv")
    if uv and _succeeds([uv, "venv", "--quiet", "--no-project", "--python", base, VENV]):
        print(f"installing the {kind} list with uv …", flush=True)
        if _install_with_uv(uv, kind):
            seal(kind)
            return
        print("uv couldn't; trying pip …", flush=True)
        _remove_old()
    _make_with_pip(base, kind)
    seal(kind)


def seal(kind: str) -> None:
    draft = STAMP.with_suffix(".new")
    draft.write_text(_stamp(kind))
    draft.replace(STAMP)


def _remove_old() -> None:
    """Take an unusable environment away, whoever made it."""
    if VENV.is_symlink() or VENV.is_file():
        VENV.unlink()
    try:
        shutil.rmtree(VENV)
    except FileNotFoundError:
        pass
    except OSError as error:
        raise Failure(f"{VENV} is out of date and can't be removed ({error}); remove it and start again") from error


def _make_with_pip(base: Path, kind: str) -> None:
    try:
        subprocess.run([base, "-I", "-m", "venv", VENV], check=True, capture_output=True, text=True)
    except (OSError, subprocess.CalledProcessError) as error:
        detail = (getattr(error, "stdout", "") or str(error)).strip().splitlines()
        raise Failure(
            f"{base} can't make an environment ({detail[0] if detail else 'no reason given'}); install its "
            "venv module (on Debian: python3-venv) or uv, or set HOUSE_PYTHON to another Python"
        ) from error
    print(f"installing the {kind} list …", flush=True)
    if _install_uv() and _install_with_uv(str(VENV / "bin" / "uv"), kind, quiet=True):
        return
    print("with pip, which takes a minute or so …", flush=True)
    if not _install_with_pip(ROOT / LISTS[kind]):
        raise Failure(f"the {kind} list couldn't be installed; pip's own words are above")


def _install_uv() -> bool:
    """Let pip bring uv, by the hashes of the development list: the rest goes many times faster."""
    block = re.search(r"^uv==.*?(?=^\S)", (ROOT / LISTS["development"]).read_text(), re.MULTILINE | re.DOTALL)
    if block is None:
        return False
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as listed:
        listed.write(block[0])
        listed.flush()
        return _install_with_pip(Path(listed.name), quiet=True)


def _install_with_pip(listed: Path, *, quiet: bool = False) -> bool:
    command: list[str | Path] = [
        PYTHON,
        "-I",
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--no-input",
    ]
    command += ["--require-hashes", "--no-deps", "--only-binary", ":all:", "-r", listed]
    return _succeeds(command, quiet=quiet)


def _install_with_uv(uv: str, kind: str, *, quiet: bool = False) -> bool:
    command: list[str | Path] = [
        uv,
        "pip",
        "install",
        "--quiet",
        "--python",
        PYTHON,
        "--require-hashes",
        "--no-deps",
    ]
    command += ["--only-binary", ":all:", "-r", ROOT / LISTS[kind]]
    return _succeeds(command, quiet=quiet)


def _succeeds(command: list[str | Path], *, quiet: bool = False) -> bool:
    errors = subprocess.DEVNULL if quiet else None
    return subprocess.call(command, cwd=ROOT, env=_surroundings(), stdout=errors, stderr=errors) == 0


def _surroundings() -> dict[str, str]:
    """The user's environment, less what would change what a locked list means or where it goes."""
    redirects = (
        "UV_CONSTRAINT",
        "UV_OVERRIDE",
        "UV_BUILD_CONSTRAINT",
        "UV_TARGET",
        "UV_PROJECT",
        "PYTHONHOME",
    )
    kept = {name: value for name, value in os.environ.items() if name not in (*redirects, "PYTHONPATH")}
    # An empty file overrides a `constraint` of pip's settings files; an empty value would be passed over.
    kept.update(PIP_CONSTRAINT=os.devnull, PIP_BUILD_CONSTRAINT=os.devnull, PIP_USER="0", VIRTUAL_ENV=str(VENV))
    if "UV_CACHE_DIR" not in kept and not _can_write(Path(kept.get("XDG_CACHE_HOME") or Path.home() / ".cache")):
        kept["UV_NO_CACHE"] = "1"
    return kept


def _can_write(folder: Path) -> bool:
    """Whether files can be made in the folder, or the folder itself where it isn't there yet."""
    while not folder.exists():
        folder = folder.parent
    return os.access(folder, os.W_OK | os.X_OK)


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in LISTS:
        sys.exit("usage: bootstrap.py runtime|development")
    sys.exit(main(sys.argv[1]))
