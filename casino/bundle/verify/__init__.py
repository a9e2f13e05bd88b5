"""The verifier of bundles: standard library only, no database, trusts nothing it reads (see ../README.md)."""

from collections.abc import Iterator
from pathlib import Path

from casino.bundle.verify.contents import faults_of_contents, file_of, read_manifest
from casino.bundle.verify.findings import BundleReport, Fault
from casino.bundle.verify.payouts import Postings
from casino.bundle.verify.rounds import Rounds
from casino.bundle.verify.slips import Slips
from ledger.verify import verify

__all__ = ["BundleReport", "Fault", "verify_bundle"]


def verify_bundle(folder: Path) -> BundleReport:
    """Verifies the bundle in `folder`: its files, its transfers, and every round and slip against both.

    Raises Unreadable when it is no bundle, OSError when it can't be read.
    """
    contents = read_manifest(folder)
    faults = [*faults_of_contents(folder, contents)]
    files = {kind: file_of(folder, contents, kind) for kind in ("transfers", "rounds", "slips")}
    faults += [Fault("contents", kind, "the bundle has no such file.") for kind, path in files.items() if path is None]
    postings = Postings()
    transfers = None
    if (path := files["transfers"]) is not None:
        transfers = verify(path, postings.watch)
        faults += [Fault("transfers", path.name, str(finding)) for finding in transfers.findings]
        if list(transfers.scope) != contents.get("scope"):
            faults.append(Fault("contents", path.name, "it is of another scope than the bundle."))
    rounds, slips = Rounds(postings), Slips(postings, whole=contents.get("scope") == ["everything"])
    if (path := files["rounds"]) is not None:
        faults += rounds.of_file(path)
        faults += rounds.against_shifts(contents["shifts"])
    if (path := files["slips"]) is not None:
        faults += slips.of_file(path)
        faults += slips.against_years(contents["slip_numbers"])
    if None not in files.values():
        faults += postings.left()
    return BundleReport(transfers, tuple(faults), tuple(_notes(rounds, slips)), _counts(rounds, slips))


def _notes(rounds: Rounds, slips: Slips) -> Iterator[str]:
    if rounds.open:
        yield f"{rounds.open} rounds are still open."
    if slips.elsewhere:
        yield f"{slips.elsewhere} slip numbers between these belong to other days."


def _counts(rounds: Rounds, slips: Slips) -> dict[str, int]:
    return {
        "rounds": rounds.count, "throws": rounds.dice.throws, "chains": len(rounds.dice.chains), "slips": slips.count,
    }  # fmt: skip
