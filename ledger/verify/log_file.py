"""A bundle's part of the log, as JSON Lines: what leads from the rows to the signed roots. Read lazily.

    {"log": "1", "begins": "812", "edge": [hash, …]}    the right edge of the tree before the first row's leaf
    {"leaf": "813", "hash": hash}                       a leaf of another day between the rows
    {"seal": "820", "note": checkpoint}                 a checkpoint over so many leaves, with its signatures

in order of leaves, a seal behind the last leaf it is over; hashes are base64. The last line is the final checkpoint.
"""

import json
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ledger.log.note import Malformed, hashes
from ledger.log.tree import Frontier

FORM = "1"


class Begin(NamedTuple):
    """Where the part begins: the leaves before it, as the tree's edge."""

    frontier: Frontier


class Leaf(NamedTuple):
    """A leaf that no row of the bundle makes."""

    sequence: int
    hash: bytes


class Seal(NamedTuple):
    """A checkpoint over `size` leaves: the note's text."""

    size: int
    note: str


def read(lines: Iterable[bytes]) -> Iterator[Begin | Leaf | Seal]:
    """The lines as values. Raises Malformed at the first that is none of them."""
    for number, line in enumerate(lines, 1):
        try:
            yield _value(json.loads(line), first=number == 1)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as wrong:
            raise Malformed(f"line {number} of the log's part is not as an exporter writes it ({wrong})") from None


def _value(said: dict[str, str], *, first: bool) -> Begin | Leaf | Seal:
    if first:
        if said["log"] != FORM:
            raise ValueError(f"its form is {said['log']}, this verifier knows {FORM}")
        return Begin(Frontier(int(said["begins"]), hashes(said["edge"])))
    if "leaf" in said:
        (found,) = hashes([said["hash"]])
        return Leaf(int(said["leaf"]), found)
    if not isinstance(said["note"], str):
        raise TypeError("a note is text")
    return Seal(int(said["seal"]), said["note"])
