"""Two connections at once, as often as a race needs to show itself."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import psycopg

from ledger import door
from ledger.errors import Refused
from tests.ledger.conftest import Books

Outcome = object
Act = Callable[[psycopg.Connection[Any]], Outcome]
TIMES = 200


def posting(books: Books, *moves: tuple[str, str, int], **changes: Any) -> Act:
    """An act that posts these moves and says "done"."""
    made = books.posting(*moves, **changes)

    def act(connection: psycopg.Connection[Any]) -> str:
        door.post(connection, made)
        return "done"

    return act


def outcome(act: Act, connection: psycopg.Connection[Any]) -> Outcome:
    """What the act returned, or the code of its refusal."""
    try:
        return act(connection)
    except Refused as refusal:
        return refusal.code


def raced(
    connections: tuple[psycopg.Connection[Any], ...], rounds: Callable[[int], tuple[Act, ...]], times: int = TIMES
) -> Iterator[tuple[int, list[Outcome]]]:
    """Runs `times` rounds: in each, one act per connection, all let go at the same moment. Yields the outcomes."""
    start = Barrier(len(connections))

    def run(act: Act, connection: psycopg.Connection[Any]) -> Outcome:
        start.wait(timeout=30)
        return outcome(act, connection)

    with ThreadPoolExecutor(len(connections)) as threads:
        for turn in range(times):
            futures = [threads.submit(run, act, one) for act, one in zip(rounds(turn), connections, strict=True)]
            yield turn, [future.result(timeout=60) for future in futures]
