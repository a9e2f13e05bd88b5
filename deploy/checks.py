"""Every check that needs no test run: python -m deploy.checks. Failing ones are named at the end."""

import os
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from deploy.local.cluster import running
from deploy.local.state import CHECKOUT, default_root

_PROGRAMS: Final = Path(sys.executable).parent
_MYPY: Final = (str(_PROGRAMS / "mypy"), "--strict", "--cache-dir", os.devnull)
_MANAGE: Final = (sys.executable, "manage.py")
CHECKS: Final[Mapping[str, tuple[str, ...]]] = {
    "lint": (str(_PROGRAMS / "ruff"), "check", "."),
    "format": (str(_PROGRAMS / "ruff"), "format", "--check", "."),
    # Without a cache: the Django plug-in says other things over one that is half up to date.
    "types": (*_MYPY, "casino", "games", "ledger", "deploy", "tests"),
    "imports": (str(_PROGRAMS / "lint-imports"), "--no-cache"),
    "missing migrations": (*_MANAGE, "makemigrations", "--check", "--dry-run"),
    "dangerous migrations": (sys.executable, "-m", "deploy.migrations"),
    "django": (*_MANAGE, "check", "--fail-level", "WARNING"),
    "django in production": (*_MANAGE, "check", "--deploy", "--fail-level", "WARNING"),
}


def main() -> int:
    """Run every check and print what each says; 1 if any fails."""
    failed = []
    with running(default_root() / "checks") as connections:
        for name, command in CHECKS.items():
            started = time.monotonic()
            run = subprocess.run(command, cwd=CHECKOUT, env=_environment(name, connections), check=False)
            print(
                f"{name}: {'ok' if run.returncode == 0 else 'FAILED'} ({time.monotonic() - started:.1f} s)",
                flush=True,
            )
            if run.returncode != 0:
                failed.append(name)
    print(f"failed: {', '.join(failed)}" if failed else "all checks pass", flush=True)
    return 1 if failed else 0


def _environment(name: str, connections: Mapping[str, str]) -> dict[str, str]:
    production = {"HOUSE_ENV": "production", "HOUSE_HOSTS": "house.example"} if "production" in name else {}
    return {**os.environ, **connections, **production}


if __name__ == "__main__":
    sys.exit(main())
