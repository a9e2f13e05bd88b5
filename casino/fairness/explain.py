"""One throw explained from the database alone: each step, whether it holds, and what can't be shown here."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Self

from casino.fairness.verify import Thrown, derived, hashed_down, words
from games.fair import Malformed

READ = """
select c.id, c.i, c.round, c.round_number, c.throw, c.dice, c.mix, c.beacon, t.link, t.faces,
       h.table_code, h.name, h.links, h.link0, h.published_at < c.recorded_at, c.bets_hash, r.root
from fairness_close c
join fairness_chain h on h.id = c.chain_id
left join fairness_throw t on t.close_id = c.id
left join fairness_reveal r on r.chain_id = h.id
where c.id = %s
"""
FACES = 9
HONEST = "Beacon none: the house held both keys, so it could foresee and steer this throw."


@dataclass(frozen=True, slots=True)
class Stored(Thrown):
    """A throw with its chain: `published_before` bets closed, `root` None while the shift is open."""

    table: str
    chain: str
    links: int
    link0: str
    published_before: bool
    bets_hash: str
    root: str | None

    @classmethod
    def of(cls, row: Sequence[Any]) -> Self:
        """From a row of READ."""
        values = list(row)
        if isinstance(values[FACES], str):
            values[FACES] = json.loads(values[FACES])
        return cls(*values)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of an explanation; `holds` is None for what is said but can't be checked here."""

    holds: bool | None
    sentence: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What follows for a throw, step by step."""

    close: int
    faces: tuple[int, ...]
    steps: tuple[Step, ...]

    @property
    def follows(self) -> bool:
        return all(step.holds is not False for step in self.steps)

    def plain(self) -> dict[str, Any]:
        return {**asdict(self), "follows": self.follows}


def verdict(stored: Stored) -> Verdict:
    """Explains a throw that was made. Malformed inputs are steps that don't hold."""
    if stored.link is None:
        raise ValueError("this throw was not made yet")
    try:
        faces = derived(stored, table=stored.table, chain=stored.chain)
        down = hashed_down(stored.chain, stored.link, stored.i, 0)
        root = None if stored.root is None else hashed_down(stored.chain, stored.root, stored.links, stored.i)
    except Malformed as wrong:
        return Verdict(stored.close, (), (Step(False, f"This throw can't be derived: {wrong}."),))
    kept = tuple(stored.faces or ())
    steps = (
        Step(
            stored.published_before, f"Link 0 of chain {stored.chain}, {stored.link0}, was public before bets closed."
        ),
        Step(down == stored.link0, f"Link {stored.i}, {stored.link}, hashed {stored.i} times is link 0."),
        Step(None, f"Table {stored.table}, round {stored.round_number}, throw {stored.throw}: {stored.dice} dice."),
        Step(faces == kept, f"dt1 derives {words(faces)} from that link; {words(kept)} is kept."),
        Step(None, "The root is not public yet: the shift throws on.")
        if root is None
        else Step(root == stored.link, f"The root revealed after the shift gives the same link {stored.i}."),
        Step(None, f"The bets lay as {stored.bets_hash} says; the night replays the round to check that."),
        Step(None, HONEST),
    )
    return Verdict(stored.close, faces, steps)
