"""The games are pure: nothing but the standard library, no clock, no chance, no files."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import games

ROOT = Path(games.__file__).parent
FILES = sorted(path for path in ROOT.rglob("*.py") if path.name != "apps.py")
BANNED = {
    "random",
    "secrets",
    "time",
    "datetime",
    "os",
    "uuid",
    "socket",
    "logging",
    "threading",
    "locale",
    "decimal",
}
SHARED = {"engine", "fair", "__init__", "__main__"}


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            yield node.module or ""


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_imports_the_standard_library_and_its_own_room(path: Path) -> None:
    folder = path.relative_to(ROOT).parts[0].removesuffix(".py")
    for name in imported(path):
        top, *inner = name.split(".")
        if top == "games":
            assert folder in SHARED or not inner or inner[0] in {"engine", folder}, f"{path} imports {name}"
            assert folder not in {"engine", "fair"} or not inner or inner[0] == folder, f"{path} imports {name}"
        else:
            assert top in sys.stdlib_module_names, f"{path} imports {name}"
            assert top not in BANNED, f"{path} imports {name}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_has_no_floats_and_opens_nothing(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text())):
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), f"{path}: {node.lineno}"
        assert not (isinstance(node, ast.Name) and node.id in {"float", "open", "eval", "exec"}), f"{path}"


def test_the_games_run_without_django_and_without_site_packages() -> None:
    """An auditor's laptop has Python and this folder, nothing else."""
    vectors = ROOT.parent / "tests" / "vectors"
    for arguments in (["derive", str(vectors / "fairness.json")], ["--help"]):
        run = subprocess.run(
            [sys.executable, "-I", "-S", "-c", RUN, str(ROOT.parent), *arguments],
            capture_output=True,
            text=True,
        )
        assert run.returncode == 0, run.stderr


RUN = """
import sys
sys.path.insert(0, sys.argv.pop(1))
from games.__main__ import main
from games import discover
assert discover()
assert not [name for name in sys.modules if name.split(".")[0] in ("django", "casino", "ledger")]
sys.exit(main())
"""
