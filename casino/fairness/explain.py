"""One throw explained from the database alone: each step, whether it holds, and what can't be shown here."""

import json
from collections.abc import Mapping, Sequence
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
    """One step of an explanation; `holds` is None for what is said but can't be checked here.

    `code` and `facts` say in any language what `sentence` says in English.
    """

    holds: bool | None
    sentence: str
    code: str
    facts: Mapping[str, Any]


def _step(holds: bool | None, code: str, sentence: str, **facts: Any) -> Step:
    return Step(holds, sentence.format_map(facts), code, facts)


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
        malformed = _step(False, "malformed", "This throw can't be derived: {wrong}.", wrong=str(wrong))
        return Verdict(stored.close, (), (malformed,))
    kept, table = tuple(stored.faces or ()), stored.table
    place = {"table": table, "round": stored.round_number, "throw": stored.throw, "dice": stored.dice}
    steps = (
        _step(
            stored.published_before, "published", "Link 0 of chain {chain}, {link0}, was public before bets closed.",
            chain=stored.chain, link0=stored.link0,
        ),
        _step(
            down == stored.link0, "hashed_down", "Link {i}, {link}, hashed {i} times is link 0.", i=stored.i,
            link=stored.link,
        ),
        _step(None, "place", "Table {table}, round {round}, throw {throw}: {dice} dice.", **place),
        _step(
            faces == kept, "derived", "dt1 derives {derived} from that link; {kept} is kept.", derived=words(faces),
            kept=words(kept),
        ),
        _step(None, "root_hidden", "The root is not public yet: the shift throws on.")
        if root is None
        else _step(
            root == stored.link, "root_gives", "The root revealed after the shift gives the same link {i}.", i=stored.i
        ),
        _step(
            None, "bets", "The bets lay as {hash} says; the night replays the round to check that.",
            hash=stored.bets_hash,
        ),
        _step(None, "beacon_none", HONEST),
    )  # fmt: skip
    return Verdict(stored.close, faces, steps)
