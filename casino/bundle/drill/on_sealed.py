"""Attacks on a bundle's transfers and its part of the log by one who makes every hash and the manifest anew."""

import hashlib
import json
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from casino.bundle.drill.attack import Outcome
from casino.bundle.drill.on_bundle import judged, outcome, relist
from casino.bundle.drill.paper import Paper
from casino.bundle.verify.contents import file_of, read_manifest
from ledger.errors import Refused

Lines = list[dict[str, Any]]


def attacks(bundle: Path) -> Iterator[Outcome]:
    """Mounts them all on copies of a bundle. Raises Refused no_seals when nothing was sealed in it."""
    contents = read_manifest(bundle)
    part, transfers = file_of(bundle, contents, "log"), file_of(bundle, contents, "transfers")
    lines: Lines = [json.loads(line) for line in part.read_bytes().splitlines()] if part is not None else []
    if part is None or transfers is None or sum("seal" in line for line in lines) < 1:
        raise Refused("no_seals", "This bundle has no sealed postings in it to attack them.")
    for name, change in _OF_PART.items():
        changed = [dict(line) for line in lines]
        change(changed)
        yield judged(bundle, part.name, name, changed)
    for name, forge in _OF_TRANSFERS.items():
        with tempfile.TemporaryDirectory(prefix="drill-") as folder:
            copy = shutil.copytree(bundle, Path(folder) / "bundle")
            relist(copy, transfers.name, forge(Paper.read(transfers)), None)
            yield outcome(name, copy)


def _other_root(lines: Lines) -> None:
    note = lines[-1]["note"].split("\n")
    note[2] = "A" * 43 + "="
    lines[-1]["note"] = "\n".join(note)


def _other_size(lines: Lines) -> None:
    note = lines[-1]["note"].split("\n")
    note[1] = str(int(note[1]) + 1)
    lines[-1] |= {"seal": note[1], "note": "\n".join(note)}


def _no_last(lines: Lines) -> None:
    del lines[-1]


def _begins_later(lines: Lines) -> None:
    lines[0] |= {"begins": "1", "edge": [hashlib.sha256(b"").hexdigest()[:43] + "="]}


_OF_PART: dict[str, Callable[[Lines], None]] = {
    "the root of the last checkpoint is edited": _other_root,
    "the last checkpoint is said to be over more leaves": _other_size,
    "the last checkpoint is left out": _no_last,
    "the log is said to begin later": _begins_later,
}


def _actor(paper: Paper) -> bytes:
    """Another name for who posted, in every row of a posting that has no other sign of it."""
    return paper.forged([row.replace(b",staff:", b",staff:9", 1) for row in paper.rows])


def _time(paper: Paper) -> bytes:
    """Every row a millennium later: no two of them contradict each other."""
    return paper.forged([row.replace(b"+00,2", b"+00,3", 1) for row in paper.rows])


_OF_TRANSFERS: dict[str, Callable[[Paper], bytes]] = {
    "all actors are exchanged and every hash made anew": _actor,
    "all times are put off and every hash made anew": _time,
}
