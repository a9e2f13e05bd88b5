"""python -m ledger.verify FILE — is this export as the house wrote it?

Exit codes: 0 verified (held against a log whose signature was checked), 1 not verified (the first bad row and the kind
of fault are named), 2 no export, unreadable, or no key, 3 not proven (nothing is wrong in it, and nothing ties it to
the house).
"""

import argparse
import sys
from pathlib import Path

from ledger.log.note import Malformed
from ledger.verify.asking import CODES, add_keys, trust
from ledger.verify.audit import verify
from ledger.verify.findings import Report, Unreadable
from ledger.verify.saying import as_json, say


def main(arguments: list[str] | None = None) -> int:
    """Verifies one file, prints what was found, gives the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m ledger.verify",
        description="Verify an export of transfers: CSV or JSON Lines, no database needed.",
        epilog=CODES,
        fromfile_prefix_chars="@",
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    add_keys(parser)
    asked = parser.parse_args(arguments)
    try:
        report = verify(asked.file, trust=trust(asked))
    except OSError as wrong:
        say([f"{asked.file} can't be read: {wrong.strerror}"], sys.stderr)
        return 2
    except (Unreadable, Malformed) as wrong:
        say([f"{asked.file}: {wrong}"], sys.stderr)
        return 2
    say([as_json(report, report.verdict, report.word)] if asked.json else lines(report))
    return report.verdict


def lines(report: Report) -> list[str]:
    """The report for a reader."""
    said = [f"note: {note}" for note in report.notes] + [str(finding) for finding in report.findings]
    counts = f"{report.rows} rows, {report.counts['postings']} postings, {report.counts['accounts']} accounts"
    said.append(f"{counts}; SHA-256 of the rows {report.sha256}")
    if report.sealed is not None:
        said.append(str(report.sealed))
    if report.good:
        return [*said, f"{report.verdict}: {' '.join(report.scope)}. {report.word}"]
    return [*said, str(report.verdict)]


if __name__ == "__main__":
    sys.exit(main())
