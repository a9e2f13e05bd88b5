"""`make bench`: every benchmark, one after the other; exit code 1 when a target was missed."""

import subprocess
import sys

BENCHES = ("rules", "ledger_single", "throws", "floor", "exports")


def main() -> int:
    missed = []
    for name in BENCHES:
        print(f"\n== {name}", flush=True)
        if subprocess.run([sys.executable, "-m", f"tests.bench.{name}"], check=False).returncode:
            missed.append(name)
    print(f"\ntargets missed in: {', '.join(missed)}" if missed else "\nevery target reached")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
