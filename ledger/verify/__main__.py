"""python -m ledger.verify FILE — is this export as the house wrote it?

Exit codes: 0 verified, 1 not verified (the first bad row and the kind of fault are named), 2 no export or unreadable.
"""

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

from ledger.verify.audit import verify
from ledger.verify.findings import REBUILT_WHOLE, Report, Unreadable


def main(arguments: list[str] | None = None) -> int:
    """Verifies one file, prints what was found, gives the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m ledger.verify",
        description="Verify an export of transfers: CSV or JSON Lines, no database needed.",
        epilog="Exit codes: 0 verified, 1 not verified, 2 no export or unreadable.",
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    asked = parser.parse_args(arguments)
    try:
        report = verify(asked.file)
    except OSError as wrong:
        print(f"{asked.file} can't be read: {wrong.strerror}", file=sys.stderr)
        return 2
    except Unreadable as wrong:
        print(f"{asked.file}: {wrong}", file=sys.stderr)
        return 2
    print(json.dumps(asdict(report)) if asked.json else "\n".join(lines(report)))
    return 0 if report.good else 1


def lines(report: Report) -> list[str]:
    """The report for a reader."""
    said = [f"note: {note}" for note in report.notes] + [str(finding) for finding in report.findings]
    counts = f"{report.rows} rows, {report.counts['postings']} postings, {report.counts['accounts']} accounts"
    said.append(f"{counts}; SHA-256 of the rows {report.sha256}")
    if report.good:
        return [*said, f"VERIFIED: {' '.join(report.scope)}. {REBUILT_WHOLE}"]
    return [*said, "NOT VERIFIED"]


if __name__ == "__main__":
    sys.exit(main())
