"""Chains made ahead: under one login, in stock, each public before it is used and used once."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import psycopg
import pytest
from django.db import connection

from casino.fairness import chains
from casino.fairness.vault import ChainFacts
from games.fair import chain
from tests.casino.night.evening import key_of, use
from tests.casino.world import House


def test_letters_go_on_after_z() -> None:
    assert [chains.letters(n) for n in (0, 25, 26, 51, 52, 701, 702)] == ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]


def test_link_0_is_published_and_only_the_sealed_root_leads_to_it(house: House) -> None:
    house.table("H1")
    use(house, "fairness")
    assert chains.stock_up("H1", key_of(house), house.now()) == 2
    assert chains.stock_up("H1", key_of(house), house.now()) == 0
    with house.owner() as owner:
        rows = owner.execute(
            "select c.name, c.links, c.link0, s.sealed from fairness_chain c join fairness_seed s on s.chain_id = c.id"
        ).fetchall()
    assert [name for name, *_ in rows] == ["20260615A", "20260615B"]
    for name, links, link0, sealed in rows:
        root = key_of(house).open(bytes(sealed), ChainFacts("H1", name, links, link0))
        assert chain(name, root.hex(), links)[0] == link0
    assert rows[0][2] != rows[1][2]


def test_two_makers_at_once_make_one_stock(house: House) -> None:
    house.table("H1")
    use(house, "fairness")
    both = Barrier(2)

    def make(_: int) -> int:
        try:
            both.wait()
            return chains.stock_up("H1", key_of(house), house.now())
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(make, range(2))) == [0, 2]


@pytest.mark.parametrize("login", ["web", "worker", "auditor", "sealer"])
def test_only_the_fairness_login_and_the_keeper_read_the_seeds(house: House, login: str) -> None:
    for statement in ("select * from fairness_seed", "insert into fairness_chain (table_code) values ('H1')"):
        with (
            psycopg.connect(house.addresses[f"{login.upper()}_DATABASE_URL"], autocommit=True) as other,
            pytest.raises(psycopg.errors.InsufficientPrivilege),
        ):
            other.execute(statement)
    with psycopg.connect(house.addresses["KEEPER_DATABASE_URL"], autocommit=True) as keeper:
        assert keeper.execute("select * from fairness_seed").fetchall() == []


@pytest.mark.parametrize("table", ["chain", "seed", "use", "close", "throw", "end", "reveal"])
def test_nothing_of_fairness_is_changed_or_deleted_by_the_owner_either(house: House, table: str) -> None:
    with house.owner() as owner:
        for statement in (f"delete from fairness_{table}", f"truncate fairness_{table} cascade"):
            with pytest.raises(psycopg.IntegrityError):
                owner.execute(statement)
