"""The verifier of bundles: standard library only, no database, trusts nothing it reads (see ../README.md)."""

from collections.abc import Iterator
from pathlib import Path

from casino.bundle.verify.contents import faults_of_contents, file_of, read_manifest
from casino.bundle.verify.findings import BundleReport, Fault
from casino.bundle.verify.payouts import Postings
from casino.bundle.verify.rounds import Rounds
from casino.bundle.verify.slips import Slips
from ledger.verify import Report, verify
from ledger.verify.audit import NO_KEYS
from ledger.verify.trust import Trust

__all__ = ["BundleReport", "Fault", "verify_bundle"]


def verify_bundle(folder: Path, trust: Trust = NO_KEYS) -> BundleReport:
    """Verifies the bundle in `folder`: its files, its transfers against the log, every round and slip against those.

    Raises Unreadable when it is no bundle, OSError when it can't be read.
    """
    contents = read_manifest(folder)
    faults = [*faults_of_contents(folder, contents)]
    files = {kind: file_of(folder, contents, kind) for kind in ("transfers", "log", "rounds", "slips")}
    faults += [Fault("contents", kind, "the bundle has no such file.") for kind, path in files.items() if path is None]
    postings = Postings(beyond=_beyond(contents["beyond"]))
    transfers = None
    if (path := files["transfers"]) is not None:
        transfers = _transfers(path, files["log"], postings, trust)
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
    return BundleReport(transfers, tuple(faults), tuple(_notes(rounds, slips, postings)), _counts(rounds, slips))


def _transfers(path: Path, part: Path | None, postings: Postings, trust: Trust) -> Report:
    if part is None:
        return verify(path, postings.watch, trust)
    with part.open("rb") as lines:
        return verify(path, postings.watch, trust, lines)


def _beyond(listed: list[object]) -> set[tuple[str, str]]:
    return {(each[0], each[1]) for each in listed if isinstance(each, list) and [*map(type, each)] == [str, str]}


def _notes(rounds: Rounds, slips: Slips, postings: Postings) -> Iterator[str]:
    if rounds.count or slips.count:
        yield "Rounds, dice and slips are not in the log themselves: they were held against the postings, which are."
    if postings.waited_for:
        yield f"{postings.waited_for} events and slips were not sealed yet: what they moved is not in it."
    if rounds.open:
        yield f"{rounds.open} rounds are still open."
    if slips.elsewhere:
        yield f"{slips.elsewhere} slip numbers between these belong to other days."


def _counts(rounds: Rounds, slips: Slips) -> dict[str, int]:
    return {
        "rounds": rounds.count, "throws": rounds.dice.throws, "chains": len(rounds.dice.chains), "slips": slips.count,
    }  # fmt: skip
