"""python -m ledger.verify FILE — is this export as the house wrote it?

Exit codes: 0 verified, 1 not verified (the first bad row and the kind of fault are named), 2 no export or unreadable.
"""

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

from ledger.log.note import Malformed, parse_key
from ledger.verify.audit import verify
from ledger.verify.findings import Report, Unreadable
from ledger.verify.trust import Trust


def main(arguments: list[str] | None = None) -> int:
    """Verifies one file, prints what was found, gives the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m ledger.verify",
        description="Verify an export of transfers: CSV or JSON Lines, no database needed.",
        epilog="Exit codes: 0 verified, 1 not verified, 2 no export or unreadable. @FILE: arguments, one a line.",
        fromfile_prefix_chars="@",
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    add_keys(parser)
    asked = parser.parse_args(arguments)
    try:
        report = verify(asked.file, trust=trust(asked))
    except OSError as wrong:
        print(f"{asked.file} can't be read: {wrong.strerror}", file=sys.stderr)
        return 2
    except (Unreadable, Malformed) as wrong:
        print(f"{asked.file}: {wrong}", file=sys.stderr)
        return 2
    print(json.dumps(asdict(report)) if asked.json else "\n".join(lines(report)))
    return 0 if report.good else 1


def add_keys(parser: argparse.ArgumentParser) -> None:
    """The arguments of `trust`."""
    parser.add_argument(
        "--log", metavar="KEY", action="append", default=[],
        help="the log's key as the house publishes it, name+id+base64; again for each that it had before",
    )  # fmt: skip
    parser.add_argument(
        "--witness", metavar="KEY", action="append", default=[], help="a witness that must have cosigned"
    )


def trust(asked: argparse.Namespace) -> Trust:
    """Whose signatures count. Raises Malformed for what is no key."""
    return Trust(
        tuple(map(parse_key, asked.log)), tuple(map(parse_key, asked.witness)), getattr(asked, "every_signature", False)
    )


def lines(report: Report) -> list[str]:
    """The report for a reader."""
    said = [f"note: {note}" for note in report.notes] + [str(finding) for finding in report.findings]
    counts = f"{report.rows} rows, {report.counts['postings']} postings, {report.counts['accounts']} accounts"
    said.append(f"{counts}; SHA-256 of the rows {report.sha256}")
    if report.sealed is not None:
        said.append(str(report.sealed))
    if report.good:
        return [*said, f"VERIFIED: {' '.join(report.scope)}. {report.word}"]
    return [*said, "NOT VERIFIED"]


if __name__ == "__main__":
    sys.exit(main())
