"""`make bench`: every benchmark in turn, then one table of all figures; exit code 1 when a target was missed.

python -m tests.bench [name …] runs only those named. `large` (millions of transfers) is run by itself.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.bench.report import KEPT, kept, show

BENCHES = ("rules", "ledger_single", "others", "throws", "floor", "sealing", "exports")


def main(names: list[str]) -> int:
    """Runs each in a process of its own. One that ends without its figures counts as missed."""
    lines, failed = [], []
    begun = time.monotonic()
    for name in names:
        print(f"\n== {name} ({time.monotonic() - begun:.0f} s)", flush=True)
        with tempfile.TemporaryDirectory(prefix="hh-bench-") as folder:
            file = Path(folder) / "lines"
            subprocess.run(
                [sys.executable, "-m", f"tests.bench.{name}"], check=False, env={**os.environ, KEPT: str(file)}
            )
            if file.exists():
                lines += kept(file)
            else:
                failed.append(name)
    print(f"\n== all figures ({time.monotonic() - begun:.0f} s)")
    missed = show(lines)
    for name in failed:
        print(f"MISSED: {name} ended without its figures")
    print(f"{missed} targets missed" if missed else "every target reached, of what was measured")
    return 1 if missed or failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or list(BENCHES)))
