"""Attacks on a bundle's rounds, dice and slips by one who also writes the manifest anew."""

import hashlib
import json
import shutil
import tempfile
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

from casino.bundle.drill.attack import Outcome
from casino.bundle.verify import verify_bundle
from casino.bundle.verify.contents import NAME, file_of, read_manifest
from ledger.errors import Refused

Records = list[dict[str, Any]]


def attacks(bundle: Path) -> Iterator[Outcome]:
    """Mounts them all on copies of a bundle. Raises Refused no_rounds, no_slips when there is nothing to attack."""
    for kind, worth_it, changes in (("rounds", _worth_it, _OF_ROUNDS), ("slips", _done, _OF_SLIPS)):
        source = file_of(bundle, read_manifest(bundle), kind)
        records: Records = [json.loads(line) for line in source.read_bytes().splitlines()] if source is not None else []
        at = next((n for n, each in enumerate(records[:-1]) if worth_it(each)), None)
        if source is None or at is None:
            raise Refused(f"no_{kind}", f"This bundle has not enough {kind} in it to attack them.")
        for name, change in changes.items():
            changed = deepcopy(records)
            change(changed, at)
            yield judged(bundle, source.name, name, changed)
        yield _cut(bundle, source.name)


def _cut(bundle: Path, name: str) -> Outcome:
    with tempfile.TemporaryDirectory(prefix="drill-") as folder:
        copy = shutil.copytree(bundle, Path(folder) / "bundle")
        (copy / name).chmod(0o644)
        (copy / name).write_bytes((copy / name).read_bytes()[:-40])
        return outcome(f"{name.partition('-')[0]} are cut and the manifest left as it was", copy)


def _done(slip: dict[str, Any]) -> bool:
    return slip["state"] == "done" and len(slip["signatures"]) > 1


def _worth_it(record: dict[str, Any]) -> bool:
    return bool(record["expect"]["over"] and _laid(record) and record["throws"] and record["throws"][-1]["throw"])


def _laid(record: dict[str, Any]) -> list[tuple[dict[str, Any], str]]:
    """The events in which a seat laid chips, each with the name of its act."""
    moved = zip(record["events"], record["movements"], strict=True)
    return [
        (event, verb) for event, moves in moved for verb, chips in event.items()
        if moves and type(chips) is int and verb != "on"
    ]  # fmt: skip


def _face(records: Records, at: int) -> None:
    event = next(event for event in records[at]["events"] if "throw" in event)
    event["throw"] = [7 - event["throw"][0], *event["throw"][1:]]


def _face_everywhere(records: Records, at: int) -> None:
    _face(records, at)
    records[at]["throws"][0]["throw"]["faces"] = next(
        event["throw"] for event in records[at]["events"] if "throw" in event
    )


def _link(records: Records, at: int) -> None:
    records[at]["throws"][-1]["throw"]["link"] = "ab" * 32


def _no_throw(records: Records, at: int) -> None:
    records[at]["throws"][-1]["throw"] = None


def _no_close(records: Records, at: int) -> None:
    del records[at]["throws"][-1]


def _payout(records: Records, at: int) -> None:
    [move for moves in records[at]["movements"] for move in moves][-1][2] += 1


def _stake(records: Records, at: int) -> None:
    event, verb = _laid(records[at])[0]
    event[verb] += 1


def _net(records: Records, at: int) -> None:
    records[at]["expect"]["net"] = {seat: chips + 1 for seat, chips in records[at]["expect"]["net"].items()}


def _bets(records: Records, at: int) -> None:
    records[at]["throws"][0]["close"]["bets_hash"] = "0" * 64


def _chip(records: Records, at: int) -> None:
    records[at]["house"]["chip"] *= 2


def _link0(records: Records, at: int) -> None:
    for record in records:
        for facts in record["chains"].values():
            facts["link0"] = "cd" * 32


def _drop(records: Records, at: int) -> None:
    del records[at]


def _drop_last(records: Records, at: int) -> None:
    del records[-1]


def _twice(records: Records, at: int) -> None:
    records.insert(at, deepcopy(records[at]))


def _swap(records: Records, at: int) -> None:
    records[at], records[at + 1] = records[at + 1], records[at]


_OF_ROUNDS: dict[str, Callable[[Records, int], None]] = {
    "a face of the dice is edited": _face,
    "a face is edited in the event and in its proof": _face_everywhere,
    "a link is put in place of the keeper's": _link,
    "a THROW is taken out": _no_throw,
    "a CLOSE is taken out with its THROW": _no_close,
    "a payout is edited": _payout,
    "a stake is edited": _stake,
    "what a round won is edited": _net,
    "the bets of a CLOSE are other ones": _bets,
    "a chip is said to be worth double": _chip,
    "link 0 is another than was published": _link0,
    "a round is left out": _drop,
    "the last round is left out": _drop_last,
    "a round stands twice": _twice,
    "two rounds change places": _swap,
}


def _amount(slips: Records, at: int) -> None:
    slips[at]["amount"] += 100
    for signature in slips[at]["signatures"]:
        signature["amount"] += 100


def _state(slips: Records, at: int) -> None:
    slips[at] |= {"state": "void", "reason": "never happened"}


def _one_person(slips: Records, at: int) -> None:
    slips[at]["signatures"][1]["login"] = slips[at]["signatures"][0]["login"]


def _unsigned(slips: Records, at: int) -> None:
    del slips[at]["signatures"][-1]


def _other_table(slips: Records, at: int) -> None:
    slips[at]["table"] += "9"


_OF_SLIPS: dict[str, Callable[[Records, int], None]] = {
    "a slip's amount is edited": _amount,
    "a done slip is said to be void": _state,
    "one person signs a slip twice": _one_person,
    "a signature is taken off a slip": _unsigned,
    "a slip is for another table": _other_table,
    "a slip is left out": _drop,
    "a slip stands twice": _twice,
    "two slips change places": _swap,
}


def judged(bundle: Path, name: str, attack: str, records: Records) -> Outcome:
    """What the verifier says of a copy in which the JSON Lines file `name` has these records, the manifest agreeing."""
    with tempfile.TemporaryDirectory(prefix="drill-") as folder:
        copy = shutil.copytree(bundle, Path(folder) / "bundle")
        content = b"".join(json.dumps(each, separators=(",", ":")).encode() + b"\n" for each in records)
        relist(copy, name, content, len(records))
        return outcome(attack, copy)


def relist(copy: Path, name: str, content: bytes, rows: int | None) -> None:
    """Puts another content in place of a file of a bundle, and lists it as that; `rows` None: as many as before."""
    for path in (copy / name, copy / NAME):
        path.chmod(0o644)
    (copy / name).write_bytes(content)
    contents = json.loads((copy / NAME).read_bytes())
    listed = contents["files"][name]
    listed |= {"size": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    listed |= {} if rows is None else {"rows": rows}
    (copy / NAME).write_bytes(json.dumps(contents).encode())


def outcome(attack: str, bundle: Path) -> Outcome:
    """What the verifier says of an attacked bundle."""
    report = verify_bundle(bundle)
    first = report.faults[0] if report.faults else None
    return Outcome("bundle", attack, f"verifier: {first.kind}" if first else "none", not report.good, str(first))
