"""A scratch database for the drill: the house's own tables and rules, and a few postings to attack."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit, urlunsplit

import psycopg
from django.core.management import call_command
from django.db import connection
from psycopg import sql

from casino.bundle.drill.signers import Signers, fresh
from casino.settings.environment import database_variable, parse_database_url
from ledger import door
from ledger.errors import Refused
from ledger.posting import Posting, Transfer

DAY: Final = date(2026, 1, 2)
CLOSED: Final = date(2026, 1, 1)
AT: Final = datetime(2026, 1, 2, 20, tzinfo=UTC)
CHIPS: Final = "chips:GBP"
_SEALED_AFTER: Final = 6


@dataclass(frozen=True, slots=True)
class Scratch:
    """Addresses of the scratch database for the two logins that attack it; who seals it."""

    owner: str
    web: str
    signers: Signers


@contextmanager
def scratch(folder: Path) -> Iterator[Scratch]:
    """A database of its own on the server of DATABASE_URL, migrated, filled and sealed; it goes with the block.

    Django speaks to it meanwhile. Raises Refused `no_scratch` where the owner's login may not create databases.
    """
    name = f"tamper_drill_{os.getpid()}"
    with psycopg.connect(_address("owner"), autocommit=True) as server:
        try:
            server.execute(sql.SQL("create database {} template template0").format(sql.Identifier(name)))
        except psycopg.errors.InsufficientPrivilege:
            raise Refused(
                "no_scratch", "The owner's login may not create databases on this server: run the drill on another one."
            ) from None
        try:
            made = Scratch(_address("owner", name), _address("web", name), fresh(folder))
            with _django_at(made.owner):
                call_command("migrate", verbosity=0)
                _fill(made)
                yield made
        finally:
            server.execute(sql.SQL("drop database {}").format(sql.Identifier(name)))


@contextmanager
def _django_at(address: str) -> Iterator[None]:
    before = dict(connection.settings_dict)
    connection.close()
    connection.settings_dict.update(parse_database_url("DATABASE_URL", address))
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict.update(before)


def _address(login: str, database: str | None = None) -> str:
    variable = database_variable(login)
    url = os.environ.get(variable)
    if url is None:
        raise Refused("no_scratch", f"{variable} is not set: the drill attacks as the owner and as the web.")
    return url if database is None else urlunsplit(urlsplit(url)._replace(path=f"/{database}"))


def _fill(made: Scratch) -> None:
    with psycopg.connect(made.owner, autocommit=True) as owner:
        owner.execute("insert into ledger_kind (code, finishes) values ('drill', false)")
        owner.execute(
            "insert into ledger_asset (code, places) values ('chips:GBP', 2), ('cash:GBP', 2) on conflict do nothing"
        )
        for day, states in ((DAY, ("open",)), (CLOSED, ("open", "closing", "closed"))):
            for state in states:
                owner.execute("select ledger_turn_period(%s, %s, 'house')", [day, state])
    with psycopg.connect(made.web, autocommit=True) as web:
        for n in range(12):
            if n == _SEALED_AFTER:
                made.signers.seal(made.owner)
            player = f"player:{n % 3 + 1}"
            door.post(
                web,
                posting(
                    f"bought {n}", (player, "outside:chips", CHIPS, 500 + n),
                    ("cage:window:1", "outside:patrons:w1", "cash:GBP", 500 + n),
                ),
                posting(f"staked {n}", ("table:7:layout", player, CHIPS, 100 + n)),
            )  # fmt: skip
    made.signers.seal(made.owner)
    with psycopg.connect(made.web, autocommit=True) as web:
        door.post(web, posting("unsealed", ("player:1", "outside:chips", CHIPS, 5)))


def posting(key: str, *moves: tuple[str, str, str, int], **changes: Any) -> Posting:
    """A posting of (debit, credit, asset, amount) moves under this key."""
    fields: dict[str, Any] = {
        "kind": "drill", "actor": "staff:7", "scope": "drill", "key": key, "period": DAY, "effective_at": AT,
        "transfers": tuple(Transfer(*move) for move in moves),
    }  # fmt: skip
    return Posting(**{**fields, **changes})
