"""The house's logins on its own PostgreSQL: one for each kind of process, none more than it needs.

This makes logins and the database. What each login may touch inside the database is granted by the
migrations.
"""

from dataclasses import dataclass
from typing import Final, LiteralString

import psycopg
from psycopg import sql

from deploy.local import postgres
from deploy.local.state import State

DATABASE: Final = "house"
_ADVISORY_LOCK: Final = 0x686F757365  # "house"


@dataclass(frozen=True)
class Login:
    """A database login, the variable its address goes by, and who uses it."""

    name: LiteralString
    variable: str
    used_by: str


OWNER: Final = Login("house_owner", "DATABASE_URL", "owns the database and its schema; migrations and commands")
LOGINS: Final = (
    OWNER,
    Login("house_web", "WEB_DATABASE_URL", "web and live"),
    Login("house_worker", "WORKER_DATABASE_URL", "Celery: night, export, relay, celery; beat"),
    Login("house_fairness", "FAIRNESS_DATABASE_URL", "Celery: fairness, which makes the chains"),
    Login("house_keeper", "KEEPER_DATABASE_URL", "keeper, which opens the links"),
    Login("house_sealer", "SEALER_DATABASE_URL", "sealer of the log"),
    Login("house_auditor", "AUDITOR_DATABASE_URL", "read-only: auditors, verifier"),
)


def addresses(state: State) -> dict[str, str]:
    """Each login's variable and libpq URL; passwords are made where there are none yet."""
    return {
        login.variable: postgres.dsn(state, login.name, state.secret(f"{login.name}.password"), DATABASE)
        for login in LOGINS
    }


def ensure(state: State, *, owner_makes_databases: bool) -> None:
    """Bring logins and database to what they should be. Safe to run again, and by several at once.

    `owner_makes_databases` lets the owner create databases, as tests do.
    """
    with psycopg.connect(postgres.superuser_dsn(state), autocommit=True) as server:
        server.execute("select pg_advisory_lock(%s)", [_ADVISORY_LOCK])
        known = {name for (name,) in server.execute("select rolname from pg_roles")}
        for login in LOGINS:
            if login.name not in known:
                server.execute(sql.SQL("create role {}").format(sql.Identifier(login.name)))
            _set_attributes(server, state, login, may_create=owner_makes_databases and login is OWNER)
        if server.execute("select from pg_database where datname = %s", [DATABASE]).fetchone() is None:
            server.execute(_create_database())
        server.execute(sql.SQL("revoke all on database {} from public").format(sql.Identifier(DATABASE)))
        for login in LOGINS:
            server.execute(
                sql.SQL("grant connect on database {} to {}").format(
                    sql.Identifier(DATABASE), sql.Identifier(login.name)
                )
            )
    with psycopg.connect(postgres.superuser_dsn(state, DATABASE)) as database:
        database.execute("revoke create on schema public from public")


def _set_attributes(server: psycopg.Connection, state: State, login: Login, *, may_create: bool) -> None:
    """Attributes and password as they should be; the server gets a verifier, so no log has the password.

    The owner inherits, or PostgreSQL 15 would keep it from its own database's schema `public`.
    """
    verifier = server.pgconn.encrypt_password(
        state.secret(f"{login.name}.password").encode(), login.name.encode(), b"scram-sha-256"
    )
    server.execute(
        sql.SQL("alter role {} login nosuperuser nocreaterole noreplication nobypassrls {} {} password {}").format(
            sql.Identifier(login.name),
            sql.SQL("inherit" if login is OWNER else "noinherit"),
            sql.SQL("createdb" if may_create else "nocreatedb"),
            sql.Literal(verifier.decode()),
        )
    )


def _create_database() -> sql.Composed:
    return sql.SQL("create database {} owner {} template template0 encoding 'UTF8'").format(
        sql.Identifier(DATABASE), sql.Identifier(OWNER.name)
    )
