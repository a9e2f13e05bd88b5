"""Find a suitable Python and let it make the checkout's environment: bootstrap.py runtime|development.

The first line printed says which Python is needed and which was found. $HOUSE_PYTHON names the one to use;
without it an environment that is there already decides, else the newest on PATH that really runs (a version
switcher's stand-in may be on PATH and fail). This file must stay readable for Python 3.6, so that an old
one can say so.
"""

import os
import subprocess
import sys

OLDEST = (3, 11)
NEWEST = (3, 15)
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_ASK = "import sys; print('%d.%d.%d' % sys.version_info[:3], sys.version_info.releaselevel, sys.executable)"


def ask(python: str) -> "tuple[tuple[int, ...], str] | None":
    """Version and real path of an interpreter; None if it doesn't run or isn't a finished release."""
    try:
        answer = subprocess.check_output([python, "-I", "-c", _ASK], stderr=subprocess.DEVNULL, timeout=10)
    except (OSError, subprocess.SubprocessError):
        return None
    version, level, path = answer.decode().strip().split(" ", 2)
    return (tuple(int(part) for part in version.split(".")), path) if level == "final" else None


def on_path() -> "list[str]":
    """Every interpreter on PATH by name, the newest names first, plain `python3` and the present one last."""
    names = [f"python3.{minor}" for minor in range(NEWEST[1], OLDEST[1] - 1, -1)] + ["python3"]
    folders = [folder for folder in os.environ.get("PATH", os.defpath).split(os.pathsep) if folder]
    found = [os.path.join(folder, name) for name in names for folder in folders]
    return [path for path in found if os.access(path, os.X_OK)] + [sys.executable]


def choose() -> "tuple[tuple[int, ...], str] | None":
    """The interpreter to use, or the best of the unsuitable ones, or None."""
    if os.environ.get("HOUSE_PYTHON"):
        return ask(os.environ["HOUSE_PYTHON"])
    made = os.path.join(ROOT, ".venv", "bin", "python")
    best = None
    for path in [made, *on_path()]:
        found = ask(path) if os.access(path, os.X_OK) else None
        if found is None:
            continue
        if found[0] >= OLDEST:
            return found
        best = max(best or found, found)
    return best


def main() -> int:
    """Say what is needed and found; 1 if that doesn't fit, else what the environment's making returns."""
    found = choose()
    version = "{}.{}.{} ({})".format(*found[0], found[1]) if found else "none that runs"
    print(f"Hazard House needs Python {OLDEST[0]}.{OLDEST[1]} or newer; found {version}", flush=True)
    if found is None or found[0] < OLDEST:
        print(f"Install python3.{OLDEST[1]} or newer, or set HOUSE_PYTHON to one.", file=sys.stderr)
        return 1
    environment = os.path.join(ROOT, "deploy", "environment.py")
    return subprocess.call([found[1], "-I", environment, *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
