"""Chains made ahead of time, so that opening a table never waits. Runs under the `fairness` login only."""

from datetime import datetime

from django.db import connection, transaction

from casino.fairness.entropy import draw
from casino.fairness.vault import ChainFacts, WrappingKey
from games.fair import chain as links_of

LINKS = 4096
STOCK = 2

MADE_TODAY = "select count(*) from fairness_chain where table_code = %s and name like %s"
UNUSED = """
select count(*) from fairness_chain c
where c.table_code = %s and not exists (select from fairness_use u where u.chain_id = c.id)
"""
PUBLISH = """
insert into fairness_chain (table_code, name, links, link0, key_id) values (%s, %s, %s, %s, %s) returning id
"""
SEAL = "insert into fairness_seed (chain_id, sealed) values (%s, %s)"


def stock_up(table: str, key: WrappingKey, at: datetime, stock: int = STOCK) -> int:
    """Makes chains until `table` has `stock` unused ones; returns how many were made. Twice at once is harmless."""
    made = 0
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("select pg_advisory_xact_lock(hashtext('fairness chains'), hashtext(%s))", [table])
        cursor.execute(UNUSED, [table])
        missing = stock - cursor.fetchone()[0]
        day = at.strftime("%Y%m%d")
        cursor.execute(MADE_TODAY, [table, f"{day}%"])
        before = cursor.fetchone()[0]
        for n in range(max(missing, 0)):
            name = day + letters(before + n)
            root = draw(32)
            link0 = links_of(name, root.hex(), LINKS)[0]
            facts = ChainFacts(table, name, LINKS, link0)
            cursor.execute(PUBLISH, [table, name, LINKS, link0, key.id])
            cursor.execute(SEAL, [cursor.fetchone()[0], key.seal(root, facts)])
            made += 1
    return made


def letters(n: int) -> str:
    """0 -> A, 25 -> Z, 26 -> AA: the chain's letter within its day."""
    text = ""
    n += 1
    while n:
        n, digit = divmod(n - 1, 26)
        text = chr(ord("A") + digit) + text
    return text
