"""The verifier of bundles: standard library only, no database, trusts nothing it reads (see ../README.md)."""

from pathlib import Path

from casino.bundle.verify.contents import faults_of_contents, file_of, read_manifest
from casino.bundle.verify.findings import BundleReport, Fault
from casino.bundle.verify.payouts import Postings
from casino.bundle.verify.rounds import Rounds
from ledger.verify import verify

__all__ = ["BundleReport", "Fault", "verify_bundle"]


def verify_bundle(folder: Path) -> BundleReport:
    """Verifies the bundle in `folder`: its files, its transfers, and every round against both.

    Raises Unreadable when it is no bundle, OSError when it can't be read.
    """
    contents = read_manifest(folder)
    faults = [*faults_of_contents(folder, contents)]
    postings = Postings()
    transfers_file, rounds_file = file_of(folder, contents, "transfers"), file_of(folder, contents, "rounds")
    transfers = verify(transfers_file, postings.watch) if transfers_file is not None else None
    if transfers is not None:
        name = transfers_file.name if transfers_file is not None else ""
        faults += [Fault("transfers", name, str(finding)) for finding in transfers.findings]
        if list(transfers.scope) != contents.get("scope"):
            faults.append(Fault("contents", name, "it is of another scope than the bundle."))
    rounds = Rounds(postings)
    if rounds_file is not None:
        faults += rounds.of_file(rounds_file)
        faults += rounds.against_shifts(contents["shifts"])
        faults += postings.left()
    for kind, file in (("transfers", transfers_file), ("rounds", rounds_file)):
        if file is None:
            faults.append(Fault("contents", kind, "the bundle has no such file."))
    notes = [f"{rounds.open} rounds are still open."] if rounds.open else []
    counts = {"rounds": rounds.count, "throws": rounds.dice.throws, "chains": len(rounds.dice.chains)}
    return BundleReport(transfers, tuple(faults), tuple(notes), counts)
