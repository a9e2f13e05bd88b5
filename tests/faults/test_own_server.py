"""A PostgreSQL of one's own: the SQL file makes what the embedded stack makes, on the oldest supported version too."""

import subprocess
from pathlib import Path
from typing import Any

import psycopg
import pytest

from deploy.local import logins, postgres
from deploy.local.binaries import find_postgres
from deploy.local.state import CHECKOUT, State, open_state
from deploy.local.supervisor import Supervisor

pytestmark = pytest.mark.slow

ROLES = """
select rolname, rolcanlogin, rolsuper, rolinherit, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
       has_database_privilege(rolname, 'house', 'connect'), has_database_privilege(rolname, 'house', 'create'),
       has_database_privilege(rolname, 'house', 'temporary'), has_schema_privilege(rolname, 'public', 'create'),
       has_schema_privilege(rolname, 'public', 'usage')
from pg_roles where rolname like 'house%' order by rolname
"""
DATABASE = """
select pg_encoding_to_char(encoding), datlocprovider, datcollate, datctype, pg_get_userbyid(datdba)
from pg_database where datname = 'house'
"""


@pytest.mark.parametrize("major", [15, 18])
def test_the_sql_file_makes_what_the_embedded_stack_makes(
    major: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if major == 15:
        monkeypatch.setenv("HOUSE_POSTGRES", "/usr/lib/postgresql/15/bin")
    else:
        monkeypatch.delenv("HOUSE_POSTGRES", raising=False)
    assert find_postgres().major == major
    by_sql, by_code = (_made(open_state(tmp_path / way), way) for way in ("sql", "code"))
    assert by_sql == by_code
    assert len(by_code[0]) == 7


def _made(state: State, way: str) -> tuple[list[Any], list[Any]]:
    found: list[tuple[list[Any], list[Any]]] = []

    def serve(_: Supervisor) -> int:
        for _again in range(2):
            if way == "code":
                logins.ensure(state, owner_makes_databases=False)
            else:
                _run_sql_file(state)
        if way == "code":
            with psycopg.connect(logins.addresses(state)["DATABASE_URL"]) as owner:
                owner.execute("create table made_by_the_owner ()")
        with psycopg.connect(postgres.superuser_dsn(state, logins.DATABASE)) as house:
            found.append((house.execute(ROLES).fetchall(), house.execute(DATABASE).fetchall()))
        return 0

    assert Supervisor(state, [postgres.program(state)]).run(serve) == 0
    return found[0]


def _run_sql_file(state: State) -> None:
    psql = [str(find_postgres().folder / "psql"), "-X", "-q", "-v", "ON_ERROR_STOP=1"]
    command = [*psql, "-f", "deploy/postgres/logins.sql", postgres.superuser_dsn(state)]
    subprocess.run(command, check=True, cwd=CHECKOUT, stdout=subprocess.DEVNULL)
