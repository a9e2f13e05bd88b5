"""python -m casino.bundle.verify FILE_OR_FOLDER — is this export, or this bundle, as the house wrote it?

The same program as verify.pyz. Exit codes: 0 verified, 1 not verified, 2 no export or bundle, or unreadable.
"""

import argparse
import json
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from pathlib import Path

from casino.bundle.verify import BundleReport, verify_bundle
from ledger.log.note import Malformed
from ledger.verify import Unreadable
from ledger.verify.__main__ import add_keys, trust
from ledger.verify.__main__ import lines as lines_of_file
from ledger.verify.__main__ import main as verify_file

SHOWN = 20


def main(arguments: list[str] | None = None) -> int:
    """Verifies a file or a folder, prints what was found, gives the exit code."""
    parser = argparse.ArgumentParser(
        prog="verify.pyz",
        description="Verify an export of transfers (a file) or a bundle (a folder or ZIP); no database needed.",
        epilog="Exit codes: 0 verified, 1 not verified, 2 no export or bundle. @FILE: arguments, one a line.",
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
            path = asked.path
            if zipfile.is_zipfile(path):
                path = stack.enter_context(unpacked(path))
            if not path.is_dir():
                return verify_file(_for_file(path, asked))
            report = verify_bundle(path, trust(asked))
    except (Unreadable, Malformed, OSError, zipfile.BadZipFile) as wrong:
        print(f"{asked.path}: {wrong}", file=sys.stderr)
        return 2
    print(json.dumps(asdict(report)) if asked.json else "\n".join(lines(report)))
    return 0 if report.good else 1


def _for_file(path: Path, asked: argparse.Namespace) -> list[str]:
    keys = [f"--log={key}" for key in asked.log] + [f"--witness={key}" for key in asked.witness]
    return [str(path), *(["--json"] if asked.json else []), *keys]


@contextmanager
def unpacked(archive: Path) -> Iterator[Path]:
    """The files of a packed bundle in a folder of their own, for as long as the block lasts."""
    with zipfile.ZipFile(archive) as packed, tempfile.TemporaryDirectory(prefix="bundle-") as folder:
        for entry in packed.infolist():
            if "/" in entry.filename or entry.filename.startswith("."):
                raise Unreadable(f"This is no bundle: it holds {entry.filename[:80]!r}.")
            packed.extract(entry, folder)
        yield Path(folder)


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
    return [*said, f"VERIFIED. {report.word}" if report.good else f"NOT VERIFIED: {len(report.faults)} faults"]


if __name__ == "__main__":
    sys.exit(main())
