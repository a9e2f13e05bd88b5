"""How far an export reaches: to a signed checkpoint of the log. What is not sealed yet is waited for, never shown.

The checkpoint is the newest that a witness has cosigned; one that has waited ten seconds for its cosignature counts
without it, and where no witness has ever cosigned, the newest. An export asked for waits until all that was committed
by then lies below its checkpoint; what the books take in meanwhile is counted in the trailer and left for the next one.
"""

import time
from dataclasses import dataclass
from typing import Any, Final

import psycopg

from ledger.errors import Refused
from ledger.exports.scope import Scope

PATIENCE: Final = 15.0
"""Seconds that an export waits for the sealer, the ten for a witness included."""
_LOOKS_EVERY: Final = 0.05

# By the transaction's own time: one export reaches equally far whenever it asks.
_REACH: Final = """
select s.size from ledger_seal s
 where s.size = (select max(size) from ledger_cosignature) or not exists (select from ledger_cosignature)
    or s.sealed_at < now() - interval '10 s'
 order by s.size desc limit 1
"""
# What the newest seal's transaction did not see: as the sealer finds what is new (ledger/log/sealing.py).
LATE: Final = """
newest as materialized (
    select snapshot from ledger_seal where system_identifier = (select system_identifier from pg_control_system())
     order by size desc limit 1
), late as materialized (
    select posting_id as id from ledger_leaf where sequence >= %(reach)s
    union all
    select p.id from ledger_posting p where p.xact >= (select pg_snapshot_xmax(snapshot) from newest)
       and not exists (select from ledger_leaf where posting_id = p.id)
    union all
    select p.id from newest, pg_snapshot_xip(snapshot) running join ledger_posting p on p.xact = running
     where not exists (select from ledger_leaf where posting_id = p.id)
    union all
    select p.id from ledger_posting p where not exists (select from newest)
       and not exists (select from ledger_leaf where posting_id = p.id)
)
"""
"""Postings that the checkpoint over %(reach)s leaves does not reach, as a table `late` of ids."""
_BEYOND: Final = "with {late} select count(*) from late"
_WAITED_FOR: Final = """
with {late}
select count(*) from late join ledger_posting waiting on waiting.id = late.id
 where pg_visible_in_snapshot(waiting.xact, %(seen)s::pg_snapshot)
   and exists (select from {sources} where t.posting_id = waiting.id and {where})
"""
# The first cosigned checkpoint over the last row, else the one that is reached to.
_CHECKPOINT: Final = """
select s.checkpoint || coalesce((select string_agg(c.line || chr(10), '' order by c.id) from ledger_cosignature c
                                  where c.size = s.size), '')
  from ledger_seal s
 where s.size = coalesce((select min(size) from ledger_cosignature where size > %(last)s and size <= %(reach)s),
                         %(reach)s)
"""


@dataclass(frozen=True, slots=True)
class Reach:
    """How many leaves count in this snapshot (0: nothing is sealed), and how many postings the books hold beyond."""

    leaves: int
    beyond: int


def settle(connection: psycopg.Connection[Any], scope: Scope) -> None:
    """Waits until a checkpoint reaches to all of `scope` that is committed now. In autocommit, outside a transaction.

    Raises Refused `not_sealed` after PATIENCE: the sealer does not work.
    """
    ((seen,),) = connection.execute("select pg_current_snapshot()::text").fetchall()
    deadline = time.monotonic() + PATIENCE
    while waits := _waited_for(connection, scope, seen):
        if time.monotonic() > deadline:
            raise Refused(
                "not_sealed",
                f"{waits} postings of this export are not sealed yet: see that the sealer runs, and ask again.",
                {"postings": waits},
            )
        time.sleep(_LOOKS_EVERY)


def reach(snap: psycopg.Connection[Any]) -> Reach:
    """How far this snapshot reaches."""
    leaves = _leaves(snap)
    ((beyond,),) = snap.execute(_BEYOND.format(late=LATE), {"reach": leaves}).fetchall()
    return Reach(leaves, int(beyond))


def checkpoint(snap: psycopg.Connection[Any], reached: Reach, last: int | None) -> str:
    """The signed checkpoint (a C2SP note) over leaf number `last`; with None the one reached to; empty if none is."""
    last = reached.leaves if last is None else last
    found = snap.execute(_CHECKPOINT, {"last": last, "reach": reached.leaves}).fetchall()
    return str(found[0][0]) if found else ""


def _leaves(connection: psycopg.Connection[Any]) -> int:
    found = connection.execute(_REACH).fetchone()
    return int(found[0]) if found else 0


def _waited_for(connection: psycopg.Connection[Any], scope: Scope, seen: str) -> int:
    leaves = _leaves(connection)
    if scope.until_sequence is not None and scope.until_sequence <= leaves:
        return 0
    sources, where, given = scope.unsealed()
    query = _WAITED_FOR.format(late=LATE, sources=sources, where=where)
    ((waits,),) = connection.execute(query, {**given, "reach": leaves, "seen": seen}).fetchall()
    return int(waits)
