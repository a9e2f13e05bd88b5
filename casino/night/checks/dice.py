"""Every throw of a table's day re-derived from the public rows, and its chains walked from link 0 to the root."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.backends.utils import CursorWrapper

from casino.fairness.verify import Thrown, faults_of_throw, hashed_down
from casino.night.checks.found import Finding, Found

CHUNK = 2000

CHAINS = """
select h.id, h.name, h.links, h.link0, u.shift, u.n, r.root, exists (select from fairness_end e where e.shift = u.shift)
from fairness_use u
join fairness_chain h on h.id = u.chain_id
join pit_shift s on s.id = u.shift
left join fairness_reveal r on r.chain_id = h.id
where s.table_id = %s and s.day = %s order by u.shift, u.n
"""
CLOSES = """
select c.id, c.i, c.round, c.round_number, c.throw, c.dice, c.mix, c.beacon, t.link, t.faces, c.shift
from fairness_close c left join fairness_throw t on t.close_id = c.id
where c.chain_id = %s and c.i > %s order by c.i limit %s
"""
STRAY = """
select c.id from fairness_close c
join pit_round r on r.id = c.round
join pit_shift s on s.id = r.shift_id
left join fairness_use u on u.chain_id = c.chain_id and u.shift = s.id
where s.table_id = %s and s.day = %s and u.chain_id is null order by c.id limit 100
"""


@dataclass(frozen=True, slots=True)
class ChainUsed:
    """A chain that a shift took: what was public before the first bet, and its root once revealed."""

    id: int
    name: str
    links: int
    link0: str
    shift: int
    n: int
    root: str | None
    ended: bool


def check(cursor: CursorWrapper, table: int, code: str, day: Any) -> Found:
    """All chains of the table's day: links in order without a gap, dice as derived, one throw a close, the root."""
    found = Found("throws", "Every throw follows from its link, every link from the next, down to link 0.")
    cursor.execute(CHAINS, [table, day])
    chains = [ChainUsed(*row) for row in cursor.fetchall()]
    for used in chains:
        last = _walk(cursor, found, used, code)
        _root(found, used, last)
    for shift in {used.shift for used in chains}:
        order = [used.n for used in chains if used.shift == shift]
        if order != list(range(1, len(order) + 1)):
            found.add(Finding("chain_missing", f"shift:{shift}", f"Shift {shift} used chains number {order}."))
    cursor.execute(STRAY, [table, day])
    for (close,) in cursor.fetchall():
        found.add(Finding("close_stray", f"close:{close}", f"Close {close} is on a chain that its shift never took."))
    found.evidence["chains"] = [
        {"chain": used.name, "link0": used.link0, "root": used.root, "shift": used.shift} for used in chains
    ]
    return found


def _walk(cursor: CursorWrapper, found: Found, used: ChainUsed, code: str) -> tuple[int, str] | None:
    """Link by link from link 0; returns number and value of the last link that was revealed."""
    before: str | None = used.link0
    due = 1
    last = None
    for thrown, shift in _closes(cursor, used.id):
        found.looked_at += 1
        where = f"close:{thrown.close}"
        if thrown.i != due:
            found.add(Finding("link_gap", where, f"Chain {used.name} goes from link {due - 1} to link {thrown.i}."))
            before = None
        if shift != used.shift:
            found.add(Finding("close_stray", where, f"Close {thrown.close} is of another shift than its chain."))
        for fault in faults_of_throw(thrown, table=code, chain=used.name, before=before):
            found.add(Finding(fault.code, where, fault.sentence, facts={"chain": used.name, "i": thrown.i}))
        before = thrown.link
        due = thrown.i + 1
        last = (thrown.i, thrown.link) if thrown.link else last
    return last


def _closes(cursor: CursorWrapper, chain: int) -> Iterator[tuple[Thrown, int]]:
    last = 0
    while True:
        cursor.execute(CLOSES, [chain, last, CHUNK])
        rows = cursor.fetchall()
        for *facts, faces, shift in rows:
            facts.append(json.loads(faces) if isinstance(faces, str) else faces)
            thrown = Thrown(*facts)
            last = thrown.i
            yield thrown, shift
        if len(rows) < CHUNK:
            return


def _root(found: Found, used: ChainUsed, last: tuple[int, str] | None) -> None:
    """The revealed root hashes down to the last link that fell, and to link 0."""
    if used.root is None:
        found.missing.append(f"The root of chain {used.name} is not revealed yet.")
        return
    i, link = last or (0, used.link0)
    if hashed_down(used.name, used.root, used.links, i) != link:
        found.add(Finding("root_differs", f"chain:{used.id}", f"The root of chain {used.name} gives other links."))
