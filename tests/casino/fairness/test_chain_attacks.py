"""Raw SQL against chains, their use, closes and reveals: what the rules of a single table's links leave open."""

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

from tests.casino.night.evening import Evening
from tests.casino.refusals import code_of

SHORT = (
    "insert into fairness_chain (table_code, name, links, link0, key_id) values ('H1', 'SHORT', 1,"
    " repeat('0', 64), 'k') returning id"
)
USE = "insert into fairness_use (chain_id, shift, n) select %s, shift, %s from fairness_use limit 1"
CLOSE = (
    "insert into fairness_close (id, chain_id, i, shift, round, round_number, throw, dice, bets_hash, beacon, actor,"
    " key, at, recorded_at) select %(id)s, %(chain)s, %(i)s, shift, round, round_number, %(throw)s, dice, bets_hash,"
    " beacon, actor, 'raw', at, '2000-01-01' from fairness_close order by id limit 1"
)
THROW = "insert into fairness_throw (close_id, link, faces, answer) values (%s, repeat('a', 64), '[1, 2]', '{}')"
END = "insert into fairness_end (shift, at) select distinct shift, now() from fairness_use"
REVEAL = "insert into fairness_reveal (chain_id, root) values (%s, repeat('a', 64))"


class Attack:
    """The web's login, and a second chain of one link that its shift uses."""

    def __init__(self, web: psycopg.Connection[Any], first: int, short: int) -> None:
        self.web, self.first, self.short = web, first, short

    def tried(self, statement: str, *values: Any, **named: Any) -> str | None:
        """The code of the rule that refuses it, None if it was let through."""
        return code_of(self.web, statement, named or values)

    def close(self, number: int, i: int, throw: int, chain: int | None = None) -> str | None:
        return self.tried(CLOSE, id=number, i=i, throw=throw, chain=chain or self.short)


@pytest.fixture
def attack(evening: Evening) -> Iterator[Attack]:
    evening.open("H1")
    evening.play("H1", 2)
    with evening.house.owner() as owner:
        ((first,),) = owner.execute("select chain_id from fairness_use").fetchall()
        ((short,),) = owner.execute(SHORT).fetchall()
    with evening.house.web() as web:
        web.execute(USE, [short, 2])
        yield Attack(web, first, short)


def test_no_link_is_taken_beyond_the_last_or_of_a_chain_that_no_shift_uses(attack: Attack) -> None:
    assert attack.close(1, 1, 90, chain=987_654) == "chain_not_here"
    assert attack.close(1, 1, 90) is None
    assert attack.close(2, 2, 91) == "chain_not_here"
    assert attack.tried(USE, attack.short, 3) == "fairness_use_pkey"


def test_a_throw_of_a_round_is_closed_once_whatever_the_link(attack: Attack) -> None:
    assert attack.close(1, 1, 1) == "fairness_close_throw_once"


def test_nobody_tells_a_close_when_it_was_written(attack: Attack) -> None:
    assert attack.close(1, 1, 90) is None
    row = attack.web.execute(
        "select recorded_at > now() - interval '1 hour' from fairness_close where id = 1"
    ).fetchone()
    assert row == (True,)


def test_a_root_waits_for_its_own_chains_throws_and_for_no_others(attack: Attack) -> None:
    assert attack.close(1, 1, 90) is None
    assert attack.tried(END) is None
    assert attack.tried(REVEAL, attack.short) == "reveal_too_early"
    assert attack.tried(REVEAL, attack.first) is None
    assert attack.tried(THROW, 1) is None
    assert attack.tried(REVEAL, attack.short) is None
    assert attack.tried(REVEAL, attack.short) == "fairness_reveal_pkey"


def test_a_chains_name_and_its_place_in_the_shift_are_its_own(attack: Attack, evening: Evening) -> None:
    with evening.house.owner() as owner:
        with pytest.raises(psycopg.errors.UniqueViolation):
            owner.execute(SHORT)
        ((other,),) = owner.execute(SHORT.replace("SHORT", "OTHER")).fetchall()
    assert attack.tried(USE, other, 2) == "fairness_use_order"


@pytest.mark.parametrize("table", ["chain", "seed", "use", "close", "throw", "end", "reveal"])
@pytest.mark.parametrize("statement", ["delete from {}", "truncate {} cascade", "update {} set {} = null"])
def test_nothing_of_a_chain_is_ever_changed(evening: Evening, table: str, statement: str) -> None:
    name = f"fairness_{table}"
    with evening.house.owner() as owner:
        ((column,),) = owner.execute(
            "select attname from pg_attribute where attrelid = %s::regclass and attnum = 1", [name]
        ).fetchall()
        with pytest.raises(psycopg.IntegrityError, match="append-only"):
            owner.execute(statement.format(name, column))
