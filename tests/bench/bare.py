"""The rows of a throw and nothing else, for pgbench: what the same server does when nobody plays, checks or posts.

Copies of the throw's tables with their indexes, but without guards, foreign keys or triggers; two commits, the keeper's
look between them. No rules, no idempotency key, no posting, no Python: no house can be faster than this.
"""

from typing import Any, Final

import psycopg
from psycopg import sql
from psycopg.types.json import Json

TABLES: Final = ("pit_shift", "pit_round", "fairness_close", "pit_event", "fairness_throw", "audit_auditrow")
_SERIAL: Final = sql.SQL("currval('bare_throw')")


def script(owner: psycopg.Connection[Any]) -> str:
    """Makes the copies of a table under way, open for a thousand throws and more; the transaction script of a throw."""
    owner.execute("create sequence bare_throw")
    for table in TABLES:
        _copy(owner, table)
    close = dict.fromkeys(("i", "throw", "key"), _SERIAL)
    ((shift, round_),) = owner.execute("select s.id, r.id from bare_pit_shift s, bare_pit_round r").fetchall()
    lock = sql.SQL("select from bare_pit_shift where id = {} for no key update").format(shift)
    lines = [
        sql.SQL("begin"),
        lock,
        sql.SQL("select * from bare_pit_shift s, bare_pit_round r where s.id = {} and r.id = {}").format(shift, round_),
        _insert(owner, "fairness_close", id=sql.SQL("nextval('bare_throw')"), **close),
        sql.SQL("commit"),
        sql.SQL("select chain_id, i from bare_fairness_close where id = (select currval('bare_throw'))"),
        sql.SQL("begin"),
        lock,
        _insert(owner, "pit_event", id=_SERIAL, n=_SERIAL),
        sql.SQL("update bare_pit_round set events = events + 1, throws = throws + 1, net = net where id = {}").format(
            round_
        ),
        _insert(owner, "fairness_throw", close_id=_SERIAL),
        _insert(owner, "audit_auditrow", id=_SERIAL),
        sql.SQL("commit"),
    ]
    return sql.SQL(";\n").join(lines).as_string(owner) + ";\n"


def _copy(owner: psycopg.Connection[Any], table: str) -> None:
    """An empty copy; of shift and round one row, which each throw locks and updates."""
    names = {"own": sql.Identifier(table), "bare": sql.Identifier(f"bare_{table}")}
    owner.execute(sql.SQL("create table {bare} (like {own} including indexes including defaults)").format(**names))
    if table in ("pit_shift", "pit_round"):
        owner.execute(sql.SQL("alter table {bare} set (fillfactor = 50)").format(**names))
        some = sql.SQL("insert into {bare} overriding system value select * from {own} order by id desc limit 1")
        owner.execute(some.format(**names))


def _insert(owner: psycopg.Connection[Any], table: str, **own: sql.SQL) -> sql.Composed:
    """The table's newest row again, with some columns of this throw's own."""
    cursor = owner.execute(sql.SQL("select * from {} order by 1 desc limit 1").format(sql.Identifier(table)))
    (row,) = cursor.fetchall()
    columns = {column.name: value for column, value in zip(cursor.description or (), row, strict=True)}
    values = [own.get(name, sql.Literal(_plain(value))) for name, value in columns.items()]
    return sql.SQL("insert into {} ({}) overriding system value values ({})").format(
        sql.Identifier(f"bare_{table}"),
        sql.SQL(", ").join(map(sql.Identifier, columns)),
        sql.SQL(", ").join(values),
    )


def _plain(value: object) -> object:
    return Json(value) if isinstance(value, (dict, list)) else value
