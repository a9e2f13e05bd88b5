"""A throw re-derived from what is public: its link, the link before it, link 0, the root once it is known.

Pure: rows in, faults out. What the scheme proves and what it can't is in README.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.fair import Malformed, link_before
from games.fair import dice as dt1


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a throw: a stable code and a sentence."""

    code: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Thrown:
    """A close and its throw as they are stored; `link` and `faces` are None where the throw is missing."""

    close: int
    i: int
    round: int
    round_number: int
    throw: int
    dice: int
    mix: str
    beacon: str
    link: str | None
    faces: Sequence[int] | None


def faults_of_throw(thrown: Thrown, *, table: str, chain: str, before: str | None) -> list[Fault]:
    """Faults of one throw whose predecessor's link is `before` (link 0 for the first; None: not known)."""
    if thrown.link is None or thrown.faces is None:
        return [Fault("throw_missing", f"Close {thrown.close} (link {thrown.i} of chain {chain}) has no throw.")]
    faults = []
    try:
        if before is not None and link_before(chain, thrown.i, thrown.link) != before:
            faults.append(Fault(
                "link_differs", f"Link {thrown.i} of chain {chain} does not hash to link {thrown.i - 1}."
            ))  # fmt: skip
        faces = derived(thrown, table=table, chain=chain)
    except Malformed as wrong:
        return [Fault("throw_malformed", f"Close {thrown.close} can't be derived: {wrong}.")]
    if list(faces) != list(thrown.faces):
        faults.append(Fault(
            "dice_differ",
            f"Close {thrown.close} shows the dice {words(thrown.faces)}; its link gives {words(faces)}.",
        ))  # fmt: skip
    return faults


def derived(thrown: Thrown, *, table: str, chain: str) -> tuple[int, ...]:
    """The faces that scheme dt1 gives for a throw (beacon `none`). Raises Malformed."""
    if thrown.link is None:
        raise Malformed("link: it was never revealed")
    if thrown.beacon != "none":
        raise Malformed(f"beacon: this edition knows none, not {thrown.beacon}")
    return dt1(
        thrown.link, table=table, chain_id=chain, round_number=thrown.round_number, throw_number=thrown.throw,
        i=thrown.i, n=thrown.dice, mix=thrown.mix,
    )  # fmt: skip


def hashed_down(chain: str, link: str, i: int, to: int) -> str:
    """Link number `to` of a chain from its link number `i`: `i - to` hashes. Raises Malformed."""
    for number in range(i, to, -1):
        link = link_before(chain, number, link)
    return link


def bets_hash(round: int, lying: Mapping[str, Any]) -> str:
    """SHA-256 of a round as it lies when its bets close: nobody can say afterwards that another bet stood."""
    text = json.dumps(lying, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(f"dt1-bets|{round}|{text}".encode("ascii")).hexdigest()


def words(faces: Iterable[int]) -> str:
    """Faces as people say them: 3-4."""
    return "-".join(map(str, faces))
