"""Eight writers at once over the same places: no deadlock, no chip lost, every account's history whole."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger import door
from ledger.errors import Refused
from tests.ledger.conftest import Books

WRITERS = 8
PLACES = ["player:1", "player:2", "player:3", "table:1:tray", "table:1:layout", "table:1:held", "outside:chips"]

ACTS = st.lists(
    st.lists(st.tuples(st.sampled_from(PLACES), st.sampled_from(PLACES), st.integers(1, 40)), min_size=1, max_size=5),
    min_size=64,
    max_size=64,
)

# What has to hold of any books, as SQL that looks at nothing but the transfers and the bounds at their time.
BROKEN_CHAINS = """
    with leg as (
        select debit_id as account, debit_version as version, debit_balance as balance, amount, recorded_at
          from ledger_transfer
        union all
        select credit_id, credit_version, credit_balance, -amount, recorded_at from ledger_transfer
    ), chain as (
        select *, lag(balance, 1, 0::bigint) over w as before, lag(version, 1, 0::bigint) over w as previous,
               lag(recorded_at, 1, '-infinity') over w as earlier
          from leg window w as (partition by account order by version)
    )
    select chain.account, chain.version from chain join ledger_account a on a.id = chain.account
     where chain.balance <> before + amount or chain.version <> previous + 1 or chain.recorded_at < earlier
        or not exists (select from ledger_bounds b where b.account_id = a.id
                          and chain.recorded_at >= b.since and chain.recorded_at < b.until
                          and (amount > 0 or chain.balance >= coalesce(b.floor, chain.balance))
                          and (amount < 0 or chain.balance <= coalesce(b.ceiling, chain.balance)))"""
BROKEN_ACCOUNTS = """
    select a.path from ledger_account a
     where a.balance <> (select coalesce(sum(amount), 0) from ledger_transfer where debit_id = a.id)
                      - (select coalesce(sum(amount), 0) from ledger_transfer where credit_id = a.id)
        or a.version <> (select count(*) from ledger_transfer where a.id in (debit_id, credit_id))"""
DEADLOCKS = "select deadlocks from pg_stat_database where datname = current_database()"


def assert_whole(connection: psycopg.Connection[Any]) -> None:
    assert connection.execute(BROKEN_CHAINS).fetchall() == []
    assert connection.execute(BROKEN_ACCOUNTS).fetchall() == []
    assert connection.execute("select coalesce(sum(balance), 0)::bigint from ledger_account").fetchone() == (0,)


@settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(acts=ACTS)
def test_eight_writers_never_deadlock_and_leave_whole_books(
    books: Books, acts: list[list[tuple[str, str, int]]]
) -> None:
    before = books.count("ledger_posting")
    postings = [books.posting(*moves) for act in acts if (moves := [move for move in act if move[0] != move[1]])]

    def write(number: int) -> int:
        connection = books.database.connect("web")
        done = 0
        for posting in postings[number::WRITERS]:
            try:
                door.post(connection, posting)
                done += 1
            except Refused as refusal:
                if refusal.code != "insufficient_funds":
                    raise
        connection.close()
        return done

    with ThreadPoolExecutor(WRITERS) as threads:
        done = sum(threads.map(write, range(WRITERS)))
    assert books.count("ledger_posting") == before + done
    assert books.web.execute(DEADLOCKS).fetchone() == (0,)
    assert_whole(books.web)


def test_writers_of_one_lane_take_turns_and_batches_are_whole(books: Books) -> None:
    batch = [(f"player:{n % 7}", "outside:chips", 1 + n % 3) for n in range(500)]

    def write(number: int) -> int:
        connection = books.database.connect("web")
        for _ in range(3):
            door.post(connection, books.posting(*batch), lane=1)
        return number

    with ThreadPoolExecutor(4) as threads:
        assert sorted(threads.map(write, range(4))) == [0, 1, 2, 3]
    assert books.written() == (12, 6000)
    assert books.web.execute(DEADLOCKS).fetchone() == (0,)
    assert_whole(books.web)
