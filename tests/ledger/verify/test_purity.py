"""The verifiers need nothing but Python: no package is even there while they are imported."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize("module", ["ledger.verify.__main__", "casino.bundle.verify.__main__"])
def test_a_verifier_is_imported_without_any_package(module: str) -> None:
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import {module}"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
