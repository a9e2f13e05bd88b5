"""python -m casino.bundle.verify FILE_OR_FOLDER — is this export, or this bundle, as the house wrote it?

The same program as verify.pyz. Exit codes: 0 verified, 1 not verified, 2 no export or bundle, unreadable or no key,
3 not proven (ledger/verify says when).
"""

import argparse
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from casino.bundle.verify import BundleReport, verify_bundle
from casino.bundle.verify.packed import unpacked
from ledger.log.note import Malformed
from ledger.verify import Unreadable
from ledger.verify.__main__ import lines as lines_of_file
from ledger.verify.__main__ import main as verify_file
from ledger.verify.asking import CODES, add_keys, trust
from ledger.verify.receipts import main as verify_receipt
from ledger.verify.saying import as_json, say

SHOWN: Final = 20
_RECEIPT: Final = b"c2sp.org/tlog-proof"
_PACKED: Final = b"PK\x03\x04"


def main(arguments: list[str] | None = None) -> int:
    """Verifies a file or a folder, prints what was found, gives the exit code."""
    parser = argparse.ArgumentParser(
        prog="verify.pyz",
        description="Verify an export of transfers, a bundle (a folder or its ZIP) or a receipt; no database needed.",
        epilog=CODES,
        fromfile_prefix_chars="@",
    )
    parser.add_argument("path", type=Path)
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    add_keys(parser)
    parser.add_argument(
        "--every-signature", action="store_true", help="of a bundle: those of all its checkpoints, not only the last"
    )
    asked = parser.parse_args(arguments)
    try:
        with ExitStack() as stack:
            path, begins = asked.path, _begins(asked.path)
            if begins.startswith(_RECEIPT):
                return verify_receipt([str(path), *_keys(asked)])
            if begins.startswith(_PACKED):
                path = stack.enter_context(unpacked(path))
            if not path.is_dir():
                return verify_file([str(path), *(["--json"] if asked.json else []), *_keys(asked)])
            report = verify_bundle(path, trust(asked))
    except OSError as wrong:
        say([f"{asked.path} can't be read: {wrong.strerror}"], sys.stderr)
        return 2
    except (Unreadable, Malformed) as wrong:
        say([f"{asked.path}: {wrong}"], sys.stderr)
        return 2
    say([as_json(report, report.verdict, report.word)] if asked.json else lines(report))
    return report.verdict


def _begins(path: Path) -> bytes:
    """A file's first bytes: what it is, whatever stands behind them. None of a folder."""
    if path.is_dir():
        return b""
    with path.open("rb") as stream:
        return stream.read(len(_RECEIPT))


def _keys(asked: argparse.Namespace) -> list[str]:
    return [f"--log={key}" for key in asked.log] + [f"--witness={key}" for key in asked.witness]


def lines(report: BundleReport) -> list[str]:
    """The report for a reader."""
    said = [f"note: {note}" for note in report.notes]
    said += map(str, report.faults[:SHOWN])
    if len(report.faults) > SHOWN:
        said.append(f"… and {len(report.faults) - SHOWN} more")
    if report.transfers is not None:
        said += lines_of_file(report.transfers)[:-1]
    counted = "{rounds} rounds replayed, {throws} throws derived on {chains} chains, {slips} slips checked"
    said.append(counted.format_map(report.counts))
    return [
        *said,
        f"{report.verdict}. {report.word}" if report.good else f"{report.verdict}: {len(report.faults)} faults",
    ]


if __name__ == "__main__":
    sys.exit(main())
