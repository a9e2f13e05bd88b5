"""What the keeper may tell: read from committed rows under its own login, links kept in memory only."""

import threading
from collections import OrderedDict
from typing import Any

import psycopg

from casino.fairness.vault import ChainFacts, WrappingKey
from games.fair import chain as links_of

KEPT_CHAINS = 64

CLOSE = """
select c.chain_id, c.i, h.table_code, h.name, h.links, h.link0, s.sealed
from fairness_close c join fairness_chain h on h.id = c.chain_id join fairness_seed s on s.chain_id = h.id
where c.id = %s
"""
ENDED = """
select exists (select from fairness_end where shift = %(shift)s)
   and not exists (select from fairness_close c left join fairness_throw t on t.close_id = c.id
                   where c.shift = %(shift)s and t.close_id is null)
"""
ROOTS = """
select h.id, h.table_code, h.name, h.links, h.link0, s.sealed
from fairness_use u join fairness_chain h on h.id = u.chain_id join fairness_seed s on s.chain_id = h.id
where u.shift = %s order by u.n
"""


class Silent(Exception):
    """The keeper does not answer this; the text is the code."""


class Chest:
    """One connection, one lock, the chains in use. Answers are the same however often they are asked for."""

    def __init__(self, dsn: str, key: WrappingKey) -> None:
        self._dsn = dsn
        self._key = key
        self._lock = threading.Lock()
        self._connection: psycopg.Connection[Any] | None = None
        self._chains: OrderedDict[tuple[int, str], tuple[str, ...]] = OrderedDict()

    def link(self, close: int) -> str:
        """The 64 hex characters of a committed close's link; Silent `no_such_close` otherwise."""
        with self._lock:
            row = self._one(CLOSE, [close])
            if row is None:
                raise Silent("no_such_close")
            chain, i, *facts = row
            return self._links(chain, *facts)[int(i)]

    def roots(self, shift: int) -> dict[str, str]:
        """Chain id -> root of a shift that has ended with every close thrown; Silent `shift_open` before."""
        with self._lock:
            row = self._one(ENDED, {"shift": shift})
            if row is None or not row[0]:
                raise Silent("shift_open")
            rows = self._all(ROOTS, [shift])
            return {str(chain): self._links(chain, *facts)[facts[2]] for chain, *facts in rows}

    def close(self) -> None:
        """Gives the connection back and forgets every link."""
        with self._lock:
            self._chains.clear()
            if self._connection is not None:
                self._connection.close()

    def _links(self, chain: int, table: str, name: str, links: int, link0: str, sealed: bytes) -> tuple[str, ...]:
        known = self._chains.get((chain, link0))
        if known is None:
            root = self._key.open(bytes(sealed), ChainFacts(table, name, links, link0))
            known = links_of(name, root.hex(), links)
            if known[0] != link0:
                raise Silent("chain_differs")
            self._chains[chain, link0] = known
            while len(self._chains) > KEPT_CHAINS:
                self._chains.popitem(last=False)
        self._chains.move_to_end((chain, link0))
        return known

    def _one(self, query: str, values: Any) -> Any:
        rows = self._all(query, values)
        return rows[0] if rows else None

    def _all(self, query: str, values: Any) -> list[Any]:
        """One read; a broken connection is replaced once, so that a restarted database heals by itself."""
        if self._connection is not None and not self._connection.closed:
            try:
                return self._connection.execute(query, values, prepare=True).fetchall()
            except psycopg.OperationalError:
                self._connection.close()
        self._connection = psycopg.connect(self._dsn, autocommit=True, connect_timeout=5)
        return self._connection.execute(query, values, prepare=True).fetchall()
