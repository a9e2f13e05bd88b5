"""Every set of propositions of the vectors, and what a throw of four dice does with it in the page's own words."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

VECTORS = Path(__file__).parents[2] / "vectors" / "games.jsonl"
SEQUENCES = tuple(itertools.product(range(1, 7), repeat=4))
"""All 1,296 throws of four dice: no round has more."""

Faces = tuple[int, ...]


class Laid(NamedTuple):
    """A proposition: `chips` of `seat` on a number, laid before the throw of that index."""

    seat: str
    chips: int
    on: int
    before: int


class Table(NamedTuple):
    """What is laid in a round: bank, stake and propositions."""

    bank: int
    stake: int
    props: tuple[Laid, ...]


def tables_of_the_vectors() -> list[Table]:
    """What is laid in each zar record of the vectors, each once; with 5 chips where no punt stands."""
    found: dict[Table, None] = {}
    for line in VECTORS.read_text().splitlines():
        record = json.loads(line)
        if record["game"] == "zar":
            found[_table(record["events"])] = None
    return list(found)


def _table(events: Iterable[dict[str, object]]) -> Table:
    bank, stake, throws = 10, 5, 0
    props = []
    for event in events:
        match event:
            case {"bank": int(chips)} if chips >= 2:
                bank = chips
            case {"punt": int(chips)} | {"stake": int(chips)} if 0 < chips <= bank // 2:
                stake = chips
            case {"prop": int(chips), "on": int(number), "by": str(seat)} if chips and number in range(1, 7):
                props.append(Laid("S" if seat == "K" else seat, chips, number, throws))
            case {"throw": _}:
                throws += 1
    return Table(bank, min(stake, bank // 2), tuple(props))


def line(faces: Faces, rich: bool) -> tuple[int, int]:
    """How many throws the round has, and the stakes that the thrower's side takes."""
    if faces[0] in (1, 6):
        return 1, 1 if faces[0] == 6 else -1
    for attempt in (1, 2, 3):
        if faces[attempt] == faces[0]:
            return attempt + 1, {1: 2, 2: 1, 3: 2}[attempt]
        if rich and faces[attempt] == 1:
            return attempt + 1, -1
    return 4, -1 if rich else -2


def proposition(laid: Laid, faces: Faces, rich: bool) -> int:
    """What a proposition wins, below 0 loses, in the throws of a round: on all of them, or on the next (rich)."""
    if rich:
        if laid.before >= len(faces):
            return 0
        return 4 * laid.chips if faces[laid.before] == laid.on else -laid.chips
    if laid.on not in faces:
        return -laid.chips
    return laid.chips if laid.on in (1, 6) else laid.chips * 3 // 2
