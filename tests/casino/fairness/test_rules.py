"""What the database holds about links, throws and roots against raw SQL by the web's own login."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest
from django.db import connection

from casino.fairness.keeper import client
from casino.fairness.vault import ChainFacts
from casino.refusal import Refusal
from games.fair import chain
from tests.casino.night.evening import Evening, key_of

CLOSE = """
insert into fairness_close (id, chain_id, i, shift, round, round_number, throw, dice, bets_hash, beacon, actor, key,
                            at)
select id + 7, chain_id, {i}, {shift}, round, round_number, 99, dice, bets_hash, beacon, actor, 'raw', at
from fairness_close order by i desc limit 1
"""
THROW = (
    "insert into fairness_throw (close_id, link, faces, answer) values ({close}, repeat('a', 64), '{faces}', '{{}}')"
)
REVEAL = "insert into fairness_reveal (chain_id, root) select chain_id, repeat('a', 64) from fairness_use limit 1"


@pytest.fixture
def web(evening: Evening) -> Iterator[psycopg.Connection[Any]]:
    """A table that has thrown three times, and the web's login."""
    evening.open("H1")
    evening.play("H1", 3)
    with psycopg.connect(evening.house.addresses["WEB_DATABASE_URL"], autocommit=True) as connected:
        yield connected


def refused(web: psycopg.Connection[Any], statement: str) -> str:
    """The code of the rule that refuses it."""
    with pytest.raises(psycopg.IntegrityError) as error:
        web.execute(statement)
    return error.value.diag.constraint_name or ""


def test_a_link_is_not_left_out_not_taken_twice_and_not_by_another_shift(web: psycopg.Connection[Any]) -> None:
    assert refused(web, CLOSE.format(i="i + 2", shift="shift")) == "link_out_of_order"
    assert refused(web, CLOSE.format(i="i", shift="shift")) == "link_out_of_order"
    assert refused(web, CLOSE.format(i="i + 1", shift="shift + 1")) == "chain_not_here"


def test_a_throw_needs_its_close_happens_once_and_shows_faces(web: psycopg.Connection[Any]) -> None:
    taken = web.execute("select max(close_id) from fairness_throw").fetchone()
    assert taken is not None
    assert refused(web, THROW.format(close=taken[0], faces="[1, 2]")) == "fairness_throw_pkey"
    assert refused(web, THROW.format(close=taken[0] + 1, faces="[1, 2]")) == "no_close"
    web.execute(CLOSE.format(i="i + 1", shift="shift"))
    close = web.execute("select max(id) from fairness_close").fetchone()
    assert close is not None
    for faces in ("[1]", "[1, 2, 3]", "[0, 1]", "[1, 7]", '["1", 2]', "[1.5, 2]", "{}", "null", "[1, null]"):
        assert refused(web, THROW.format(close=close[0], faces=faces)) == "faces_wrong"


def test_a_root_is_not_revealed_early_and_an_ended_shift_takes_no_link(
    web: psycopg.Connection[Any], evening: Evening
) -> None:
    assert refused(web, REVEAL) == "reveal_too_early"
    evening.close("H1")
    assert refused(web, CLOSE.format(i="i + 1", shift="shift")) == "shift_ended"


def test_no_close_is_under_way_when_a_root_becomes_known(web: psycopg.Connection[Any], evening: Evening) -> None:
    """Peek and roll back: bets held back uncommitted, or in an old snapshot, while the shift's end shows the root."""
    (shift,) = web.execute("select shift from fairness_use").fetchone() or (0,)
    with psycopg.connect(evening.house.addresses["WEB_DATABASE_URL"]) as betting:
        betting.execute(CLOSE.format(i="i + 1", shift="shift"))
        web.execute("set lock_timeout = '200ms'")
        with pytest.raises(psycopg.errors.LockNotAvailable):
            web.execute("insert into fairness_end (shift, at) values (%s, now())", [shift])
        betting.rollback()
        betting.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        betting.execute("select from fairness_end")
        web.execute("insert into fairness_end (shift, at) values (%s, now())", [shift])
        assert client.roots(shift), "from now on the root is known"
        assert refused(betting, CLOSE.format(i="i + 1", shift="shift")) == "close_unsure"


def test_a_chain_is_used_by_one_shift(web: psycopg.Connection[Any]) -> None:
    again = "insert into fairness_use (chain_id, shift, n) select chain_id, shift + 1, 1 from fairness_use limit 1"
    assert refused(web, again) == "fairness_use_pkey"


def test_what_the_database_holds_in_the_open_tells_neither_root_nor_coming_link(evening: Evening) -> None:
    """Every table as text: nothing of what is still to come stands there, though all that has fallen does."""
    evening.open("H1")
    receipt = evening.play("H1", 3)[-1]
    with evening.house.owner() as owner:
        row = owner.execute(
            "select h.table_code, h.name, h.links, h.link0, s.sealed from fairness_seed s"
            " join fairness_chain h on h.id = s.chain_id join fairness_use u on u.chain_id = h.id"
        ).fetchone()
        assert row is not None
        *facts, sealed = row
        root = key_of(evening.house).open(bytes(sealed), ChainFacts(*facts)).hex()
        links = chain(receipt.chain, root, facts[2])
        names = [name for (name,) in owner.execute("select tablename from pg_tables where schemaname = 'public'")]
        holding = {
            secret: [name for name in names if _holds(owner, name, secret)]
            for secret in (links[receipt.i], links[receipt.i + 1], root)
        }
    assert holding == {links[receipt.i]: ["fairness_throw"], links[receipt.i + 1]: [], root: []}


def _holds(owner: psycopg.Connection[Any], table: str, text: str) -> bool:
    found = owner.execute(f'select count(*) from "{table}" t where t::text like %s', [f"%{text}%"]).fetchone()
    return found != (0,)


def test_ten_who_throw_at_once_take_a_link_each_and_none_twice(evening: Evening) -> None:
    evening.open("H1")
    evening.play("H1", 1)

    def throw(_: int) -> int | None:
        try:
            return evening.throw("H1").i
        except Refusal:
            return None
        finally:
            client.hang_up()
            connection.close()

    with ThreadPoolExecutor(10) as pool:
        links = [i for i in pool.map(throw, range(10)) if i is not None]
    assert len(links) == len(set(links))
    with evening.house.owner() as owner:
        (closes, highest, throws) = owner.execute(
            "select count(*), max(i), (select count(*) from fairness_throw) from fairness_close"
        ).fetchone() or (0, 0, 0)
    assert closes == highest == throws == 1 + len(links)
